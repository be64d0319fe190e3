import { describe, expect, test } from 'vitest';
import { AREAS, DEVICES, MAIN, STEP_FREE_GATE, TENT } from '../../../../scripts/demo/festival';
import { planFestival, type PlannedTap, type Step, tallyOf } from '../../../../scripts/demo/plan';

/** A Wednesday afternoon, local time. */
const NOW = new Date(2026, 10, 18, 15, 40).getTime();
const HOUR_MS = 3_600_000;
const SEED = 20_261_121;
const plan = planFestival({ now: NOW, seed: SEED, size: 1 });
const { steps } = plan;
const taps = steps.filter((step) => step.type === 'tap');
const HISTORY = historyOf(steps);

/** Who is where after each step, by arithmetic of this test's own. */
function historyOf(played: readonly Step[]): { at: number; inside: number[] }[] {
  let inside = AREAS.map(() => 0);
  return played.map((step) => {
    inside = inside.map((people, area) => {
      if (step.type === 'reset') return step.area === area ? 0 : people;
      if (step.type === 'recount') return step.area === area ? step.occupancy : people;
      if (step.type !== 'tap') return people;
      if (step.tap.area === area) return people + step.tap.change;
      return step.tap.to === area ? people - step.tap.change : people;
    });
    return { at: step.at, inside };
  });
}

/** Percent of an area's capacity at a local time of the weekend. */
function percentAt(area: number, day: number, hour: number): number {
  const at = new Date(2026, 10, day, 0, hour * 60).getTime();
  const inside = HISTORY.findLast((moment) => moment.at <= at)?.inside[area] ?? 0;
  return (100 * inside) / (AREAS[area]?.capacity ?? 0);
}

/** What each device sends from one join to its next, in order. */
function visits(): { device: number; taps: PlannedTap[] }[] {
  const all: { device: number; taps: PlannedTap[] }[] = [];
  const present = new Map<number, { device: number; taps: PlannedTap[] }>();
  for (const step of steps) {
    if (step.type === 'join') {
      expect(present.has(step.device)).toBe(false);
      const visit = { device: step.device, taps: [] };
      present.set(step.device, visit);
      all.push(visit);
    }
    if (step.type === 'leave') present.delete(step.device);
    if (step.type !== 'tap') continue;
    const visit = present.get(step.tap.device);
    if (visit === undefined) throw new Error(`Device ${step.tap.device} taps without being there`);
    visit.taps.push(step.tap);
  }
  return all;
}

describe('the demo festival', () => {
  test('has about 30,000 taps on four areas at twelve devices, the same ones for the same seed', () => {
    expect(taps.length).toBeGreaterThan(28_000);
    expect(taps.length).toBeLessThan(34_000);
    expect(new Set(taps.map(({ tap }) => tap.device)).size).toBe(DEVICES.length);
    expect(new Set(taps.map(({ tap }) => tap.area)).size).toBe(AREAS.length);
    expect(planFestival({ now: NOW, seed: SEED, size: 1 })).toEqual(plan);
    expect(planFestival({ now: NOW, seed: SEED + 1, size: 1 })).not.toEqual(plan);
  });

  test('lasts from Friday evening to Sunday night, and goes on today until now', () => {
    const days = new Set(taps.map(({ at }) => new Date(at - 6 * HOUR_MS).getDate()));
    expect([...days]).toEqual([13, 14, 15, 18]);
    expect(steps.filter(({ at }, next) => at < (steps[next - 1]?.at ?? 0))).toEqual([]);
    expect(plan.preparedAt).toBeLessThan(steps[0]?.at ?? 0);
    expect(steps.at(-1)?.at).toBeLessThan(NOW);
    expect(steps.at(-1)?.at).toBeGreaterThan(NOW - HOUR_MS / 30);
  });

  test('never lets out who is not in, and keeps to the capacities but for the tent on Saturday night', () => {
    for (const [area, { capacity }] of AREAS.entries()) {
      const people = HISTORY.map(({ inside }) => inside[area] ?? 0);
      expect(Math.min(...people)).toBe(0);
      expect(Math.max(...people)).toBeGreaterThan(0.75 * capacity);
      expect(Math.max(...people)).toBeLessThan((area === TENT ? 1.05 : 1) * capacity);
    }
    const over = HISTORY.filter(({ inside }) => (inside[TENT] ?? 0) > AREAS[TENT].capacity).map(({ at }) => at);
    expect(new Date(over[0] ?? 0).getDate()).toBe(14);
    expect((over.at(-1) ?? 0) - (over[0] ?? 0)).toBeLessThan(HOUR_MS / 2);
  });

  test('knows what the areas say in the end', () => {
    const tallies = tallyOf(steps);
    expect(tallies.map(({ occupancy }) => occupancy)).toEqual(HISTORY.at(-1)?.inside);
    const adjusted = steps.map((step, next) => {
      if (step.type !== 'reset' && step.type !== 'recount') return 0;
      return (HISTORY[next]?.inside[step.area] ?? 0) - (HISTORY[next - 1]?.inside[step.area] ?? 0);
    });
    const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0);
    const counted = tallies.map(({ entries, exits }) => entries - exits);
    expect(sum(counted) + sum(adjusted)).toBe(sum(tallies.map(({ occupancy }) => occupancy)));
  });

  test('an undo takes a count back, a transfer leaves one area and enters the other', () => {
    const tap = (seq: number, change: number, more: object = {}): Step => {
      return { type: 'tap', at: seq, tap: { device: 0, area: MAIN, seq, change, at: seq, ...more } };
    };
    const played = [
      tap(1, 10),
      tap(2, 5),
      tap(3, -5, { undoes: 2 }),
      tap(4, -3, { to: TENT }),
      tap(5, -1),
      tap(6, 3, { to: TENT, undoes: 4 }),
      tap(7, -2, { to: TENT }),
    ];
    const tallies = tallyOf(played);
    expect(tallies[MAIN]).toEqual({ occupancy: 7, entries: 10, exits: 3 });
    expect(tallies[TENT]).toEqual({ occupancy: 2, entries: 2, exits: 0 });
  });

  test('fills before the headliners and empties after them', () => {
    expect(percentAt(MAIN, 14, 16)).toBeLessThan(35);
    expect(percentAt(MAIN, 14, 22.5)).toBeGreaterThan(90);
    expect(percentAt(MAIN, 15, 0.3)).toBeLessThan(35);
    expect(percentAt(MAIN, 15, 3)).toBe(0);
    expect(HISTORY.at(-1)?.inside[MAIN]).toBeGreaterThan(1_000);
  });

  test('has groups, transfers, mistakes taken back, recounts, and a device that is gone', () => {
    const changes = new Set(taps.map(({ tap }) => Math.abs(tap.change)));
    expect([...changes].toSorted((a, b) => a - b)).toEqual([1, 5, 10]);
    expect(taps.filter(({ tap }) => tap.to !== undefined).length).toBeGreaterThan(5_000);
    expect(taps.filter(({ tap }) => tap.undoes !== undefined).length).toBeGreaterThan(30);
    expect(steps.filter(({ type }) => type === 'recount')).toHaveLength(2);
    expect(steps.filter(({ type }) => type === 'acknowledge').length).toBeGreaterThan(2);
    const gone = steps.findLast((step) => step.type === 'leave');
    expect(gone).toMatchObject({ device: STEP_FREE_GATE });
    expect(NOW - (gone?.at ?? 0)).toBeGreaterThan(HOUR_MS / 2);
    const lateness = taps.map(({ at, tap }) => at - tap.at);
    expect(Math.max(...lateness)).toBeGreaterThan(HOUR_MS / 2);
    expect(lateness.filter((late) => late > 0).length).toBeGreaterThan(50);
  });

  test('keeps to the protocol: seqs without a gap, own taps undone, doors in their direction', () => {
    for (const { device, taps: made } of visits()) {
      expect(made.map(({ seq }) => seq)).toEqual(made.map((_, index) => index + 1));
      const plain = made.filter(({ undoes }) => undoes === undefined);
      const changes = plain.map(({ change }) => change);
      const { direction } = DEVICES[device] ?? { direction: 'both' };
      if (direction === 'in') expect(Math.min(...changes)).toBeGreaterThan(0);
      if (direction === 'out') expect(Math.max(...changes)).toBeLessThan(0);
      expect(plain.filter(({ to, change }) => to !== undefined && change > 0)).toEqual([]);
      for (const { area, change, undoes } of made) {
        if (undoes !== undefined) expect(made[undoes - 1]).toMatchObject({ area, change: 0 - change });
      }
    }
  });

  test.each([
    ['a Sunday evening', new Date(2026, 10, 15, 20)],
    ['a Monday at four', new Date(2026, 10, 16, 4)],
    ['a Monday at noon', new Date(2026, 10, 16, 12)],
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
