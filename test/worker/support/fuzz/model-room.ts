import { HOUR_MS, TAP_AGE_MAX_MS } from '../../../../src/shared/limits';

export interface ModelTap {
  areaId: string;
  change: number;
  at: number;
  undoes?: number | undefined;
  /** The other end of a transfer. */
  to?: string | undefined;
}

export interface ModelBatch {
  clientId: string;
  principal: string;
  /** null is the client's next. */
  seq: number | null;
  sentAt: number;
  receivedAt: number;
  taps: readonly ModelTap[];
}

export interface ModelAck {
  seq: number;
  rejected: { seq: number; code: string }[];
  floored: { seq: number; amount: number }[];
}

interface ModelArea {
  occupancy: number;
  ins: number;
  outs: number;
  resetAt: number;
  isDeleted: boolean;
}

interface CountedTap extends Pick<ModelTap, 'areaId' | 'change' | 'at' | 'to'> {
  floored: number;
  isUndone: boolean;
}

interface ModelClient {
  principal: string;
  /** By seq; undefined where it was rejected or is an undo. */
  taps: (CountedTap | undefined)[];
}

/** A line that says nothing for so long is cut, so that no frame is on its way for longer. */
const SILENT_MS = 55_000;

/** Sections 3 and 4 of the design, one tap after the other, nothing clever: what a room must have made of its input. */
export class ModelRoom {
  readonly areas = new Map<string, ModelArea>();
  readonly clients = new Map<string, ModelClient>();
  private readonly lastTaps = new Map<string, { deviceAt: number; at: number }>();
  lockedAt: number | null = null;
  /** On which something was counted. */
  readonly days = new Set<string>();

  addArea(areaId: string): void {
    this.areas.set(areaId, { occupancy: 0, ins: 0, outs: 0, resetAt: 0, isDeleted: false });
  }

  /** [occupancy, ins, outs] of each area that is there. */
  get counts(): Record<string, number[]> {
    const live = [...this.areas].filter(([, area]) => !area.isDeleted);
    return Object.fromEntries(live.map(([areaId, { occupancy, ins, outs }]) => [areaId, [occupancy, ins, outs]]));
  }

  lastSeq(clientId: string): number {
    return this.clients.get(clientId)?.taps.length ?? 0;
  }

  reset(areaId: string, now: number): void {
    this.recount(areaId, 0, now);
  }

  recount(areaId: string, occupancy: number, now: number): void {
    const area = this.areas.get(areaId);
    if (area) Object.assign(area, { occupancy, resetAt: now });
  }

  /** null when the client id is another principal's. */
  receive({ clientId, principal, seq, sentAt, receivedAt, taps }: ModelBatch): ModelAck | null {
    const known = this.clients.get(clientId);
    if (known && known.principal !== principal) return null;
    const client = known ?? { principal, taps: [] };
    const ack: ModelAck = { seq: client.taps.length, rejected: [], floored: [] };
    const first = seq ?? client.taps.length + 1;
    for (const [index, tap] of taps.entries()) {
      if (first + index > client.taps.length + 1) break;
      if (first + index <= client.taps.length) continue;
      this.clients.set(clientId, client);
      const byFrame = Math.round(tap.at + receivedAt - sentAt);
      let at = Math.min(Math.max(byFrame, receivedAt - TAP_AGE_MAX_MS), receivedAt);
      // A device makes its taps in this order, however long their frames took.
      const last = this.lastTaps.get(clientId);
      if (last && tap.at >= last.deviceAt && last.at - at <= SILENT_MS)
        at = Math.min(Math.max(at, last.at), receivedAt);
      this.lastTaps.set(clientId, { deviceAt: tap.at, at });
      const refusal = this.take(client, tap, at, ack);
      if (refusal !== null) {
        client.taps.push(undefined);
        ack.rejected.push({ seq: client.taps.length, code: refusal });
      }
    }
    ack.seq = client.taps.length;
    return ack;
  }

  private take(client: ModelClient, tap: ModelTap, at: number, ack: ModelAck): string | null {
    const { areaId, to, change, undoes } = tap;
    const ends = [{ area: this.areas.get(areaId), change }];
    if (to !== undefined) ends.push({ area: this.areas.get(to), change: 0 - change });
    for (const { area } of ends) {
      if (!area) return 'unknown_area';
      if (area.isDeleted) return 'area_deleted';
    }
    if (to === areaId) return 'invalid_input';
    if (this.lockedAt !== null && at >= this.lockedAt) return 'counting_locked';
    const undone = undoes === undefined ? null : client.taps[undoes - 1];
    if (undone !== null && (!undone || undone.isUndone || !isTakenBack(undone, tap))) return 'nothing_to_undo';

    const moves = ends.flatMap(({ area, change: by }) => (area ? [move(area, by, at, undone)] : []));
    if (to !== undefined && moves.some(({ floored }) => floored > 0)) return 'not_enough_people';
    for (const { area, ins, outs, occupancy } of moves) {
      area.ins += ins;
      area.outs += outs;
      area.occupancy = occupancy;
    }
    const floored = moves[0]?.floored ?? 0;
    if (undone) {
      undone.isUndone = true;
      client.taps.push(undefined);
    } else {
      client.taps.push({ areaId, to, change, floored, at, isUndone: false });
      // The events of these tests keep UTC, and their day begins at six.
      this.days.add(new Date(at - 6 * HOUR_MS).toISOString().slice(0, 10));
    }
    if (floored > 0) ack.floored.push({ seq: client.taps.length, amount: floored });
    return null;
  }
}

/** Of a transfer either end may be named first. */
const isTakenBack = ({ areaId, to, change }: CountedTap, undo: ModelTap): boolean =>
  undo.areaId === areaId
    ? undo.to === to && undo.change === 0 - change
    : undo.areaId === to && undo.to === areaId && undo.change === change;

/** What `by` people more, or a tap of `-by` taken back, make of one area. */
function move(area: ModelArea, by: number, at: number, undone: CountedTap | null | undefined) {
  const totals = undone
    ? { ins: Math.min(by, 0), outs: Math.min(0 - by, 0) }
    : { ins: Math.max(by, 0), outs: Math.max(0 - by, 0) };
  const floored = undone?.floored ?? 0;
  const isLate = (undone ?? { at }).at < area.resetAt;
  const occupancy = isLate ? area.occupancy : area.occupancy + by - floored;
  return { area, ...totals, occupancy: Math.max(0, occupancy), floored: Math.max(0, 0 - occupancy) - floored };
}
