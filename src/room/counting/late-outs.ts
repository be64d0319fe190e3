import { TAP_AGE_MAX_MS } from '../../shared/protocol/limits';
import { type Floor, type Floors, FLOORS_MAX } from '../../stored/floors';
import { isGivenBack, type LedgerRow } from '../../stored/ledger';
import type { AreaState } from '../state/room-state';
import { isCovered, tapEffect, type TapTimes } from './counting';
import type { TapEffect } from '../../stored/tap-effect';

/**
 * Floored exits, and entries from before them that arrive later. The people who left had come in, so their exits count
 * after all: the entry gives them back (docs/product.md, C21, and docs/decisions/0048).
 */

/** A ledger row that is no tap, but changes whose exits are floored. */
interface GivenBackRow extends TapEffect, Pick<LedgerRow, 'occurredAt' | 'category' | 'gaps' | 'otherAreaId'> {
  change: number;
}

/** A tap out that arrives this much after it was made may have been overtaken by other doors' taps. */
const OVERTAKEN_MS = 5_000;

/** What a tap does to an area. */
export interface AreaEffect {
  effect: TapEffect;
  /** The rows before the tap's own row: people who were given back are floored again, because the tap is an undo. */
  before: readonly GivenBackRow[];
  /** The rows after it: people whom the tap gives back. */
  after: readonly GivenBackRow[];
  /** The area's floored exits afterwards. */
  floors: Floors | null;
}

/** A tap, as all of its areas see it. */
interface AreaTap extends TapTimes {
  /** Epoch ms. */
  receivedAt: number;
  category: string | null;
  /** The seq that it takes back; undefined if it is no undo. */
  undoes: number | undefined;
  /** The row of the undone tap; undefined if it is no undo, or if nothing of that tap is in the area's counts. */
  undone: LedgerRow | undefined;
  /** The rows of the client that made the undone tap, from that tap on. */
  rows: readonly LedgerRow[];
}

/** People who left the area at `at` (epoch ms). */
interface Left {
  at: number;
  people: number;
  category: string | null;
}

const NONE: readonly GivenBackRow[] = [];

/**
 * Whether a tap that is no undo is a floored exit, or an entry from before one.
 * @param occurredAt of the tap, epoch ms
 */
export function concernsFloors(
  { floors }: AreaState,
  { floored, ins, adjusted }: TapEffect,
  occurredAt: number,
): boolean {
  if (floors === null || ins === 0) return floored > 0;
  // The newest floor is the last one. Mostly an entry is newer.
  return adjusted === 0 && (floors.at(-1)?.from ?? 0) > occurredAt;
}

/**
 * Returns what a tap of `change` people does to an area.
 * @param dayOf the business day of a time (epoch ms)
 */
export function areaEffect(area: AreaState, change: number, tap: AreaTap, dayOf: (at: number) => string): AreaEffect {
  if (tap.undone !== undefined) return undoEffect(area, change, tap, tap.undone, dayOf);
  const { floors } = area;
  const { occurredAt, category, now } = tap;
  const effect = tapEffect(area, change, tap);
  if (tap.undoes !== undefined) return { effect, before: NONE, after: NONE, floors };
  if (effect.floored > 0) {
    const left = { at: flooredAt(tap, dayOf), people: effect.floored, category };
    return { effect, before: NONE, after: NONE, floors: remembered(floors ?? [], left, now, dayOf) };
  }
  if (floors === null || !concernsFloors(area, effect, occurredAt))
    return { effect, before: NONE, after: NONE, floors };
  const back = leftAfter(floors, change, occurredAt, dayOf);
  let { occupancy } = effect;
  const after = back.map(({ at, people, category: of }) =>
    givenBackRow(at, of, { floored: 0 - people, adjusted: 0, occupancy: (occupancy -= people) }),
  );
  return { effect, before: NONE, after, floors: back.reduce(withGivenBack, floors) };
}

/**
 * The time of which a floored exit is remembered. If it arrives late, it may be another exit, made later but known before,
 * that took somebody who had not left: then whoever came in before it arrived may be the one who left (decision 48).
 */
function flooredAt(
  { occurredAt, receivedAt }: Pick<LedgerRow, 'occurredAt' | 'receivedAt'>,
  dayOf: (at: number) => string,
): number {
  const isOvertaken = receivedAt - occurredAt > OVERTAKEN_MS && dayOf(receivedAt) === dayOf(occurredAt);
  return isOvertaken ? receivedAt : occurredAt;
}

function undoEffect(
  area: AreaState,
  change: number,
  tap: AreaTap,
  undone: LedgerRow,
  dayOf: (at: number) => string,
): AreaEffect {
  const isExit = undone.floored > 0 && undone.outs > 0;
  const { again, floors } = isExit
    ? exitUndone(area.floors, { ...undone, at: flooredAt(undone, dayOf) })
    : entryUndone(area, tap);
  if (again.length === 0) return { effect: tapEffect(area, change, tap), before: NONE, after: NONE, floors };
  const isLate = isCovered(area, tap);
  let { occupancy } = area;
  const before = again.map(({ people, category }) =>
    givenBackRow(tap.occurredAt, category, {
      floored: people,
      adjusted: isLate ? 0 - people : 0,
      occupancy: isLate ? occupancy : (occupancy += people),
    }),
  );
  return { effect: tapEffect({ ...area, occupancy }, change, tap), before, after: NONE, floors };
}

const givenBackRow = (
  occurredAt: number,
  category: string | null,
  effect: Pick<TapEffect, 'floored' | 'adjusted' | 'occupancy'>,
): GivenBackRow => ({ change: 0, ins: 0, outs: 0, ...effect, occurredAt, category, gaps: null, otherAreaId: null });

/** The people whom an entry gives back: those who left after it on its business day, the first ones first. */
function leftAfter(floors: Floors, change: number, occurredAt: number, dayOf: (at: number) => string): Left[] {
  const day = dayOf(occurredAt);
  const back: Left[] = [];
  let rest = change;
  for (const { from, to, open, category } of floors) {
    const people = Math.min(rest, open);
    if (people === 0 || from <= occurredAt || dayOf(from) !== day) continue;
    back.push({ at: to, people, category });
    rest -= people;
  }
  return back;
}

/** Takes back what the undone entry gave, unless the exit was undone, too. Another entry can give these people back now. */
function entryUndone({ areaId, floors: before }: AreaState, { rows, undoes }: AreaTap) {
  const again: Left[] = [];
  let floors = before;
  for (const { change, undoes: ofUndo, firstSeq, areaId: of, occurredAt: at, floored, category } of rows) {
    if (!isGivenBack({ change }) || ofUndo !== null || firstSeq !== undoes || of !== areaId) continue;
    const given = floors?.find((one) => isOf(one, { at, category }))?.given ?? 0;
    const people = Math.min(0 - floored, given);
    if (floors === null || people === 0) continue;
    again.push({ at, people, category });
    floors = withGivenBack(floors, { at, people: 0 - people, category });
  }
  return { again, floors };
}

/** Takes back what entries gave for the undone exit. Nobody left by it, so no entry can give anybody back any more. */
function exitUndone(floors: Floors | null, { at, floored, category }: LedgerRow & { at: number }) {
  const floor = floors?.find((one) => isOf(one, { at, category }));
  if (floors === null || floor === undefined) return { again: [], floors };
  const open = Math.min(floor.open, floored);
  const people = Math.min(floor.given, floored - open);
  const rest = { ...floor, open: floor.open - open, given: floor.given - people };
  return { again: people === 0 ? [] : [{ at, people, category }], floors: replaced(floors, floor, rest) };
}

const isOf = (floor: Floor, { at, category }: Pick<Left, 'at' | 'category'>): boolean =>
  floor.category === category && floor.from <= at && at <= floor.to;

const replaced = (floors: Floors, one: Floor, by: Floor): Floors => floors.map((floor) => (floor === one ? by : floor));

function withGivenBack(floors: Floors, left: Left): Floors {
  const floor = floors.find((one) => isOf(one, left));
  const { people } = left;
  return floor === undefined
    ? floors
    : replaced(floors, floor, { ...floor, open: floor.open - people, given: floor.given + people });
}

function remembered(before: Floors, left: Left, now: number, dayOf: (at: number) => string): Floors {
  const { at, people, category } = left;
  const floors = before.filter(({ to, open, given }) => to >= now - TAP_AGE_MAX_MS && open + given > 0);
  const floor = floors.find((one) => isOf(one, left));
  if (floor !== undefined) return replaced(floors, floor, { ...floor, open: floor.open + people });
  const all = [...floors, { from: at, to: at, open: people, given: 0, category }].toSorted((a, b) => a.from - b.from);
  return all.length > FLOORS_MAX ? merged(all, now, dayOf) : all;
}

/** Makes one floor of two of a category and day. The longer ago they were, the less their times matter. */
function merged(floors: Floors, now: number, dayOf: (at: number) => string): Floors {
  let nearest: { pair: [Floor, Floor]; distance: number } | undefined;
  const newest = new Map<string | null, Floor>();
  for (const next of floors) {
    const one = newest.get(next.category);
    newest.set(next.category, next);
    if (one === undefined) continue;
    const distance = (next.to - one.from) / (now - one.from + 1);
    if (distance >= (nearest?.distance ?? Infinity) || dayOf(one.from) !== dayOf(next.to)) continue;
    nearest = { pair: [one, next], distance };
  }
  if (nearest === undefined) return floors.slice(1);
  const [one, next] = nearest.pair;
  const both = { ...one, to: next.to, open: one.open + next.open, given: one.given + next.given };
  return floors.flatMap((floor) => (floor === one ? both : floor === next ? [] : floor));
}
