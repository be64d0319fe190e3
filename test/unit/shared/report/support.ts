import { tapEffect, withEffect } from '../../../../src/room/counting';
import { undoReach } from '../../../../src/room/limits';
import { IDS_PER_MS } from '../../../../src/shared/limits';
import { Runs } from '../../../../src/room/runs';
import type { AreaState, LedgerRow } from '../../../../src/room/state';
import { undoable } from '../../../../src/room/undo';
import type { ClientFact, JournalFact, LedgerFact } from '../../../../src/shared/report/facts';
import type { VenueSettings } from '../../../../src/shared/schemas/venue-settings';

export interface TestTap {
  client?: string;
  area?: string;
  change?: number;
  to?: string;
  /** Epoch ms; where it is left out, it is received at once. */
  receivedAt?: number;
}

const newArea = (areaId: string, position: number): AreaState => ({
  areaId,
  areaName: areaId,
  capacity: 0,
  position,
  occupancy: 0,
  ins: 0,
  outs: 0,
  floored: 0,
  adjustments: 0,
  countsFrom: 0,
  lastUpdatedAt: null,
  version: 0,
  deletedAt: null,
});

function withIds(rows: readonly LedgerRow[]): LedgerFact[] {
  let last = 0;
  return rows.map((row) => {
    last = Math.max(last + 1, row.receivedAt * IDS_PER_MS);
    return { id: last, ...row };
  });
}

/** A room's counting by the room's own rules, without its storage: what it writes down, and what it stands at. */
export class TestRoom {
  readonly areas = new Map<string, AreaState>();
  readonly journal: JournalFact[] = [];
  venue: VenueSettings | null = null;
  private runs = new Runs();
  /** Before the last reset or recount: no run reaches over one. */
  private readonly ended: LedgerRow[] = [];
  /** Each row as it was counted, before it joined a run. */
  private readonly singles: LedgerRow[] = [];
  private readonly seqs = new Map<string, number>();
  private lastJournalId = 0;

  /** In order of id. */
  get ledger(): LedgerFact[] {
    return withIds(this.rows);
  }

  /** What was acknowledged, tap by tap, in the order of counting: nothing of it went through runs. */
  get taps(): LedgerFact[] {
    return withIds(this.singles);
  }

  has(areaId: string): boolean {
    return this.areas.get(areaId)?.deletedAt === null;
  }

  addArea(at: number, areaId: string, capacity: number): void {
    this.areas.set(areaId, { ...newArea(areaId, this.areas.size), capacity });
    this.note(at, 'area_added', areaId, null, areaId);
    this.note(at, 'capacity_changed', areaId, null, capacity);
  }

  deleteArea(at: number, areaId: string): void {
    this.areas.set(areaId, { ...this.area(areaId), deletedAt: at });
    this.note(at, 'area_deleted', areaId, areaId, null);
  }

  setCapacity(at: number, areaId: string, capacity: number): void {
    const area = this.area(areaId);
    this.areas.set(areaId, { ...area, capacity });
    this.note(at, 'capacity_changed', areaId, area.capacity, capacity);
  }

  setVenue(at: number, before: VenueSettings | null, after: VenueSettings | null): void {
    this.venue = after;
    this.note(at, 'venue_changed', null, before, after);
  }

  resetAll(at: number): void {
    for (const area of this.areas.values()) if (area.deletedAt === null) this.recount(at, area.areaId, 0);
  }

  private get rows(): readonly LedgerRow[] {
    return [...this.ended, ...this.runs.rows];
  }

  private endRuns(): void {
    this.ended.push(...this.runs.rows);
    this.runs = new Runs();
  }

  recount(at: number, areaId: string, occupancy: number): void {
    this.endRuns();
    const area = this.area(areaId);
    this.areas.set(areaId, { ...area, occupancy, countsFrom: at });
    const kind = occupancy === 0 ? 'occupancy_reset' : 'occupancy_recounted';
    this.note(at, kind, areaId, area.occupancy, occupancy);
  }

  /** Answers the tap's seq, or null where the room refuses it. */
  tap(occurredAt: number, tap: TestTap = {}): number | null {
    return this.count(occurredAt, tap, null);
  }

  /** Takes back `tap`, which was given `seq`. */
  undo(occurredAt: number, seq: number, tap: TestTap = {}): number | null {
    return this.count(occurredAt, { ...tap, change: 0 - (tap.change ?? 1) }, seq);
  }

  private count(
    occurredAt: number,
    { client = 'door', area: areaId = 'hall', change = 1, to, receivedAt = occurredAt }: TestTap,
    undoes: number | null,
  ): number | null {
    const seq = (this.seqs.get(client) ?? 0) + 1;
    this.seqs.set(client, seq);
    const [area, other] = [this.area(areaId), to === undefined ? null : this.area(to)];
    if (area.deletedAt !== null || (other?.deletedAt ?? null) !== null) return null;
    const since = undoReach(occurredAt, receivedAt);
    const own = this.rows.filter((row) => row.clientId === client && row.receivedAt >= since);
    const undone = undoes === null ? undefined : undoable(own, areaId, undoes, change, to ?? null);
    if (undoes !== null && undone === undefined) return null;
    const when = { occurredAt, now: receivedAt, undone };
    const effect = tapEffect(area, change, when);
    const otherEffect = other && tapEffect(other, 0 - change, when);
    if (otherEffect !== null && (effect.floored > 0 || otherEffect.floored > 0)) return null;
    const row: LedgerRow = {
      clientId: client,
      areaId,
      otherAreaId: to ?? null,
      firstSeq: seq,
      lastSeq: seq,
      change,
      undoes,
      undoneAt: undone?.occurredAt ?? null,
      occurredAt,
      gaps: null,
      receivedAt,
      ...effect,
    };
    this.enter(area, row);
    if (other !== null && otherEffect !== null) {
      this.enter(other, {
        ...row,
        ...otherEffect,
        areaId: other.areaId,
        otherAreaId: areaId,
        change: 0 - change,
      });
    }
    return seq;
  }

  private enter(area: AreaState, row: LedgerRow): void {
    this.areas.set(area.areaId, withEffect(area, row, row.receivedAt, 0));
    this.runs.add(row);
    this.singles.push(row);
  }

  private area(areaId: string): AreaState {
    const area = this.areas.get(areaId);
    if (area === undefined) throw new Error(`No area ${areaId}`);
    return area;
  }

  private note(
    at: number,
    kind: string,
    areaId: string | null,
    before: JournalFact['before'],
    after: JournalFact['after'],
  ): void {
    this.lastJournalId = Math.max(this.lastJournalId + 1, at * IDS_PER_MS);
    this.journal.push({ id: this.lastJournalId, at, actor: 'admin:1', kind, areaId, before, after, note: null });
  }
}

export const onDevice = (clientId: string, deviceId: string, deviceName: string | null = null): ClientFact => ({
  clientId,
  deviceId,
  deviceName,
  isAdmin: false,
});
