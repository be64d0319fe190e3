import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Api } from '../../../scripts/demo/api';
import type { Demo } from '../../../scripts/demo/demo';
import { AREAS, DEVICES } from '../../../scripts/demo/festival';
import { fillFestival } from '../../../scripts/demo/fill';
import { planFestival, sizedCapacity, sizedVenue } from '../../../scripts/demo/plan';
import { buildPast, type DemoServer, serve } from '../../../scripts/demo/server';
import { type Report, ReportSchema, type ReportSubject } from '../../../src/shared/schemas/report';
import { freePort } from '../../support/free-port';
import { BUILD_DIR } from '../../support/product';
import { dayOf, Walk } from './walk';

const SIZE = 0.05;
const ACCOUNT = { email: 'report@headroom.example', password: 'Harbor-2026!' };
/** The last nine in the morning, local time: the newest crowd came before six, so that its people are there on two days. */
const now = (() => {
  const nine = new Date();
  nine.setHours(9, 0, 0, 0);
  return nine.getTime() <= Date.now() ? nine.getTime() : nine.setDate(nine.getDate() - 1);
})();
const plan = planFestival({ now, seed: 20_261_121, size: SIZE });
const walk = new Walk(plan.steps);
const VENUE = null;
const SUBJECTS = [VENUE, ...AREAS.keys()];

const folder = mkdtempSync(join(tmpdir(), 'headroom-demo-report-'));
let server: DemoServer | null = null;
let demo: Demo;
let report: Report;

beforeAll(async () => {
  const address = { stateDir: folder, host: '127.0.0.1', port: await freePort() };
  server = await serve({ ...address, buildDir: await buildPast(BUILD_DIR) });
  demo = await fillFestival({ url: server.url, plan, size: SIZE, framesAtOnce: 1, onDay: () => {}, ...ACCOUNT });
  await server.stop();
  server = await serve({ ...address, buildDir: BUILD_DIR });
  const api = new Api(server.url);
  await api.logIn(ACCOUNT.email, ACCOUNT.password);
  const [from, to] = [walk.days.at(0), walk.days.at(-1)];
  const path = `/api/events/${demo.eventId}/report?from=${from}&to=${to}&interval=5`;
  const answer = await fetch(new URL(path, server.url), { headers: { cookie: api.cookie } });
  report = z.parse(ReportSchema, await answer.json());
}, 300_000);

afterAll(async () => {
  await server?.stop();
  rmSync(folder, { recursive: true, force: true });
});

function subject(area: number | null): ReportSubject {
  const found = area === VENUE ? report.venue : report.areas.find(({ areaId }) => areaId === demo.areaIds[area]);
  if (found === undefined) throw new Error(`The report lacks area ${area}`);
  return found;
}

describe("the festival's report", () => {
  test('has the days on which somebody counted', () => {
    expect(report.days.map(({ day }) => day)).toEqual(walk.days);
    expect(report.days.map(({ startsAt }) => dayOf(Date.parse(startsAt)))).toEqual(walk.days);
    expect(walk.days.length).toBeGreaterThan(3);
  });

  test.each(SUBJECTS)('has the totals of area %s', (area) => {
    const { ins, outs, movedIn, movedOut, floored, opening, closing } = subject(area);
    const moves = area === VENUE ? { movedIn: 0, movedOut: 0 } : walk.movesOf(area);
    expect({ ins, outs, movedIn, movedOut }).toEqual({ ...walk.totalsOf(area), ...moves });
    expect({ floored, opening, closing }).toEqual({ floored: 0, opening: 0, closing: walk.peopleAt(area, Infinity) });
  });

  test.each(SUBJECTS)('has what came, went and was there in every five minutes of area %s', (area) => {
    const { ins, outs, end } = subject(area).intervals;
    const ends = report.intervalStarts.map((start) => Date.parse(start) + 5 * 60_000);
    expect(end).toEqual(ends.map((at) => walk.peopleAt(area, at)));
    expect(ins).toEqual(ends.map((at) => walk.totalsOf(area, at - 5 * 60_000, at).ins));
    expect(outs).toEqual(ends.map((at) => walk.totalsOf(area, at - 5 * 60_000, at).outs));
  });

  test.each(SUBJECTS)('has the peak of area %s, and for how long it was how full', (area) => {
    const { peak, minutesAbove, capacity } = subject(area);
    const limit = walk.limitOf(area, sizedVenue(SIZE), (index) => sizedCapacity(AREAS[index]?.capacity ?? 0, SIZE));
    expect(capacity).toBe(limit);
    const until = Math.min(Date.parse(report.days.at(-1)?.endsAt ?? ''), Date.parse(report.generatedAt));
    const walked = walk.fullnessOf(area, limit, until);
    // The ledger's rows are runs of up to a minute, each counted when it began.
    expect(Math.abs(peak - walked.peak)).toBeLessThanOrEqual(1);
    const { above75, above90, above100 } = minutesAbove;
    for (const [index, minutes] of [above75, above90, above100].entries()) {
      expect(Math.abs(minutes - (walked.minutesAbove[index] ?? Number.NaN))).toBeLessThan(1);
    }
  });

  test('has what each device counted', () => {
    const counted = DEVICES.map(({ name }) => {
      const same = report.devices.filter(({ deviceName }) => (deviceName ?? '') === name);
      const sum = (of: (device: (typeof same)[number]) => number) => same.reduce((total, one) => total + of(one), 0);
      return {
        ins: sum(({ ins }) => ins),
        outs: sum(({ outs }) => outs),
        moves: sum(({ moves }) => moves),
        taps: sum(({ taps }) => taps),
        undone: sum(({ undone }) => undone),
      };
    });
    expect(counted).toEqual(DEVICES.map((_, device) => walk.countedBy(device)));
    expect(report.quality.taps).toBe(plan.steps.filter(({ type }) => type === 'tap').length);
    expect(report.quality.late.overMinute).toBe(walk.lateTaps(60_000));
    expect(report.quality.late.overTenMinutes).toBe(walk.lateTaps(600_000));
    expect(walk.lateTaps(600_000)).toBeGreaterThan(0);
  });

  test('has every recount and reset', () => {
    const sets = report.journal.filter(({ kind }) => kind === 'occupancy_recounted' || kind === 'occupancy_reset');
    expect(sets.map(({ at, areaId, after, note }) => [Date.parse(at), areaId, after, note])).toEqual(
      walk.sets.map(({ at, area, people, reason }) => [at, demo.areaIds[area], people, reason]),
    );
    expect(sets.map(({ before }) => before)).toEqual(walk.sets.map(({ at, area }) => walk.peopleAt(area, at - 1)));
    expect(walk.sets.length).toBeGreaterThan(1);
  });
});
