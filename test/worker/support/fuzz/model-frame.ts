import type { ModelTap } from '../../../support/room-model';

/** Reads a frame by the protocol's rules (docs/product.md, R2 and R3) without the product's schemas. */
export type ModelFrame =
  | { type: 'join'; eventId: string; clientId: string | null }
  | { type: 'sync' }
  /** A display sends this; no device may. */
  | { type: 'answer' }
  /** A null `seq` means the client's next one: the short form. */
  | { type: 'taps'; eventId: string; seq: number | null; sentAt: number | null; taps: ModelTap[] };

type Fields = Record<string, unknown>;

const MAX_BYTES = 65_536;
const LATEST = 8.64e15;

const isObject = (value: unknown): value is Fields => typeof value === 'object' && value !== null;
const isId = (value: unknown): value is string => typeof value === 'string' && value.length >= 1 && value.length <= 64;
const isSeq = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 1;
const isTime = (value: unknown): value is number => typeof value === 'number' && value >= 0 && value <= LATEST;
const isChange = (value: unknown): value is number =>
  Number.isInteger(value) && Number(value) !== 0 && Math.abs(Number(value)) <= 1000;
const isClientId = (value: unknown): value is string => typeof value === 'string' && /^[\w-]{16,64}$/.test(value);

function readTap(value: unknown): ModelTap | null {
  if (!isObject(value) || Array.isArray(value)) return null;
  const { areaId, change, at, undoes, to, category } = value;
  if (!isId(areaId) || !isChange(change) || !isTime(at)) return null;
  if ((undoes !== undefined && !isSeq(undoes)) || (to !== undefined && !isId(to))) return null;
  if (category !== undefined && !isId(category)) return null;
  return { areaId, change, at, undoes, to, category };
}

function readTaps(frame: Fields): ModelFrame | null {
  const { eventId, seq, sentAt } = frame;
  if (!isId(eventId)) return null;
  if (!Object.hasOwn(frame, 'taps')) {
    const tap = readTap({ areaId: frame.areaId, change: frame.change, at: 0 });
    return tap && { type: 'taps', eventId, seq: null, sentAt: null, taps: [tap] };
  }
  if (!isSeq(seq) || !isTime(sentAt) || !Array.isArray(frame.taps)) return null;
  const taps = frame.taps.map(readTap).filter((tap) => tap !== null);
  const isWhole = taps.length === frame.taps.length && taps.length >= 1 && taps.length <= 200;
  return isWhole ? { type: 'taps', eventId, seq, sentAt, taps } : null;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Returns null for a frame that no room has to understand. */
export function readFrame(data: string | ArrayBuffer): ModelFrame | null {
  if (typeof data !== 'string' || new TextEncoder().encode(data).byteLength > MAX_BYTES) return null;
  const frame = parsed(data);
  if (!isObject(frame)) return null;
  switch (frame.type) {
    case 'request_sync':
      return { type: 'sync' };
    case 'join_event': {
      const { eventId, clientId } = frame;
      if (!isId(eventId) || (clientId !== undefined && !isClientId(clientId))) return null;
      return { type: 'join', eventId, clientId: clientId ?? null };
    }
    case 'update_occupancy':
      return readTaps(frame);
    case 'answer':
      return isId(frame.word) ? { type: 'answer' } : null;
    default:
      return null;
  }
}
