import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { Api } from '../../../scripts/demo/api';
import type { Demo } from '../../../scripts/demo/demo';
import { AREAS, DEVICES } from '../../../scripts/demo/festival';
import { fillFestival } from '../../../scripts/demo/fill';
import { planFestival, sizedCapacity, sizedVenue } from '../../../scripts/demo/plan';
import { buildPast, type DemoServer, serve } from '../../../scripts/demo/server';
import { type Report, ReportSchema, type ReportSubject } from '../../../src/shared/schemas/report';
import { freePort } from '../../support/free-port';
import { BUILD_DIR } from '../../support/product';

const SIZE = 0.05;
const MINUTE_MS = 60_000;
const REPORT_HOUR = 6;
const ACCOUNT = { email: 'report@headroom.example', password: 'Harbor-2026!' };
/** The last nine in the morning, local time: the newest crowd came before six, so that its people are there on two days. */
const now = (() => {
  const nine = new Date();
  nine.setHours(9, 0, 0, 0);
  return nine.getTime() <= Date.now() ? nine.getTime() : nine.setDate(nine.getDate() - 1);
})();
const plan = planFestival({ now, seed: 20_261_121, size: SIZE });

/* What the plan comes to, by a straight walk over its steps that uses nothing of the product. Null is the venue. */

type Place = number | null;
const VENUE: Place = null;
const PLACES: readonly Place[] = [VENUE, ...AREAS.keys()];
const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0);

const taps = plan.steps.flatMap((step) => (step.type === 'tap' ? [{ heardAt: step.at, ...step.tap }] : []));
const sets = plan.steps.flatMap((step) => {
  if (step.type === 'recount') return [{ at: step.at, area: step.area, people: step.occupancy, reason: step.reason }];
  return step.type === 'reset' ? [{ at: step.at, area: step.area, people: 0, reason: null }] : [];
});

/** Who came into and left each area. An undo takes people off the direction of its tap. */
const moves = taps.flatMap(({ at, area, to, change, undoes }) => {
  const people = undoes === undefined ? Math.abs(change) : -Math.abs(change);
  const move = (place: number, isIn: boolean) => ({
    at,
    area: place,
    ins: isIn ? people : 0,
    outs: isIn ? 0 : people,
    isMove: to !== undefined,
  });
  const isIn = change > 0 !== (undoes !== undefined);
  return [move(area, isIn), ...(to === undefined ? [] : [move(to, !isIn)])];
});

/** Of the venue who came and who left, of an area also who moved. */
function flowOf(place: Place, from = 0, to = Infinity) {
  const own = moves.filter(
    (move) => move.at >= from && move.at < to && (place === VENUE ? !move.isMove : move.area === place),
  );
  return { ins: sum(own.map(({ ins }) => ins)), outs: sum(own.map(({ outs }) => outs)) };
}

/** How many people are in each area after each step, in the order in which they were made. */
const moments = (() => {
  const steps = [
    ...taps.map((tap) => ({ at: tap.at, change: (counts: number[]) => applyTap(counts, tap) })),
    ...sets.map(({ at, area, people }) => ({ at, change: (counts: number[]) => void (counts[area] = people) })),
  ];
  const counts = AREAS.map(() => 0);
  return steps
    .toSorted((a, b) => a.at - b.at)
    .map(({ at, change }) => {
      change(counts);
      return { at, counts: [...counts] };
    });
})();

function applyTap(counts: number[], { area, to, change }: (typeof taps)[number]): void {
  counts[area] = (counts[area] ?? 0) + change;
  if (to !== undefined) counts[to] = (counts[to] ?? 0) - change;
}

const peopleIn = (place: Place, counts: readonly number[] = []): number =>
  place === VENUE ? sum(counts) : (counts[place] ?? 0);
const peopleBefore = (place: Place, at: number): number =>
  peopleIn(place, moments.findLast((moment) => moment.at < at)?.counts);

/** YYYY-MM-DD of the business day by this machine's clock. */
function dayOf(at: number): string {
  const shown = new Date(at);
  if (shown.getHours() < REPORT_HOUR) shown.setDate(shown.getDate() - 1);
  return new Intl.DateTimeFormat('sv-SE').format(shown);
}

function limitOf(place: Place): number | null {
  if (place !== VENUE) return sizedCapacity(AREAS[place]?.capacity ?? 0, SIZE);
  const { capacity, staffAllowance, safetyMarginPercent } = sizedVenue(SIZE);
  return capacity && Math.floor((capacity * (100 - safetyMarginPercent)) / 100) - staffAllowance;
}

function minutesAbove(place: Place, percent: number, until: number): number {
  const least = ((limitOf(place) ?? Infinity) * percent) / 100;
  const spans = moments.map(({ at, counts }, i) =>
    peopleIn(place, counts) > least ? (moments[i + 1]?.at ?? until) - at : 0,
  );
  return sum(spans) / MINUTE_MS;
}

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
  const days = taps.map(({ at }) => dayOf(at)).toSorted();
  const path = `/api/events/${demo.eventId}/report?from=${days[0]}&to=${days.at(-1)}&interval=5`;
  const answer = await fetch(new URL(path, server.url), { headers: { cookie: api.cookie } });
  report = z.parse(ReportSchema, await answer.json());
}, 300_000);

afterAll(async () => {
  await server?.stop();
  rmSync(folder, { recursive: true, force: true });
});

function subject(place: Place): ReportSubject {
  const found = place === VENUE ? report.venue : report.areas.find(({ areaId }) => areaId === demo.areaIds[place]);
  if (found === undefined) throw new Error(`The report lacks area ${place}`);
  return found;
}

describe("the festival's report", () => {
  test('has the days on which somebody counted, what each device counted, and every recount and reset', () => {
    const days = [...new Set(taps.map(({ at }) => dayOf(at)))].toSorted();
    expect(days.length).toBeGreaterThan(3);
    expect(report.days.map(({ day }) => day)).toEqual(days);
    expect(report.days.map(({ startsAt }) => dayOf(Date.parse(startsAt)))).toEqual(days);

    for (const [device, { name }] of DEVICES.entries()) {
      const own = taps.filter((tap) => tap.device === device);
      const people = own.map(({ change, undoes }) => (undoes === undefined ? Math.abs(change) : -Math.abs(change)));
      const of = (is: (tap: (typeof taps)[number]) => boolean) => sum(people.filter((_, i) => is(own[i]!)));
      const isIn = ({ change, undoes }: (typeof taps)[number]) => change > 0 === (undoes === undefined);
      const told = report.devices.filter(({ deviceName }) => (deviceName ?? '') === name);
      const total = (key: 'ins' | 'outs' | 'moves' | 'taps' | 'undone') => sum(told.map((one) => one[key]));
      expect([total('ins'), total('outs'), total('moves'), total('taps'), total('undone')], name).toEqual([
        of((tap) => tap.to === undefined && isIn(tap)),
        of((tap) => tap.to === undefined && !isIn(tap)),
        of((tap) => tap.to !== undefined),
        own.length,
        own.filter(({ undoes }) => undoes !== undefined).length,
      ]);
    }
    const lateBy = (minutes: number) => taps.filter(({ at, heardAt }) => heardAt - at > minutes * MINUTE_MS).length;
    expect(lateBy(10)).toBeGreaterThan(0);
    const { taps: counted, late } = report.quality;
    expect([counted, late.overMinute, late.overTenMinutes]).toEqual([taps.length, lateBy(1), lateBy(10)]);

    expect(sets.length).toBeGreaterThan(1);
    const told = report.journal.filter(({ kind }) => kind === 'occupancy_recounted' || kind === 'occupancy_reset');
    expect(told.map(({ at, areaId, before, after, note }) => [Date.parse(at), areaId, before, after, note])).toEqual(
      sets.map(({ at, area, people, reason }) => [at, demo.areaIds[area], peopleBefore(area, at - 1), people, reason]),
    );
  });

  test.each(PLACES)('has the totals and each five minutes of area %s', (place) => {
    const { ins, outs, movedIn, movedOut, floored, opening, closing, intervals } = subject(place);
    expect({ ins, outs, floored, opening, closing }).toEqual({
      ...flowOf(place),
      floored: 0,
      opening: 0,
      closing: peopleBefore(place, Infinity),
    });
    const moved = moves.filter(({ area, isMove }) => isMove && area === place);
    expect([movedIn, movedOut]).toEqual([sum(moved.map((move) => move.ins)), sum(moved.map((move) => move.outs))]);
    const starts = report.intervalStarts.map((start) => Date.parse(start));
    const flows = starts.map((start) => flowOf(place, start, start + 5 * MINUTE_MS));
    expect(intervals.end).toEqual(starts.map((start) => peopleBefore(place, start + 5 * MINUTE_MS)));
    expect(intervals.ins).toEqual(flows.map((flow) => flow.ins));
    expect(intervals.outs).toEqual(flows.map((flow) => flow.outs));
  });

  test.each(PLACES)('has the peak of area %s, and for how long it was how full', (place) => {
    const { peak, minutesAbove: told, capacity } = subject(place);
    expect(capacity).toBe(limitOf(place));
    const until = Math.min(Date.parse(report.days.at(-1)?.endsAt ?? ''), Date.parse(report.generatedAt));
    // The ledger's rows are runs of up to a minute, each counted when it began.
    const walked = Math.max(...moments.map(({ counts }) => peopleIn(place, counts)));
    expect(Math.abs(peak - walked)).toBeLessThanOrEqual(1);
    expect(Math.abs(told.above75 - minutesAbove(place, 75, until))).toBeLessThan(1);
    expect(Math.abs(told.above90 - minutesAbove(place, 90, until))).toBeLessThan(1);
    expect(Math.abs(told.above100 - minutesAbove(place, 100, until))).toBeLessThan(1);
  });
});
