import { addEffect } from '../../../src/room/counting/counting';
import type { TapEffect } from '../../../src/stored/tap-effect';
import { type AreaEffect, areaEffect } from '../../../src/room/counting/late-outs';
import { undoReach } from '../../../src/room/counting/limits';
import { TapRunMerger } from '../../../src/room/ledger/tap-run-merger';
import { type AreaState, newArea } from '../../../src/room/state/room-state';
import type { LedgerRow } from '../../../src/stored/ledger';
import { findUndoableRow } from '../../../src/room/counting/draft';
import { MINUTE_MS } from '../../../src/shared/durations';
import { IDS_PER_MS } from '../../../src/shared/reports/limits';
import { DayBuilder } from '../../../src/reports/days/build-days';
import { activeDays } from '../../support/build-report';
import type { ClientFact, JournalFact, LedgerFact } from '../../../src/reports/facts';
import { type AreaFigures, type DayFigures, type DeviceFigures, EMPTY_OPENING } from '../../../src/reports/figures';
import { businessDay, type DayClock } from '../../../src/shared/rules/business-day';
import type { Categories } from '../../../src/shared/schemas/category';
import type { Limit, VenueSettings } from '../../../src/shared/schemas/venue-settings';

export interface TestTap {
  client?: string;
  area?: string;
  change?: number;
  to?: string;
  category?: string | undefined;
  /** Epoch ms. Without it, the room receives the tap at once. */
  receivedAt?: number;
}

function withIds(rows: readonly LedgerRow[]): LedgerFact[] {
  let last = 0;
  return rows.map((row) => {
    last = Math.max(last + 1, row.receivedAt * IDS_PER_MS);
    return { id: last, ...row };
  });
}

/** A room that counts by the real rules but has no storage. It keeps its ledger, journal and areas. */
export class TestRoom {
  readonly areas = new Map<string, AreaState>();
  readonly journal: JournalFact[] = [];
  venue: VenueSettings | null = null;
  categories: Categories | null = null;
  private runs = new TapRunMerger();
  /** Rows from before the last reset or recount. No run continues across a reset or recount. */
  private readonly ended: LedgerRow[] = [];
  /** Each row as it was counted, before it joined a run. */
  private readonly singles: LedgerRow[] = [];
  private readonly seqs = new Map<string, number>();
  private lastJournalId = 0;

  constructor(private readonly clock: DayClock = CLOCK) {}

  /** Sorted by id. */
  get ledger(): LedgerFact[] {
    return withIds(this.rows);
  }

  /** The acknowledged taps, one row each, in the order of counting, without runs. */
  get taps(): LedgerFact[] {
    return withIds(this.singles);
  }

  has(areaId: string): boolean {
    return this.areas.get(areaId)?.deletedAt === null;
  }

  addArea(at: number, areaId: string, capacity: number): void {
    const position = this.areas.size;
    const area = newArea(areaId, areaId, capacity, position);
    this.areas.set(areaId, area);
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

  setLimits(at: number, areaId: string, limits: Limit[]): void {
    const { limits: before } = this.area(areaId);
    this.areas.set(areaId, { ...this.area(areaId), limits: JSON.stringify(limits) });
    this.note(at, 'limits_changed', areaId, before === null ? null : before, limits);
  }

  setVenue(at: number, before: VenueSettings | null, after: VenueSettings | null): void {
    this.venue = after;
    this.note(at, 'venue_changed', null, before, after);
  }

  /** @param categories their ids; those of an object with their capacities, 0 for none */
  setCategories(at: number, ...categories: (string | Readonly<Record<string, number>>)[]): void {
    const list = categories
      .flatMap((one): [string, number][] => (typeof one === 'string' ? [[one, 0]] : Object.entries(one)))
      .map(([categoryId, capacity]) => ({ categoryId, name: categoryId, capacity: capacity === 0 ? null : capacity }));
    const after = { list, areOutsNamed: list.some(({ capacity }) => capacity !== null) };
    this.note(at, 'categories_changed', null, this.categories, after);
    this.categories = after;
  }

  resetAll(at: number): void {
    for (const area of this.areas.values()) if (area.deletedAt === null) this.recount(at, area.areaId, 0);
  }

  /** @param occupancies how many of the people are of which category */
  recount(at: number, areaId: string, occupancy: number, occupancies?: Readonly<Record<string, number>>): void {
    this.ended.push(...this.runs.rows);
    this.runs = new TapRunMerger();
    const area = this.area(areaId);
    this.areas.set(areaId, { ...area, occupancy, countsFrom: at });
    const kind = occupancy === 0 ? 'occupancy_reset' : 'occupancy_recounted';
    this.note(at, kind, areaId, area.occupancy, occupancy, area.ins + area.outs);
    if (occupancies === undefined) return;
    const counted = Object.entries(occupancies).map(([id, people]) => ({
      categoryId: id,
      name: id,
      occupancy: people,
    }));
    this.note(at, 'categories_recounted', areaId, null, counted);
  }

  /** Returns the tap's seq, or null when the room refuses it. */
  tap(occurredAt: number, tap: TestTap = {}): number | null {
    return this.count(occurredAt, tap, null);
  }

  /** Takes back `tap`, which had the seq `seq`. */
  undo(occurredAt: number, seq: number | null, tap: TestTap = {}): number | null {
    return this.count(occurredAt, { ...tap, change: 0 - (tap.change ?? 1) }, seq ?? 0);
  }

  private get rows(): readonly LedgerRow[] {
    return [...this.ended, ...this.runs.rows];
  }

  private count(
    occurredAt: number,
    { client = 'door', area: areaId = 'hall', change = 1, to, receivedAt = occurredAt, category }: TestTap,
    undoes: number | null,
  ): number | null {
    const seq = (this.seqs.get(client) ?? 0) + 1;
    this.seqs.set(client, seq);
    const [area, other] = [this.area(areaId), to === undefined ? null : this.area(to)];
    if (area.deletedAt !== null || (other?.deletedAt ?? null) !== null) return null;
    const since = undoReach(occurredAt, receivedAt);
    const own = this.rows.filter((row) => row.clientId === client && row.receivedAt >= since);
    const undone = undoes === null ? undefined : findUndoableRow(own, areaId, undoes, change, to ?? null);
    if (undoes !== null && undone === undefined) return null;
    const kind = undone === undefined ? this.known(category) : undone.category;
    const when = {
      occurredAt,
      receivedAt,
      now: receivedAt,
      undone,
      undoes: undoes ?? undefined,
      rows: own,
      category: kind,
    };
    const dayOf = (time: number): string => businessDay(time, this.clock).day;
    const effect = areaEffect(area, change, when, dayOf);
    const otherEffect = other && areaEffect(other, 0 - change, when, dayOf);
    if (otherEffect !== null && (effect.effect.floored > 0 || otherEffect.effect.floored > 0)) return null;
    const row = {
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
      category: kind,
    };
    const ends: { row: Omit<LedgerRow, keyof TapEffect>; does: AreaEffect }[] = [{ row, does: effect }];
    if (otherEffect !== null) {
      ends.push({ row: { ...row, areaId: to ?? '', otherAreaId: areaId, change: 0 - change }, does: otherEffect });
    }
    for (const { row: of, does } of ends) for (const one of does.before) this.enter({ ...of, ...one }, does);
    for (const { row: of, does } of ends) this.enter({ ...of, ...does.effect }, does);
    for (const { row: of, does } of ends) for (const one of does.after) this.enter({ ...of, ...one }, does);
    return seq;
  }

  private enter(row: LedgerRow, { floors }: AreaEffect): void {
    const changed = { ...this.area(row.areaId), floors };
    addEffect(changed, row, row.receivedAt, 0);
    this.areas.set(row.areaId, changed);
    this.runs.add(row);
    this.singles.push(row);
  }

  private known(category: string | undefined): string | null {
    return this.categories?.list.find(({ categoryId }) => categoryId === category)?.categoryId ?? null;
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
    crossings: number | null = null,
  ): void {
    this.lastJournalId = Math.max(this.lastJournalId + 1, at * IDS_PER_MS);
    this.journal.push({
      id: this.lastJournalId,
      at,
      actor: 'admin:1',
      kind,
      areaId,
      before,
      after,
      note: null,
      ...NOT_GIVEN,
      crossings,
    });
  }
}

/** What most entries of a journal leave empty. */
export const NOT_GIVEN = { crossings: null, sourceId: null, times: null };

export const onDevice = (clientId: string, deviceId: string, deviceName: string | null = null): ClientFact => ({
  clientId,
  deviceId,
  deviceName,
  isAdmin: false,
});

export const CLOCK: DayClock = { timeZone: 'Europe/Berlin', reportTime: '06:00' };

/** A time by its minutes after six in the evening of a Saturday in Berlin. */
export const at = (minutes: number): number => Date.parse('2026-07-11T18:00:00+02:00') + minutes * MINUTE_MS;
export const DAY_END = Date.parse('2026-07-12T06:00:00+02:00');

/** A room whose areas were created an hour before the evening begins. */
export function roomWith(areas: Readonly<Record<string, number>> = { hall: 10 }): TestRoom {
  const room = new TestRoom();
  for (const [areaId, capacity] of Object.entries(areas)) room.addArea(at(-60), areaId, capacity);
  return room;
}

export function daysOf(
  { ledger, journal }: TestRoom,
  { now = DAY_END, clients = [] }: { now?: number; clients?: ClientFact[] } = {},
): DayFigures[] {
  const days = activeDays(ledger, CLOCK);
  const builder = new DayBuilder({ opening: EMPTY_OPENING, days, now, after: 0, upTo: Infinity, journal });
  builder.add({ rows: ledger, clients });
  return builder.finish();
}

export function firstDay(room: TestRoom, options?: Parameters<typeof daysOf>[1]): DayFigures {
  const [day] = daysOf(room, options);
  if (day === undefined) throw new Error('No day');
  return day;
}

export function areaOf({ areas }: DayFigures, areaId = 'hall'): AreaFigures {
  const area = areas.find((one) => one.areaId === areaId);
  if (area === undefined) throw new Error(`No area ${areaId}`);
  return area;
}

/** The figures of a device of one day, with `n` taps. */
export const device = (n: number): DeviceFigures => ({
  deviceId: `device-${n}`,
  deviceName: `Door ${n}`,
  isAdmin: n === 2,
  ins: n - 1,
  outs: 1,
  moves: n,
  taps: n,
  undone: 1,
  firstTapAt: 1_000 - n,
  lastTapAt: 2_000 + n,
  lateTaps: n % 2,
  latestMs: 10 * n,
  quietTimes: [{ from: n, to: n + 1 }],
});
const SUMS = ['ins', 'outs', 'moves', 'taps', 'undone', 'lateTaps'] as const;
/** The sums of all devices. */
export const sumsOf = (all: readonly Pick<DeviceFigures, (typeof SUMS)[number]>[]): number[] =>
  SUMS.map((field) => all.reduce((sum, one) => sum + one[field], 0));
