import { expect } from 'vitest';
import type { Device } from '../device';
import type { FramePlan } from './frames';
import { type ModelFrame, readFrame } from './model-frame';
import type { ModelAck } from './model-room';
import { inTime } from './run';
import { REPLACED, type Slot, type Venue } from './venue';
import { type ExpectedSync, expectSync } from './venue-check';

const LAST_QUESTION = '{"type":"request_sync"}';

/** What a device must hear for a burst of frames. */
interface Expected {
  pongs: number;
  syncs: ExpectedSync[];
  /** Of all frames with taps together, since the room answers once for all that it commits at once. */
  ack: ModelAck | null;
  /** `code` null without an error frame before it. */
  end: { code: string | null; close: number } | null;
  replaced: Slot | null;
}

function fillIn(venue: Venue, slot: Slot, text: string, now: number): string {
  const last = venue.model.lastSeq(slot.joinedAs ?? slot.clientId);
  const other = venue.slots[(venue.slots.indexOf(slot) + 1) % venue.slots.length];
  const names: Record<string, string> = {
    event: venue.eventId,
    client: slot.clientId,
    taken: other?.clientId ?? '',
    last: String(Math.max(1, last)),
  };
  return text.replaceAll(/\{\{(\w+)([+-]\d+)?\}\}/g, (whole, name: string, by = '0') => {
    if (name === 'now') return String(Math.max(0, now + Number(by)));
    if (name === 'seq') return String(Math.max(1, last + 1 + Number(by)));
    return names[name] ?? whole;
  });
}

function join(venue: Venue, slot: Slot, frame: ModelFrame & { type: 'join' }, expected: Expected): void {
  const clientId = frame.clientId ?? slot.joinedAs ?? venue.assignClientId();
  const holder = venue.slots.find((one) => one.joinedAs === clientId && one.device?.closed === null);
  const owner = venue.owners.get(clientId) ?? slot.principal;
  if (owner !== slot.principal) {
    expected.end = { code: 'client_id_taken', close: 4403 };
    return;
  }
  if (holder && holder !== slot) {
    if (holder.order > slot.order) {
      expected.end = { code: null, close: REPLACED };
      return;
    }
    expected.replaced = holder;
    holder.joinedAs = null;
  }
  slot.joinedAs = clientId;
  venue.owners.set(clientId, slot.principal);
  expected.syncs.push({ clientId, lastSeq: venue.model.lastSeq(clientId), counts: venue.model.counts });
}

function count(venue: Venue, slot: Slot, frame: ModelFrame & { type: 'taps' }, now: number, expected: Expected): void {
  const { seq, sentAt, taps } = frame;
  const ack = venue.model.receive({
    clientId: slot.joinedAs ?? '',
    principal: slot.principal,
    seq,
    sentAt: sentAt ?? now,
    receivedAt: now,
    taps: sentAt === null ? taps.map((tap) => ({ ...tap, at: now })) : taps,
  });
  if (ack === null) throw new Error('A client id of two principals');
  expected.ack = {
    seq: ack.seq,
    rejected: [...(expected.ack?.rejected ?? []), ...ack.rejected],
    floored: [...(expected.ack?.floored ?? []), ...ack.floored],
  };
}

/** Takes one frame into the model. */
function judge(venue: Venue, slot: Slot, data: string | ArrayBuffer, now: number, expected: Expected): void {
  if (data === 'ping') {
    expected.pongs += 1;
    return;
  }
  if (expected.end !== null) return;
  const frame = readFrame(data);
  const end = (code: string) => {
    expected.end = { code, close: 4400 };
  };
  if (frame === null) return end('bad_frame');
  if (frame.type === 'join')
    return frame.eventId === venue.eventId ? join(venue, slot, frame, expected) : end('wrong_event');
  if (slot.joinedAs === null) return end('not_joined');
  if (frame.type === 'answer') {
    expected.end = { code: 'forbidden', close: 4403 };
    return;
  }
  if (frame.type === 'sync') {
    const lastSeq = venue.model.lastSeq(slot.joinedAs);
    expected.syncs.push({ clientId: slot.joinedAs, lastSeq, counts: venue.model.counts });
    return;
  }
  return frame.eventId === venue.eventId ? count(venue, slot, frame, now, expected) : end('wrong_event');
}

function merged(device: Device, from: number): ModelAck | null {
  const acks = device.frames.slice(from).filter((frame) => frame.type === 'ack');
  const last = acks.at(-1);
  if (!last) return null;
  const rejected = acks.flatMap((ack) => ack.rejected ?? []).map(({ seq, code }) => ({ seq, code }));
  return { seq: last.seq, rejected, floored: acks.flatMap((ack) => ack.floored ?? []) };
}

/**
 * Sends the frames in a row, and waits for everything that they must bring about. Resolves to how many were tried: what
 * is sent behind a frame that ends the socket only has to do nothing.
 */
export async function sendBurst(venue: Venue, slot: Slot, plans: readonly FramePlan[], now: number): Promise<number> {
  const device = await venue.deviceOf(slot);
  const from = device.frames.length;
  const pongsBefore = device.texts.length;
  const expected: Expected = { pongs: 0, syncs: [], ack: null, end: null, replaced: null };
  let tried = 0;
  for (const plan of plans) {
    if (expected.end === null) tried += 1;
    const data = 'text' in plan ? fillIn(venue, slot, plan.text, now) : new Uint8Array(plan.bytes).buffer;
    judge(venue, slot, data, now, expected);
    device.sendText(data);
  }
  // All answers come before that to a last question, but for taps that wait until D1 is asked for their area.
  const knowsAreas = expected.ack?.rejected.every(({ code }) => code !== 'unknown_area') ?? true;
  if (expected.end === null && slot.joinedAs !== null && knowsAreas) {
    judge(venue, slot, LAST_QUESTION, now, expected);
    device.sendText(LAST_QUESTION);
  }
  if (expected.replaced) {
    expect(await inTime(expected.replaced.device?.closedWith() ?? Promise.resolve(0), 'replacement')).toBe(REPLACED);
  }
  if (expected.end) {
    expect(await inTime(device.closedWith(), JSON.stringify(expected.end))).toBe(expected.end.close);
    const { code } = expected.end;
    if (code !== null) expect(device.frames.at(-1)).toMatchObject({ type: 'error', code });
    return tried;
  }
  await inTime(
    device.until(() => {
      const isAcked = expected.ack === null || merged(device, from)?.seq === expected.ack.seq;
      const syncs = device.frames.slice(from).filter(({ type }) => type === 'sync').length;
      const pongs = device.texts.length - pongsBefore;
      return (
        device.closed !== null || (isAcked && syncs >= expected.syncs.length && pongs >= expected.pongs) || undefined
      );
    }, 'all answers'),
    JSON.stringify(expected.ack),
  );
  expect(device.closed).toBeNull();
  expect(merged(device, from)).toEqual(expected.ack);
  const syncs = device.frames.slice(from).filter((frame) => frame.type === 'sync');
  expect(syncs).toHaveLength(expected.syncs.length);
  for (const [index, wanted] of expected.syncs.entries()) expectSync(venue, syncs[index], wanted);
  return tried;
}
