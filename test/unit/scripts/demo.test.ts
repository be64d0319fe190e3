import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { beginDemo, findDemo, saveDemo } from '../../../scripts/demo/demo';
import { AREAS, FESTIVAL, STEP_FREE_GATE, TENT } from '../../../scripts/demo/festival';
import { planFestival, tallyOf } from '../../../scripts/demo/plan';
import { nextLeaving } from '../../../scripts/demo/shows/leaving';
import { planShows } from '../../../scripts/demo/shows/plan-shows';
import { doorOf, liveGoals, staffed } from '../../../scripts/demo/shows/show';
import { DRILL, THEATER } from '../../../scripts/demo/shows/theater';
import { ClientIdSchema } from '../../../src/shared/schemas/device';
import { applyMove, nextMove } from '../../support/crowd';
import { seededRandom } from '../../support/random';

test('a folder with a demo is found again, and a folder with other contents is left alone', () => {
  const folder = mkdtempSync(join(tmpdir(), 'headroom-demo-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const account = { email: 'demo@headroom.example', password: 'Harbor-2026!' };
  const shows = [{ key: 'harbor-theatre', eventId: 'other', areaIds: ['c'] }];
  const demo = { ...account, eventId: 'event', areaIds: ['a', 'b'], shows };
  const stateDir = join(folder, 'demo');
  expect(findDemo(stateDir)).toBeNull();
  beginDemo(stateDir);
  saveDemo(stateDir, demo);
  expect(findDemo(stateDir)).toEqual(demo);
  // A demo of an earlier release has the festival only.
  const { shows: _, ...alone } = demo;
  saveDemo(stateDir, alone);
  expect(findDemo(stateDir)).toEqual(alone);
  expect(() => findDemo(folder)).toThrow('holds something else than a demo');
});

test('the festival has about 32,000 taps in four areas on twelve devices, and the same seed gives the same taps', () => {
  const options = { now: new Date(2026, 10, 18, 15, 40).getTime(), seed: 20_261_121, size: 1 };
  const plan = planFestival(options);
  const taps = plan.steps.filter((step) => step.type === 'tap');
  expect(Math.abs(taps.length - 32_000)).toBeLessThan(1_000);
  expect(new Set(taps.map(({ tap }) => tap.device)).size).toBe(FESTIVAL.devices.length);
  expect(new Set(taps.map(({ tap }) => tap.area)).size).toBe(AREAS.length);
  expect(planFestival(options)).toEqual(plan);
  for (const { occupancy, entries, exits } of tallyOf(plan.steps)) {
    expect(occupancy).toBeGreaterThanOrEqual(0);
    expect(entries).toBeGreaterThan(exits);
  }
  // On one evening the tent is over its capacity for a while, and the control desk sees that alert.
  const inside = AREAS.map(() => 0);
  const over: number[] = [];
  for (const step of plan.steps) {
    if (step.type === 'recount') inside[step.area] = step.occupancy;
    if (step.type === 'reset') inside[step.area] = 0;
    if (step.type === 'tap') applyMove(inside, step.tap);
    if (Number(inside[TENT]) >= AREAS[TENT].capacity) over.push(step.at);
  }
  const seenAt = plan.steps.find(({ type, at }) => type === 'acknowledge' && at > (over[0] ?? Infinity))?.at;
  expect(Number(over.at(-1)) - Number(over[0])).toBeGreaterThan(5 * 60_000);
  expect(Number(seenAt) - Number(over[0])).toBeLessThan(15 * 60_000);
});

test('live taps of the demo go to areas below their goal, through every device except the one that is offline', () => {
  const random = seededRandom(7);
  const areas = AREAS.map(({ capacity }) => ({ occupancy: 0, capacity }));
  const devices = new Set<number>();
  const halfAnHour = 30 * 60_000;
  const show = staffed(FESTIVAL);
  for (let tap = 0; tap < 20_000; tap++) {
    const next = nextMove(random, show, areas, liveGoals(show, (tap * halfAnHour) / 20_000));
    const from = next && areas[next.area];
    if (!from) continue;
    devices.add(next.device);
    from.occupancy += next.change;
    const to = next.to === undefined ? undefined : areas[next.to];
    if (to) to.occupancy -= next.change;
    expect(from.occupancy).toBeGreaterThanOrEqual(0);
  }
  const goals = liveGoals(show, halfAnHour);
  for (const [area, { occupancy, capacity }] of areas.entries()) {
    expect(Math.abs((100 * occupancy) / capacity - (goals[area] ?? NaN))).toBeLessThan(6);
  }
  expect([...devices].toSorted((a, b) => a - b)).toEqual(
    [...FESTIVAL.devices.keys()].filter((device) => device !== STEP_FREE_GATE),
  );
});

test('beside the festival, a club is nearly full with an order that one door has not confirmed, and a theater has had a drill', () => {
  const now = new Date(2026, 10, 18, 15, 40).getTime();
  const [club, theater] = planShows({ now, seed: 20_261_121, size: 1 });
  if (!club || !theater) throw new Error('A show is missing');
  for (const { show, plan } of [club, theater]) {
    expect(plan.steps.every(({ at }) => at > plan.preparedAt && at < now)).toBe(true);
    expect(plan.steps.filter(({ type }) => type === 'tap').length).toBeGreaterThan(1_000);
    for (const device of show.devices.keys())
      expect(ClientIdSchema.safeParse(doorOf(show, device).deviceId).success).toBe(true);
    for (const { occupancy } of tallyOf(plan.steps, show.areas.length)) expect(occupancy).toBeGreaterThanOrEqual(0);
  }
  const [ground, upper, yard] = tallyOf(club.plan.steps, 3).map(({ occupancy }) => occupancy);
  expect(100 * (Number(ground) / 700)).toBeGreaterThan(90);
  expect(Number(ground) + Number(upper) + Number(yard)).toBeLessThan(1_150 - 40);
  const [small] = planShows({ now, seed: 20_261_121, size: 0.1 });
  const [few = Number.NaN] = tallyOf(small?.plan.steps ?? [], 3).map(({ occupancy }) => occupancy);
  expect(few).toBeGreaterThan(50);
  expect(few).toBeLessThanOrEqual(75);
  const typesOf = ({ plan }: typeof club, type: string) => plan.steps.filter((step) => step.type === type).length;
  expect(typesOf(club, 'order')).toBe(1);
  expect(typesOf(club, 'confirm')).toBe(club.show.devices.length - 1);
  const drilled = theater.plan.steps.flatMap((step) => (step.type === 'tap' && step.tap.place ? [step.tap] : []));
  expect(drilled.reduce((sum, { change }) => sum + change, 0)).toBe(0);
  expect(drilled.length).toBeGreaterThan(50);
});

test('in a live drill the doors count everybody out, and the steward everybody in at the assembly points', () => {
  const random = seededRandom(7);
  const areaIds = ['a', 'b', 'c'];
  const [areas, twins] = ['', 'drill-'].map((before) => areaIds.map((areaId) => area(before + areaId, 60)));
  const sideAreas = [...(twins ?? []), ...DRILL.points.map((_, point) => area(`assembly-${point}`, 0))];
  const evacuation = {
    evacuationId: 'drill',
    isDrill: true,
    startedAt: new Date().toISOString(),
    startedOn: null,
    areas: areaIds.map((areaId) => ({ areaId, countedAs: `drill-${areaId}`, atStart: 60 })),
    sideAreas: [],
  };
  const room = { areas: areas ?? [], sideAreas, evacuation };
  const devices = new Set<number>();
  const nextTap = () => nextLeaving(random, THEATER, areaIds, room);
  for (let next = nextTap(); next !== null; next = nextTap()) {
    const { areaId, change, device } = next;
    devices.add(device);
    const side = sideAreas.find((one) => one.areaId === areaId);
    if (!side) throw new Error(`${areaId} is no side area`);
    side.currentOccupancy += change;
    expect(side.currentOccupancy).toBeGreaterThanOrEqual(0);
  }
  expect(sideAreas.slice(0, 3).map(({ currentOccupancy }) => currentOccupancy)).toEqual([0, 0, 0]);
  expect(sideAreas.slice(3).reduce((sum, { currentOccupancy }) => sum + currentOccupancy, 0)).toBe(180);
  expect(devices).toEqual(new Set([0, 1, 2, DRILL.steward]));
});

const area = (areaId: string, currentOccupancy: number) => ({
  areaId,
  areaName: areaId,
  capacity: 100,
  currentOccupancy,
  totalEntries: 0,
  totalExits: 0,
  lastUpdatedAt: null,
  version: 1,
});
