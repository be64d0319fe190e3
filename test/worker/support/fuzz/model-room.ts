import { HOUR_MS, TAP_AGE_MAX_MS } from '../../../../src/shared/limits';

export interface ModelTap {
  areaId: string;
  change: number;
  at: number;
  undoes?: number | undefined;
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

interface ModelClient {
  principal: string;
  /** By seq; undefined where it was rejected or is an undo. */
  taps: ({ areaId: string; change: number; floored: number; at: number; isUndone: boolean } | undefined)[];
}

/** Sections 3 and 4 of the design, one tap after the other, nothing clever: what a room must have made of its input. */
export class ModelRoom {
  readonly areas = new Map<string, ModelArea>();
  readonly clients = new Map<string, ModelClient>();
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
    const area = this.areas.get(areaId);
    if (area) Object.assign(area, { occupancy: 0, resetAt: now });
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
      const at = Math.round(tap.at + receivedAt - sentAt);
      const refusal = this.take(client, tap, Math.min(Math.max(at, receivedAt - TAP_AGE_MAX_MS), receivedAt), ack);
      if (refusal !== null) {
        client.taps.push(undefined);
        ack.rejected.push({ seq: client.taps.length, code: refusal });
      }
    }
    ack.seq = client.taps.length;
    return ack;
  }

  private take(client: ModelClient, { areaId, change, undoes }: ModelTap, at: number, ack: ModelAck): string | null {
    const area = this.areas.get(areaId);
    if (!area) return 'unknown_area';
    if (area.isDeleted) return 'area_deleted';
    if (this.lockedAt !== null && at >= this.lockedAt) return 'counting_locked';
    if (undoes !== undefined) return this.undo(client, area, { areaId, change, undoes }, ack);
    if (change > 0) area.ins += change;
    else area.outs -= change;
    let floored = 0;
    if (at >= area.resetAt) {
      floored = Math.max(0, 0 - (area.occupancy + change));
      area.occupancy = Math.max(0, area.occupancy + change);
    }
    client.taps.push({ areaId, change, floored, at, isUndone: false });
    // The events of these tests keep UTC, and their day begins at six.
    this.days.add(new Date(at - 6 * HOUR_MS).toISOString().slice(0, 10));
    if (floored > 0) ack.floored.push({ seq: client.taps.length, amount: floored });
    return null;
  }

  private undo(
    client: ModelClient,
    area: ModelArea,
    undo: { areaId: string; change: number; undoes: number },
    ack: ModelAck,
  ): string | null {
    const tap = client.taps[undo.undoes - 1];
    if (!tap || tap.isUndone || tap.areaId !== undo.areaId || tap.change !== 0 - undo.change) return 'nothing_to_undo';
    tap.isUndone = true;
    if (tap.change > 0) area.ins -= tap.change;
    else area.outs += tap.change;
    const moved = tap.change + tap.floored;
    let amount = 0 - tap.floored;
    if (tap.at >= area.resetAt) {
      amount += Math.max(0, moved - area.occupancy);
      area.occupancy = Math.max(0, area.occupancy - moved);
    }
    client.taps.push(undefined);
    if (amount > 0) ack.floored.push({ seq: client.taps.length, amount });
    return null;
  }
}
