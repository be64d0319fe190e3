import * as fc from 'fast-check';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../../src/shared/limits';
import type { DayClock } from '../../../../src/shared/rules/business-day';
import type { VenueSettings } from '../../../../src/shared/schemas/venue-settings';
import { TestRoom, type TestTap } from './support';

const CLOCKS: readonly DayClock[] = [
  { timeZone: 'Europe/Berlin', reportTime: '06:00' },
  { timeZone: 'Europe/Berlin', reportTime: '02:30' },
  { timeZone: 'Australia/Lord_Howe', reportTime: '01:45' },
  { timeZone: 'Asia/Kathmandu', reportTime: '00:00' },
  { timeZone: 'UTC', reportTime: '23:55' },
];
/** Before clocks change in Berlin (twice) and on Lord Howe Island, and in the middle of summer. */
const STARTS = ['2026-03-28T20:00:00Z', '2026-10-24T19:00:00Z', '2026-04-04T09:00:00Z', '2026-07-01T12:00:00Z'];

const AREAS = ['hall', 'bar', 'tent', 'yard'];
const area = fc.constantFrom(...AREAS);

/** So long after the one before; multiples of 10 ms, so that nothing late ever falls on the moment of another. */
const pause = fc.oneof(
  { weight: 6, arbitrary: fc.integer({ min: 1, max: 20_000 }).map((hundredths) => hundredths * 10) },
  { weight: 2, arbitrary: fc.integer({ min: 1, max: 90 }).map((minutes) => minutes * MINUTE_MS) },
  { weight: 1, arbitrary: fc.integer({ min: 1, max: 40 }).map((hours) => hours * HOUR_MS) },
);
const late = fc.oneof(
  { weight: 4, arbitrary: fc.constant(0) },
  {
    weight: 1,
    arbitrary: fc.integer({ min: 1, max: 30 * 3600 }).map((seconds) => seconds * 1000 + 3),
  },
  { weight: 1, arbitrary: fc.integer({ min: 1, max: 3600 }).map((seconds) => seconds * 1000 + 3) },
);
const change = fc.oneof(
  fc.constant(1),
  fc.integer({ min: -12, max: 12 }).filter((people) => people !== 0),
);
const limit = fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 15 }));

interface Made {
  seq: number;
  at: number;
  tap: TestTap;
}

/** Answers how many ms it took, where that is any. */
type Doing = (room: TestRoom, at: number, made: Made[]) => number | undefined | void;

const tap: fc.Arbitrary<Doing> = fc
  .record({
    client: fc.constantFrom('a', 'b', 'c'),
    area,
    to: fc.option(area, { freq: 4, nil: undefined }),
    change,
    late,
  })
  .map(({ late: lateMs, to, ...what }) => (room, at, made) => {
    if (!room.has(what.area) || (to !== undefined && (!room.has(to) || to === what.area))) return;
    const given: TestTap = { ...what, ...(to !== undefined && { to }) };
    const seq = room.tap(at - lateMs, { ...given, receivedAt: at });
    if (seq !== null) made.push({ seq, at: at - lateMs, tap: given });
  });

/** Doors that count at once, each the same again and again: what runs are made of. Their devices may send it late. */
const rush: fc.Arbitrary<Doing> = fc
  .record({
    doors: fc.uniqueArray(fc.record({ client: fc.constantFrom('a', 'b', 'c'), area, change }), {
      minLength: 1,
      maxLength: 3,
      selector: ({ client }) => client,
    }),
    gaps: fc.array(fc.integer({ min: 1, max: 400 }), { minLength: 2, maxLength: 9 }),
    late,
  })
  .map(({ doors, gaps, late: lateMs }) => (room, from, made) => {
    let took = 0;
    for (const [index, hundredths] of gaps.entries()) {
      took += hundredths * 10;
      const {
        client,
        area: areaId,
        change: people,
      } = doors[index % doors.length] ?? { client: 'a', area: 'hall', change: 1 };
      if (!room.has(areaId)) continue;
      const given: TestTap = { client, area: areaId, change: people };
      const madeAt = from + took - lateMs;
      const seq = room.tap(madeAt, { ...given, receivedAt: from + took });
      if (seq !== null) made.push({ seq, at: madeAt, tap: given });
    }
    return took;
  });

const undo: fc.Arbitrary<Doing> = fc
  .record({ back: fc.integer({ min: 0, max: 4 }), late })
  .map(({ back, late: lateMs }) => (room, at, made) => {
    const undone = made.at(-1 - back);
    // A device cannot take back what it has not made yet.
    if (undone !== undefined)
      room.undo(Math.max(undone.at, at - lateMs), undone.seq, { ...undone.tap, receivedAt: at });
  });

const recount: fc.Arbitrary<Doing> = fc
  .record({ area, people: fc.integer({ min: 0, max: 12 }) })
  .map(({ area: areaId, people }) => (room, at) => {
    if (room.has(areaId)) room.recount(at, areaId, people);
  });

const resetAll: fc.Arbitrary<Doing> = fc.constant((room, at) => room.resetAll(at));

const capacity: fc.Arbitrary<Doing> = fc
  .record({ area, limit })
  .map(({ area: areaId, limit: people }) => (room, at) => {
    if (room.has(areaId)) room.setCapacity(at, areaId, people);
  });

const venue: fc.Arbitrary<Doing> = limit.map((people) => (room, at) => {
  const settings: VenueSettings = {
    capacity: people === 0 ? null : people,
    staffAllowance: 0,
    safetyMarginPercent: 10,
    alertThresholds: [],
  };
  room.setVenue(at, room.venue, settings);
});

const otherArea: fc.Arbitrary<Doing> = area.map((areaId) => (room, at) => {
  if (room.areas.get(areaId) === undefined) room.addArea(at, areaId, 9);
  else if (areaId !== 'hall' && room.has(areaId)) room.deleteArea(at, areaId);
});

const doing = fc.oneof(
  { weight: 9, arbitrary: tap },
  { weight: 3, arbitrary: rush },
  { weight: 3, arbitrary: undo },
  { weight: 2, arbitrary: recount },
  { weight: 1, arbitrary: resetAll },
  { weight: 1, arbitrary: capacity },
  { weight: 1, arbitrary: venue },
  { weight: 1, arbitrary: otherArea },
);

/** What a room has been through, the clock of its days, and when it is told. */
export interface History {
  room: TestRoom;
  clock: DayClock;
  now: number;
}

/** Days with everything that doors, desks and bad networks do. */
export const histories: fc.Arbitrary<History> = fc
  .record({
    clock: fc.constantFrom(...CLOCKS),
    start: fc.constantFrom(...STARTS),
    steps: fc.array(fc.record({ pause, doing }), { minLength: 1, maxLength: 60, size: 'max' }),
    rest: fc.integer({ min: 0, max: 3 * DAY_MS }),
  })
  .map(({ clock, start, steps, rest }) => {
    const room = new TestRoom();
    const made: Made[] = [];
    let at = Date.parse(start);
    room.addArea(at, 'hall', 10);
    room.addArea(at, 'bar', 5);
    for (const step of steps) {
      at += step.pause;
      at += step.doing(room, at, made) ?? 0;
    }
    return { room, clock, now: at + rest };
  });
