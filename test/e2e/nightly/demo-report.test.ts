import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import * as z from 'zod/mini';
import { Api } from '../../../scripts/demo/api';
import { AREAS } from '../../../scripts/demo/festival';
import { fillFestival } from '../../../scripts/demo/fill';
import { planFestival } from '../../../scripts/demo/plan';
import { buildPast, serve } from '../../../scripts/demo/server';
import { type Report, ReportSchema } from '../../../src/shared/schemas/report';
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
const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0);
const taps = plan.steps.flatMap((step) => (step.type === 'tap' ? [step.tap] : []));

/** What a tap adds to the people of an area. */
const changeOf = ({ area, to, change }: (typeof taps)[number], place: number): number =>
  (area === place ? change : 0) - (to === place ? change : 0);

/** Who is in an area, or in the venue, just before `at`: what was last set, and the taps made since then. */
function peopleBefore(place: Place, at: number): number {
  if (place === null) return sum([...AREAS.keys()].map((area) => peopleBefore(area, at)));
  const set = plan.steps.findLast(
    (step) => (step.type === 'recount' || step.type === 'reset') && step.area === place && step.at < at,
  );
  const since = taps.filter((tap) => tap.at < at && tap.at > (set?.at ?? 0));
  return (set?.type === 'recount' ? set.occupancy : 0) + sum(since.map((tap) => changeOf(tap, place)));
}

/** Who came and who left; of an area also who moved. An undo takes people off the direction of its tap. */
function flowOf(place: Place, from: number, to: number): { ins: number; outs: number } {
  const changes = taps
    .filter((tap) => tap.at >= from && tap.at < to && (place !== null || tap.to === undefined))
    .map((tap) => ({ people: place === null ? tap.change : changeOf(tap, place), isUndo: tap.undoes !== undefined }));
  const of = (sign: number) =>
    sum(changes.map(({ people, isUndo }) => Math.max(0, people * sign * (isUndo ? -1 : 1)) * (isUndo ? -1 : 1)));
  return { ins: of(1), outs: of(-1) };
}

/** YYYY-MM-DD of the business day by this machine's clock. */
function dayOf(at: number): string {
  const shown = new Date(at);
  if (shown.getHours() < REPORT_HOUR) shown.setDate(shown.getDate() - 1);
  return new Intl.DateTimeFormat('sv-SE').format(shown);
}

/** Lets the festival's taps come from its devices, and reads the report of all days in steps of five minutes. */
async function fillAndRead(days: readonly string[]): Promise<{ report: Report; areaIds: readonly string[] }> {
  const stateDir = mkdtempSync(join(tmpdir(), 'headroom-demo-report-'));
  onTestFinished(() => rmSync(stateDir, { recursive: true, force: true }));
  const address = { stateDir, host: '127.0.0.1', port: await freePort() };
  const past = await serve({ ...address, buildDir: await buildPast(BUILD_DIR) });
  const filled = { url: past.url, plan, size: SIZE, framesAtOnce: 1, onDay: () => {}, ...ACCOUNT };
  const { eventId, areaIds } = await fillFestival(filled);
  await past.stop();
  const server = await serve({ ...address, buildDir: BUILD_DIR });
  onTestFinished(() => server.stop());
  const api = new Api(server.url);
  await api.logIn(ACCOUNT.email, ACCOUNT.password);
  const path = `/api/events/${eventId}/report?from=${days[0]}&to=${days.at(-1)}&interval=5`;
  const answer = await fetch(new URL(path, server.url), { headers: { cookie: api.cookie } });
  return { report: z.parse(ReportSchema, await answer.json()), areaIds };
}

test("the festival's report has the days, totals and five minutes of a straight walk over its plan", async () => {
  const days = [...new Set(taps.map(({ at }) => dayOf(at)))].toSorted();
  expect(days.length).toBeGreaterThan(3);
  const { report, areaIds } = await fillAndRead(days);
  expect(report.days.map(({ day }) => day)).toEqual(days);
  expect(report.quality.taps).toBe(taps.length);
  const starts = report.intervalStarts.map((start) => Date.parse(start));
  for (const place of [null, ...AREAS.keys()]) {
    const found = place === null ? report.venue : report.areas.find(({ areaId }) => areaId === areaIds[place]);
    expect(found, String(place)).toMatchObject({
      ...flowOf(place, 0, Infinity),
      floored: 0,
      opening: 0,
      closing: peopleBefore(place, Infinity),
    });
    const flows = starts.map((start) => flowOf(place, start, start + 5 * MINUTE_MS));
    expect(found?.intervals, String(place)).toMatchObject({
      end: starts.map((start) => peopleBefore(place, start + 5 * MINUTE_MS)),
      ins: flows.map(({ ins }) => ins),
      outs: flows.map(({ outs }) => outs),
    });
  }
}, 300_000);
