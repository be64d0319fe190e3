import { expect, test } from 'vitest';
import { AREAS, DEVICES, STEP_FREE_GATE, TENT } from '../../../../scripts/demo/festival';
import { liveGoal, nextLiveTap } from '../../../../scripts/demo/live-crowd';
import { seededRandom } from '../../../support/random';

const HOUR_MS = 3_600_000;
const empty = () => AREAS.map(({ capacity }) => ({ occupancy: 0, capacity }));

/** Plays `taps` taps, `everyMs` apart. */
function play(areas: ({ occupancy: number; capacity: number } | undefined)[], taps: number, everyMs: number) {
  const random = seededRandom(7);
  const devices = new Set<number>();
  let lowest = 0;
  for (let tap = 0; tap < taps; tap++) {
    const next = nextLiveTap(random, areas, tap * everyMs);
    if (next === null) continue;
    devices.add(next.device);
    const [from, to] = [areas[next.area], next.to === undefined ? undefined : areas[next.to]];
    if (from === undefined) throw new Error('A tap on an area that is not there');
    from.occupancy += next.change;
    if (to !== undefined) to.occupancy -= next.change;
    lowest = Math.min(lowest, from.occupancy);
  }
  return { devices, lowest };
}

test('people come to where they are missing, through every door but the one whose device is offline', () => {
  const areas = empty();
  const { devices, lowest } = play(areas, 20_000, (0.5 * HOUR_MS) / 20_000);
  for (const [area, { occupancy, capacity }] of areas.entries()) {
    expect(Math.abs((100 * occupancy) / capacity - liveGoal(area, 0.5 * HOUR_MS))).toBeLessThan(6);
  }
  expect(lowest).toBe(0);
  expect(devices.has(STEP_FREE_GATE)).toBe(false);
  expect(devices.size).toBeGreaterThanOrEqual(DEVICES.length - 2);
});

test('the crowd keeps moving: what an area is meant to hold rises and falls within the hours', () => {
  for (const area of AREAS.keys()) {
    const goals = Array.from({ length: 120 }, (_, minute) => liveGoal(area, minute * 60_000));
    expect(Math.max(...goals) - Math.min(...goals)).toBeGreaterThan(8);
    expect(Math.max(...goals)).toBeLessThan(100);
  }
});

test('an area that somebody deleted is left alone, and so is everything when all are gone', () => {
  const areas = empty().map((area, index) => (index === TENT ? undefined : area));
  play(areas, 2_000, 100);
  expect(nextLiveTap(seededRandom(1), [undefined, undefined, undefined, undefined], 0)).toBeNull();
});
