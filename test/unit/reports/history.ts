import * as fc from 'fast-check';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../src/shared/durations';
import type { DayClock } from '../../../src/shared/rules/business-day';
import { limitedVenue } from '../../../src/shared/rules/limits/lowest';
import { type Limit, LIMIT_KINDS } from '../../../src/shared/schemas/venue-settings';
import { TestRoom, type TestTap } from './support';

const CLOCKS: readonly DayClock[] = [
  { timeZone: 'Europe/Berlin', reportTime: '06:00' },
  { timeZone: 'Europe/Berlin', reportTime: '02:30' },
  { timeZone: 'Australia/Lord_Howe', reportTime: '01:45' },
  { timeZone: 'Asia/Kathmandu', reportTime: '00:00' },
  { timeZone: 'UTC', reportTime: '23:55' },
];
/** Evenings before the clocks change in Berlin (twice) and on Lord Howe Island, and one in the middle of summer. */
const STARTS = ['2026-03-28T20:00:00Z', '2026-10-24T19:00:00Z', '2026-04-04T09:00:00Z', '2026-07-01T12:00:00Z'];

const area = fc.constantFrom('hall', 'bar', 'tent', 'yard');
const client = fc.constantFrom('a', 'b', 'c');
const category = fc.option(fc.constantFrom('adult', 'child'), { freq: 6, nil: undefined });
const people = fc.integer({ min: 0, max: 12 });
const limit = fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 15 }));
const change = fc.oneof(
  fc.constant(1),
  fc.integer({ min: -12, max: 12 }).filter((one) => one !== 0),
);
/**
 * The time since the previous step. It is a multiple of 10 ms, so that no late event falls on the moment of another.
 */
const pause = fc.oneof(
  { weight: 6, arbitrary: fc.integer({ min: 1, max: 20_000 }).map((hundredths) => hundredths * 10) },
  { weight: 2, arbitrary: fc.integer({ min: 1, max: 90 }).map((minutes) => minutes * MINUTE_MS) },
  { weight: 1, arbitrary: fc.integer({ min: 1, max: 40 }).map((hours) => hours * HOUR_MS) },
);
const late = fc.oneof(
  { weight: 4, arbitrary: fc.constant(0) },
  ...[30 * 3600, 3600].map((max) => ({
    weight: 1,
    arbitrary: fc.integer({ min: 1, max }).map((seconds) => seconds * 1000 + 3),
  })),
);

interface Made {
  seq: number;
  at: number;
  tap: TestTap;
}

/** One thing that happens. Returns how many ms it took, if any. */
type Step = (room: TestRoom, at: number, made: Made[]) => number | undefined | void;

function count(room: TestRoom, at: number, receivedAt: number, tap: TestTap, made: Made[]): void {
  const seq = room.tap(at, { ...tap, receivedAt });
  if (seq !== null) made.push({ seq, at, tap });
}

const tap: fc.Arbitrary<Step> = fc
  .record({ client, area, to: fc.option(area, { freq: 4, nil: undefined }), change, late, category })
  .map(({ late: lateMs, to, ...what }) => (room, at, made) => {
    if (!room.has(what.area) || (to !== undefined && (!room.has(to) || to === what.area))) return;
    count(room, at - lateMs, at, { ...what, ...(to !== undefined && { to }) }, made);
  });

/**
 * Devices that count at the same time, each repeating the same tap, so that runs form. Their devices may send the taps
 * late.
 */
const rush: fc.Arbitrary<Step> = fc
  .record({
    doors: fc.uniqueArray(fc.record({ client, area, change, category }), {
      minLength: 1,
      maxLength: 3,
      selector: (door) => door.client,
    }),
    gaps: fc.array(fc.integer({ min: 1, max: 400 }), { minLength: 2, maxLength: 9 }),
    late,
  })
  .map(({ doors, gaps, late: lateMs }) => (room, from, made) => {
    let at = from;
    for (const [index, hundredths] of gaps.entries()) {
      at += hundredths * 10;
      const door = doors[index % doors.length];
      if (door !== undefined && room.has(door.area)) count(room, at - lateMs, at, door, made);
    }
    return at - from;
  });

/** People leave, and an entry from before that arrives afterwards: the entrance's phone has a slow network. */
const slowEntrance: fc.Arbitrary<Step> = fc
  .record({
    area,
    left: fc.integer({ min: 1, max: 25 }),
    came: fc.integer({ min: 1, max: 25 }),
    late,
    out: category,
    in: category,
  })
  .map(({ area: areaId, left, came, late: lateMs, out, in: entry }) => (room, at, made) => {
    if (!room.has(areaId)) return 0;
    count(room, at, at, { client: 'a', area: areaId, change: 0 - left, category: out }, made);
    count(room, at - 1_003 - lateMs, at + 10, { client: 'b', area: areaId, change: came, category: entry }, made);
    return 10;
  });

const undo: fc.Arbitrary<Step> = fc
  .record({ back: fc.integer({ min: 0, max: 4 }), late })
  .map(({ back, late: lateMs }) => (room, at, made) => {
    const undone = made.at(-1 - back);
    // A device cannot take back a tap that it has not made yet.
    if (undone !== undefined)
      room.undo(Math.max(undone.at, at - lateMs), undone.seq, { ...undone.tap, receivedAt: at });
  });

const onArea = (value: fc.Arbitrary<number>, act: (room: TestRoom, at: number, areaId: string, of: number) => void) =>
  fc.tuple(area, value).map(([areaId, of]): Step => (room, at) => {
    if (room.has(areaId)) act(room, at, areaId, of);
  });

const recount: fc.Arbitrary<Step> = fc
  .tuple(area, people, people, fc.boolean())
  .map(([areaId, adult, child, isNamed]) => (room, at) => {
    if (room.has(areaId)) room.recount(at, areaId, adult + child, isNamed ? { adult, child } : undefined);
  });

const categories: fc.Arbitrary<Step> = fc
  .record({ adult: limit, child: limit })
  .map((capacities) => (room, at) => room.setCategories(at, capacities));

/** What authorities allow: no limit, one of them, or both. */
const limits: fc.Arbitrary<Limit[]> = fc
  .record({ license: limit, fire: limit })
  .map((allowed) =>
    LIMIT_KINDS.flatMap((kind) =>
      allowed[kind] === 0 ? [] : [{ kind, capacity: allowed[kind], condition: `No more than ${allowed[kind]}` }],
    ),
  );
const venue: fc.Arbitrary<Step> = fc
  .record({ guests: limit, limits, staffAllowance: fc.integer({ min: 0, max: 3 }) })
  .map(({ guests, limits: set, staffAllowance }) => (room, at) => {
    const rest = { staffAllowance, safetyMarginPercent: 10, alertThresholds: [] };
    const own = { capacity: guests === 0 ? null : guests, ...rest };
    room.setVenue(at, room.venue, limitedVenue(set.length === 0 ? own : { ...own, limits: set }));
  });

const areaLimits: fc.Arbitrary<Step> = fc.tuple(area, limits).map(([areaId, set]) => (room, at) => {
  if (room.has(areaId)) room.setLimits(at, areaId, set);
});

const otherArea: fc.Arbitrary<Step> = area.map((areaId) => (room, at) => {
  if (room.areas.get(areaId) === undefined) room.addArea(at, areaId, 9);
  else if (areaId !== 'hall' && room.has(areaId)) room.deleteArea(at, areaId);
});

const step = fc.oneof(
  { weight: 9, arbitrary: tap },
  { weight: 3, arbitrary: rush },
  { weight: 3, arbitrary: slowEntrance },
  { weight: 3, arbitrary: undo },
  { weight: 2, arbitrary: recount },
  { weight: 1, arbitrary: categories },
  { weight: 1, arbitrary: fc.constant<Step>((room, at) => room.resetAll(at)) },
  { weight: 1, arbitrary: onArea(limit, (room, at, areaId, of) => room.setCapacity(at, areaId, of)) },
  { weight: 1, arbitrary: venue },
  { weight: 1, arbitrary: areaLimits },
  { weight: 1, arbitrary: otherArea },
);

/** A room with its history, the clock of its days, and the time of its report. */
export interface History {
  room: TestRoom;
  clock: DayClock;
  now: number;
}

/** Days with everything that devices, admins and bad networks can do. */
export const histories: fc.Arbitrary<History> = fc
  .record({
    clock: fc.constantFrom(...CLOCKS),
    start: fc.constantFrom(...STARTS),
    steps: fc.array(fc.record({ pause, step }), { minLength: 1, maxLength: 60, size: 'max' }),
    rest: fc.integer({ min: 0, max: 3 * DAY_MS }),
    hasCategories: fc.boolean(),
  })
  .map(({ clock, start, steps, rest, hasCategories }) => {
    const room = new TestRoom(clock);
    const made: Made[] = [];
    let at = Date.parse(start);
    room.addArea(at, 'hall', 10);
    room.addArea(at, 'bar', 5);
    if (hasCategories) room.setCategories(at, 'adult', 'child');
    for (const one of steps) {
      at += one.pause;
      at += one.step(room, at, made) ?? 0;
    }
    return { room, clock, now: at + rest };
  });
