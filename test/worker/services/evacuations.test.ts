import { beforeEach, expect, test, vi } from 'vitest';
import * as z from 'zod/mini';
import { MINUTE_MS } from '../../../src/shared/durations';
import { twinOf } from '../../../src/shared/evacuation/side-areas';
import { EvacuationListSchema, EvacuationRecordSchema } from '../../../src/shared/evacuation/schemas';
import { type Report, ReportSchema } from '../../../src/shared/schemas/report';
import { FRIDAY, FRIDAY_NIGHT } from '../../support/moments';
import { stopClock } from '../../support/clock';
import { createVenue } from '../support/accounts';
import { expectDocumented } from '../support/documented';
import { tapper } from '../support/taps';

/** Tests evacuations and drills over HTTP, and what reports and files have of them. */

beforeEach(() => {
  stopClock(FRIDAY_NIGHT);
});

async function openVenue() {
  const { admin, event, area, device } = await createVenue();
  const path = `/api/events/${event.eventId}`;
  const taps = tapper(device, event.eventId);
  const tap = async (areaId: string, change: number) => {
    vi.setSystemTime(Date.now() + MINUTE_MS);
    await taps([{ areaId, change }]);
  };
  const start = async (isDrill: boolean) => {
    const started = await admin.client.post(`${path}/evacuations`, { isDrill });
    expect(started.status).toBe(201);
    expectDocumented('POST /api/events/:eventId/evacuations', started);
    return z.parse(EvacuationRecordSchema, started.body);
  };
  const end = (evacuationId: string, body: object = {}) =>
    admin.client.post(`${path}/evacuations/${evacuationId}/end`, body);
  const report = async () =>
    z.parse(ReportSchema, (await admin.client.get(`${path}/report?from=${FRIDAY}&to=${FRIDAY}`)).body);
  return { admin, area: area.areaId, device, path, tap, start, end, report };
}

/** A report without what changes with time, and without the journal's entries about drills. */
const figuresOf = ({ generatedAt: _at, evacuations: _evacuations, journal, ...figures }: Report) => ({
  ...figures,
  journal: journal.filter(({ kind }) => !kind.startsWith('evacuation')),
});

test('a drill leaves report, intervals and single taps as they are, and the report lists it', async () => {
  const { area, path, admin, tap, start, end, report } = await openVenue();
  await tap(area, 5);
  await tap(area, -1);
  const taps = `${path}/report/ledger?from=${FRIDAY}&to=${FRIDAY}`;
  const before = { ledger: (await admin.client.get(taps)).text, report: await report() };
  const drill = await start(true);
  await tap(twinOf(area), -3);
  const ended = await end(drill.evacuationId);
  expectDocumented('POST /api/events/:eventId/evacuations/:evacuationId/end', ended);
  const after = await report();
  // The last interval is the present one.
  expect(after.venue).toMatchObject({
    ins: before.report.venue.ins,
    outs: before.report.venue.outs,
    peak: 5,
    closing: 4,
  });
  expect(after.quality).toEqual(before.report.quality);
  expect(after.devices).toEqual(before.report.devices);
  expect(after.areas.map(({ areaId }) => areaId)).toEqual([area]);
  expect(figuresOf(after).journal).toEqual(figuresOf(before.report).journal);
  expect((await admin.client.get(taps)).text).toBe(before.ledger);
  expect(before.report.evacuations).toBeUndefined();
  expect(after.evacuations).toMatchObject([
    { isDrill: true, timeline: { areas: [{ areaId: area, atStart: 4, remaining: 1 }] } },
  ]);
  const listed = await admin.client.get(`${path}/evacuations`);
  expectDocumented('GET /api/events/:eventId/evacuations', listed);
  expect(z.parse(EvacuationListSchema, listed.body).evacuations).toEqual(after.evacuations);
});

test('ending recounts, with a reason; a second start and unknown areas are refused', async () => {
  const { area, tap, start, end, admin, path, report } = await openVenue();
  await tap(area, 5);
  const { evacuationId } = await start(false);
  expect((await admin.client.post(`${path}/evacuations`, { isDrill: true })).body).toMatchObject({
    code: 'limit_reached',
    error: 'An evacuation or a drill already runs at this event. End it first.',
  });
  await tap(area, -2);
  const recounts = [{ areaId: area, occupancy: 0 }];
  expect((await end(evacuationId, { recounts })).body).toMatchObject({ message: { id: 'reason_missing' } });
  const unusable = await end(evacuationId, { recounts, reason: 'By\neye' });
  expect(unusable.body).toMatchObject({ message: { id: 'reason_unusable' } });
  expect(
    (await end(evacuationId, { recounts: [{ areaId: 'none', occupancy: 0 }], reason: 'By eye' })).body,
  ).toMatchObject({
    code: 'unknown_area',
  });
  expect((await end(evacuationId, { recounts, reason: 'By eye' })).status).toBe(200);
  const { venue, evacuations } = await report();
  expect([venue.closing, evacuations?.[0]?.timeline.remaining.at(-1)]).toEqual([0, 3]);
});

test('assembly points have names, at most eight, and none goes while something runs', async () => {
  const { admin, path, start } = await openVenue();
  const put = (...names: string[]) => admin.client.call('PUT', `${path}/assembly-points`, { body: { names } });
  expect((await put(' Car park ', 'Church', 'Church')).body).toMatchObject({ points: ['Car park', 'Church'] });
  expect((await put('')).status).toBe(400);
  expect((await put('Church', 'Car\npark')).body).toMatchObject({
    message: { id: 'name_unusable', values: ['pointName'] },
  });
  expect((await put(...Array.from({ length: 9 }, (_, n) => `Point ${n}`))).status).toBe(400);
  await start(true);
  expect((await put('Church')).body).toMatchObject({ code: 'limit_reached' });
});

test('an area with people inside is not deleted while somebody counts them out, in a drill by the drill', async () => {
  const { admin, area, path, tap, start, end } = await openVenue();
  await tap(area, 2);
  const { evacuationId } = await start(true);
  const remove = () => admin.client.call('DELETE', `/api/areas/${area}`);
  const refused = await remove();
  expect(refused).toMatchObject({ status: 409, body: { code: 'limit_reached' } });
  expect(JSON.stringify(refused.body)).toContain('People are inside this area by the count.');
  expectDocumented('DELETE /api/areas/:areaId', refused);
  await tap(area, -2);
  expect((await remove()).status).toBe(409);
  await end(evacuationId);
  const real = await start(false);
  await end(real.evacuationId);
  const shown = await admin.client.post(`${path}/evacuations/${real.evacuationId}/show-numbers`, {});
  expect(shown.status).toBe(200);
  expectDocumented('POST /api/events/:eventId/evacuations/:evacuationId/show-numbers', shown);
  expect((await remove()).status).toBe(200);
});

test('what an organizer decides for evacuations is checked, kept and sent to all', async () => {
  const { admin, path } = await openVenue();
  const venue = { capacity: null, staffAllowance: 0, safetyMarginPercent: 0, alertThresholds: [75] };
  const set = (body: object) => admin.client.call('PUT', `${path}/venue`, { body });
  const emergency = {
    notice: { title: 'CLEAR THE HOUSE', text: 'By the southern stairs.' },
    drillShows: 'numbers',
    unconfirmedMinutes: 5,
  };
  expect((await set({ ...venue, emergency })).body).toMatchObject({ venue: { emergency } });
  expect((await set(venue)).body).toMatchObject({ venue: { emergency } });
  const targeted = { ...emergency, targetMinutes: 8 };
  expect((await set({ ...venue, emergency: targeted })).body).toMatchObject({ venue: { emergency: targeted } });
  // An earlier release does not know the target, so it cannot mean to remove it.
  expect((await set({ ...venue, emergency })).body).toMatchObject({ venue: { emergency: targeted } });
  const copy = await admin.client.post(`${path}/duplicate`, { eventName: 'The same again' });
  expect(copy.body).toMatchObject({ venue: { emergency: targeted } });
  const none = { ...emergency, targetMinutes: null };
  expect((await set({ ...venue, emergency: none })).body).toMatchObject({ venue: { emergency: none } });
  for (const [wrong, said] of [
    [{ ...emergency, notice: { title: '', text: 'x' } }, 'needs a title'],
    [{ ...emergency, drillShows: 'all' }, 'drillShows'],
    [{ ...emergency, unconfirmedMinutes: 0 }, 'whole number from 1 to 60'],
    [{ ...emergency, targetMinutes: 0 }, 'everybody is to be out must be a whole number from 1 to 120'],
    [{ ...emergency, targetMinutes: 121 }, 'everybody is to be out'],
    ['none', 'drillShows'],
  ] as const) {
    const answer = await set({ ...venue, emergency: wrong });
    expect(answer.status).toBe(400);
    expect(JSON.stringify(answer.body)).toContain(said);
  }
});
