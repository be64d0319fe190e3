import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { beginDemo, findDemo, saveDemo } from '../../../scripts/demo/demo';
import { AREAS, DEVICES, MAIN, STEP_FREE_GATE, TENT } from '../../../scripts/demo/festival';
import { liveGoal, nextLiveTap } from '../../../scripts/demo/live-crowd';
import { planFestival, type PlannedTap, type Step, tallyOf } from '../../../scripts/demo/plan';
import { seededRandom } from '../../support/random';

const HOUR_MS = 3_600_000;

describe('the folder of a demo', () => {
  let folder = '';
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'headroom-demo-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  test('is found again once it is filled, begun anew when it was broken off, and left alone when it is no demo', () => {
    const demo = { email: 'demo@headroom.example', password: 'Harbor-2026!', eventId: 'event', areaIds: ['a', 'b'] };
    const stateDir = join(folder, 'demo');
    expect(findDemo(stateDir)).toBeNull();
    beginDemo(stateDir);
    expect(findDemo(stateDir)).toBeNull();
    saveDemo(stateDir, demo);
    expect(findDemo(stateDir)).toEqual(demo);
    writeFileSync(join(stateDir, 'rooms'), '');
    beginDemo(stateDir);
    expect(existsSync(join(stateDir, 'rooms'))).toBe(false);

    writeFileSync(join(folder, 'precious'), '');
    expect(() => findDemo(folder)).toThrow('holds something else than a demo');
    expect(readdirSync(folder)).toContain('precious');
  });
});

/** A Wednesday afternoon, local time. */
const NOW = new Date(2026, 10, 18, 15, 40).getTime();
const SEED = 20_261_121;
const plan = planFestival({ now: NOW, seed: SEED, size: 1 });
const { steps } = plan;
const taps = steps.filter((step) => step.type === 'tap');

/** Who is where after each step, by arithmetic of this test's own. */
let inside = AREAS.map(() => 0);
const HISTORY = steps.map((step) => {
  inside = inside.map((people, area) => {
    if (step.type === 'reset') return step.area === area ? 0 : people;
    if (step.type === 'recount') return step.area === area ? step.occupancy : people;
    if (step.type !== 'tap') return people;
    if (step.tap.area === area) return people + step.tap.change;
    return step.tap.to === area ? people - step.tap.change : people;
  });
  return { at: step.at, inside };
});

/** Percent of the main stage's capacity at a local time of the weekend. */
function percentAt(day: number, hour: number): number {
  const at = new Date(2026, 10, day, 0, hour * 60).getTime();
  return (100 * (HISTORY.findLast((moment) => moment.at <= at)?.inside[MAIN] ?? 0)) / (AREAS[MAIN]?.capacity ?? 0);
}

describe('the demo festival', () => {
  test('has about 30,000 taps on four areas at twelve devices, the same ones for the same seed', () => {
    expect(Math.abs(taps.length - 31_000)).toBeLessThan(3_000);
    expect(new Set(taps.map(({ tap }) => tap.device)).size).toBe(DEVICES.length);
    expect(new Set(taps.map(({ tap }) => tap.area)).size).toBe(AREAS.length);
    expect(planFestival({ now: NOW, seed: SEED, size: 1 })).toEqual(plan);
    expect(planFestival({ now: NOW, seed: SEED + 1, size: 1 })).not.toEqual(plan);
  });

  test('lasts from Friday evening to Sunday night, fills for the headliners, and goes on today until now', () => {
    const days = new Set(taps.map(({ at }) => new Date(at - 6 * HOUR_MS).getDate()));
    expect([...days]).toEqual([13, 14, 15, 18]);
    expect(steps.filter(({ at }, next) => at < (steps[next - 1]?.at ?? 0))).toEqual([]);
    expect(plan.preparedAt).toBeLessThan(steps[0]?.at ?? 0);
    expect(steps.at(-1)?.at).toBeLessThan(NOW);
    expect(percentAt(14, 16)).toBeLessThan(35);
    expect(percentAt(14, 22.5)).toBeGreaterThan(90);
    expect(percentAt(15, 3)).toBe(0);
    expect(HISTORY.at(-1)?.inside[MAIN]).toBeGreaterThan(1_000);
  });

  test('lets nobody out who is not in, and keeps to the capacities but for the tent on Saturday night', () => {
    for (const [area, { capacity }] of AREAS.entries()) {
      const people = HISTORY.map((moment) => moment.inside[area] ?? 0);
      expect(Math.min(...people)).toBe(0);
      expect(Math.max(...people)).toBeGreaterThan(0.75 * capacity);
      expect(Math.max(...people)).toBeLessThan((area === TENT ? 1.05 : 1) * capacity);
    }
    const over = HISTORY.filter((moment) => (moment.inside[TENT] ?? 0) > AREAS[TENT].capacity).map(({ at }) => at);
    expect(new Date(over[0] ?? 0).getDate()).toBe(14);
    expect((over.at(-1) ?? 0) - (over[0] ?? 0)).toBeLessThan(HOUR_MS / 2);
  });

  test('knows what the areas say in the end, with undos taken back and transfers in both areas', () => {
    expect(tallyOf(steps).map(({ occupancy }) => occupancy)).toEqual(HISTORY.at(-1)?.inside);
    const tap = (seq: number, change: number, more: object = {}): Step => {
      return { type: 'tap', at: seq, tap: { device: 0, area: MAIN, seq, change, at: seq, ...more } };
    };
    const [undo, move] = [tap(3, -5, { undoes: 2 }), tap(4, -3, { to: TENT })];
    const moveBack = tap(6, 3, { to: TENT, undoes: 4 });
    const tallies = tallyOf([tap(1, 10), tap(2, 5), undo, move, tap(5, -1), moveBack, tap(7, -2, { to: TENT })]);
    expect(tallies[MAIN]).toEqual({ occupancy: 7, entries: 10, exits: 3 });
    expect(tallies[TENT]).toEqual({ occupancy: 2, entries: 2, exits: 0 });
  });

  test('has groups, transfers, mistakes taken back, recounts, late taps, and a device that is gone', () => {
    const changes = new Set(taps.map(({ tap }) => Math.abs(tap.change)));
    expect([...changes].toSorted((a, b) => a - b)).toEqual([1, 5, 10]);
    expect(taps.filter(({ tap }) => tap.to !== undefined).length).toBeGreaterThan(5_000);
    expect(taps.filter(({ tap }) => tap.undoes !== undefined).length).toBeGreaterThan(30);
    expect(taps.filter(({ at, tap }) => at - tap.at > 0).length).toBeGreaterThan(50);
    expect(steps.filter(({ type }) => type === 'recount')).toHaveLength(2);
    expect(steps.filter(({ type }) => type === 'acknowledge').length).toBeGreaterThan(2);
    const gone = steps.findLast((step) => step.type === 'leave');
    expect(gone).toMatchObject({ device: STEP_FREE_GATE });
    expect(NOW - (gone?.at ?? 0)).toBeGreaterThan(HOUR_MS / 2);
  });

  test('keeps to the protocol: seqs without a gap from each join on, own taps undone, doors in their direction', () => {
    const sent = new Map<number, PlannedTap[]>();
    for (const step of steps) {
      if (step.type === 'join') sent.set(step.device, []);
      if (step.type !== 'tap') continue;
      const { device, seq, area, change, undoes } = step.tap;
      const made = sent.get(device) ?? [];
      made.push(step.tap);
      expect(seq).toBe(made.length);
      if (undoes !== undefined) expect(made[undoes - 1]).toMatchObject({ area, change: 0 - change });
      const { direction = 'both' } = DEVICES[device] ?? {};
      if (undoes === undefined && direction !== 'both') expect(change > 0).toBe(direction === 'in');
    }
  });

  test.each([
    ['a Sunday evening', new Date(2026, 10, 15, 20)],
    ['a Monday at four', new Date(2026, 10, 16, 4)],
    ['a Friday night', new Date(2026, 10, 20, 23, 59)],
    ['the night when clocks go back', new Date(2026, 9, 25, 3, 30)],
  ])('is over before today begins, on %s', (_when, date) => {
    const now = date.getTime();
    const made = planFestival({ now, seed: SEED, size: 0.05 }).steps;
    const joins = made.filter(({ type }) => type === 'join');
    expect(joins).toHaveLength(4 * DEVICES.length);
    const todayBegins = joins[3 * DEVICES.length]?.at ?? 0;
    const weekend = made.filter(({ at }) => at < todayBegins);
    expect(new Date(weekend[0]?.at ?? 0).getDay()).toBe(5);
    expect(weekend.at(-1)?.type).toBe('reset');
    expect(tallyOf(weekend).map(({ occupancy }) => occupancy)).toEqual([0, 0, 0, 0]);
    expect(now - todayBegins).toBeLessThan(7 * HOUR_MS);
    expect(made.at(-1)?.at).toBeLessThan(now);
  });
});

describe('the live crowd', () => {
  type Live = { occupancy: number; capacity: number } | undefined;
  const empty = (): Live[] => AREAS.map(({ capacity }) => ({ occupancy: 0, capacity }));

  /** Plays `count` taps, `everyMs` apart; nobody leaves who is not in. */
  function play(areas: Live[], count: number, everyMs: number): Set<number> {
    const random = seededRandom(7);
    const devices = new Set<number>();
    for (let tap = 0; tap < count; tap++) {
      const next = nextLiveTap(random, areas, tap * everyMs);
      if (next === null) continue;
      devices.add(next.device);
      const [from, to] = [areas[next.area], next.to === undefined ? undefined : areas[next.to]];
      if (from === undefined) throw new Error('A tap on an area that is not there');
      from.occupancy += next.change;
      if (to !== undefined) to.occupancy -= next.change;
      expect(from.occupancy).toBeGreaterThanOrEqual(0);
    }
    return devices;
  }

  test('comes to where people are missing, through every door but the one whose device is offline', () => {
    const areas = empty();
    const devices = play(areas, 20_000, (0.5 * HOUR_MS) / 20_000);
    for (const [area, { occupancy, capacity } = { occupancy: 0, capacity: 0 }] of areas.entries()) {
      expect(Math.abs((100 * occupancy) / capacity - liveGoal(area, 0.5 * HOUR_MS))).toBeLessThan(6);
    }
    expect(devices.has(STEP_FREE_GATE)).toBe(false);
    expect(devices.size).toBeGreaterThanOrEqual(DEVICES.length - 2);
  });

  test('keeps moving, and leaves an area alone that somebody deleted', () => {
    for (const area of AREAS.keys()) {
      const goals = Array.from({ length: 120 }, (_, minute) => liveGoal(area, minute * 60_000));
      expect(Math.max(...goals) - Math.min(...goals)).toBeGreaterThan(8);
      expect(Math.max(...goals)).toBeLessThan(100);
    }
    play(
      empty().map((area, index) => (index === TENT ? undefined : area)),
      2_000,
      100,
    );
    expect(nextLiveTap(seededRandom(1), [undefined, undefined, undefined, undefined], 0)).toBeNull();
  });
});
