import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { beginDemo, findDemo, saveDemo } from '../../../scripts/demo/demo';
import { AREAS, DEVICES, STEP_FREE_GATE } from '../../../scripts/demo/festival';
import { liveGoal, nextLiveTap } from '../../../scripts/demo/live-crowd';
import { planFestival, tallyOf } from '../../../scripts/demo/plan';
import { seededRandom } from '../../support/random';

test('a folder with a demo is found again, and a folder with other contents is left alone', () => {
  const folder = mkdtempSync(join(tmpdir(), 'headroom-demo-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const demo = { email: 'demo@headroom.example', password: 'Harbor-2026!', eventId: 'event', areaIds: ['a', 'b'] };
  const stateDir = join(folder, 'demo');
  expect(findDemo(stateDir)).toBeNull();
  beginDemo(stateDir);
  saveDemo(stateDir, demo);
  expect(findDemo(stateDir)).toEqual(demo);
  expect(() => findDemo(folder)).toThrow('holds something else than a demo');
});

test('the festival has about 32,000 taps in four areas on twelve devices, and the same seed gives the same taps', () => {
  const options = { now: new Date(2026, 10, 18, 15, 40).getTime(), seed: 20_261_121, size: 1 };
  const plan = planFestival(options);
  const taps = plan.steps.filter((step) => step.type === 'tap');
  expect(Math.abs(taps.length - 32_000)).toBeLessThan(1_000);
  expect(new Set(taps.map(({ tap }) => tap.device)).size).toBe(DEVICES.length);
  expect(new Set(taps.map(({ tap }) => tap.area)).size).toBe(AREAS.length);
  expect(planFestival(options)).toEqual(plan);
  for (const { occupancy, entries, exits } of tallyOf(plan.steps)) {
    expect(occupancy).toBeGreaterThanOrEqual(0);
    expect(entries).toBeGreaterThan(exits);
  }
});

test('live taps of the demo go to areas below their goal, through every device except the one that is offline', () => {
  const random = seededRandom(7);
  const areas = AREAS.map(({ capacity }) => ({ occupancy: 0, capacity }));
  const devices = new Set<number>();
  const halfAnHour = 30 * 60_000;
  for (let tap = 0; tap < 20_000; tap++) {
    const next = nextLiveTap(random, areas, (tap * halfAnHour) / 20_000);
    const from = next && areas[next.area];
    if (!from) continue;
    devices.add(next.device);
    from.occupancy += next.change;
    const to = next.to === undefined ? undefined : areas[next.to];
    if (to) to.occupancy -= next.change;
    expect(from.occupancy).toBeGreaterThanOrEqual(0);
  }
  for (const [area, { occupancy, capacity }] of areas.entries()) {
    expect(Math.abs((100 * occupancy) / capacity - liveGoal(area, halfAnHour))).toBeLessThan(6);
  }
  expect(devices.has(STEP_FREE_GATE)).toBe(false);
});
