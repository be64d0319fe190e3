import { env } from 'cloudflare:workers';
import { beforeEach, expect, test, vi } from 'vitest';
import * as z from 'zod/mini';
import { DAY_MS, MINUTE_MS } from '../../../src/shared/durations';
import { CountingErrorSchema } from '../../../src/shared/schemas/area';
import { EvacuationRecordSchema } from '../../../src/shared/evacuation/schemas';
import { EventSchema } from '../../../src/shared/schemas/event';
import { ReportSchema } from '../../../src/shared/schemas/report';
import { type VenueSettings, VenueSettingsSchema } from '../../../src/shared/schemas/venue-settings';
import { FRIDAY, FRIDAY_NIGHT, iso } from '../../support/moments';
import { stopClock } from '../../support/clock';
import { createArea, createVenue } from '../support/accounts';
import { tapper } from '../support/taps';

/** Tests what an event's recounts say about its numbers, over HTTP. */

beforeEach(() => {
  stopClock(FRIDAY_NIGHT);
});

async function openVenue() {
  const { admin, event, area, device } = await createVenue();
  const path = `/api/events/${event.eventId}`;
  const bar = await createArea(admin, event.eventId, 'Bar', 100);
  const tap = tapper(device, event.eventId);
  let minutes = 0;
  /** Each step takes a minute. */
  const next = () => vi.setSystemTime(FRIDAY_NIGHT + (minutes += 1) * MINUTE_MS);
  return {
    stage: area.areaId,
    bar: bar.areaId,
    stub: () => env.ROOMS.get(env.ROOMS.idFromName(event.eventId)),
    /** Lets that many people in and out again, in taps of up to a thousand. */
    pass: async (areaId: string, people: number, at?: number) => {
      if (at === undefined) next();
      await tap([people, -people].map((change) => ({ areaId, change })));
    },
    recount: async (areaId: string, occupancy: number) => {
      next();
      const body = { occupancy, reason: 'By eye' };
      expect((await admin.client.call('PUT', `/api/areas/${areaId}/recount`, { body })).status).toBe(200);
    },
    /** Runs a drill of a minute, and recounts at its end. */
    drill: async (areaId: string, occupancy: number) => {
      next();
      const { evacuationId } = z.parse(
        EvacuationRecordSchema,
        (await admin.client.post(`${path}/evacuations`, { isDrill: true })).body,
      );
      next();
      const end = { recounts: [{ areaId, occupancy }], reason: 'By eye' };
      expect((await admin.client.post(`${path}/evacuations/${evacuationId}/end`, end)).status).toBe(200);
    },
    reset: async () => {
      next();
      expect((await admin.client.post(`${path}/reset`)).status).toBe(200);
    },
    error: async () => {
      const answer = await admin.client.get(`${path}/counting-error`);
      expect(answer.status, JSON.stringify(answer.body)).toBe(200);
      return z.parse(CountingErrorSchema, answer.body);
    },
    /** Saves the venue's settings, and returns them as stored in a moment. */
    set: async (venue: object) => {
      const body = { capacity: 400, staffAllowance: 0, safetyMarginPercent: 3, alertThresholds: [50, 100], ...venue };
      const answer = await admin.client.call('PUT', `${path}/venue`, { body });
      expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    },
    venue: async () => {
      const [first] = z.parse(z.array(EventSchema), (await admin.client.get('/api/events')).body);
      return first?.venue;
    },
    /** What the journal says about the venue's settings. */
    changes: async (): Promise<(VenueSettings | null)[]> =>
      z
        .parse(ReportSchema, (await admin.client.get(`${path}/report`)).body)
        .journal.filter(({ kind }) => kind === 'venue_changed')
        .map(({ after }) => z.parse(z.nullable(VenueSettingsSchema), after)),
    report: async () => z.parse(ReportSchema, (await admin.client.get(`${path}/report`)).body),
  };
}

test('two recounts say how far the numbers may be off, and that grows with the people who pass', async () => {
  const venue = await openVenue();
  expect(await venue.error()).toMatchObject({ recounts: 0, venueError: null });
  await venue.pass(venue.stage, 200);
  await venue.recount(venue.stage, 6);
  expect(await venue.error()).toMatchObject({ recounts: 0, areas: [{ crossings: 0, expectedError: null }, {}] });
  await venue.pass(venue.stage, 200);
  await venue.recount(venue.stage, 0);
  // Off by six after 400 ins and outs, twice.
  expect(await venue.error()).toEqual({
    recounts: 2,
    venueError: 0,
    areas: [
      {
        areaId: venue.stage,
        since: iso(FRIDAY, '22:04'),
        isRecounted: true,
        crossings: 0,
        expectedError: 0,
        isRecountDue: false,
      },
      { areaId: venue.bar, since: null, isRecounted: false, crossings: 0, expectedError: 0, isRecountDue: false },
    ],
  });
  await venue.pass(venue.bar, 50);
  await venue.pass(venue.stage, 800);
  const { venueError, areas } = await venue.error();
  expect(areas).toMatchObject([
    { crossings: 1_600, expectedError: 25, isRecountDue: true },
    { crossings: 100, expectedError: 4, isRecountDue: true },
  ]);
  expect(venueError).toBe(25);
  await venue.reset();
  expect(await venue.error()).toMatchObject({
    areas: [
      { crossings: 0, isRecounted: false, since: iso(FRIDAY, '22:07') },
      { crossings: 0, isRecounted: false },
    ],
  });
});

test('the report lists its recounts, and says how far its numbers can be trusted', async () => {
  const venue = await openVenue();
  await venue.pass(venue.stage, 200);
  const alone = await venue.report();
  expect(alone.quality).toMatchObject({ recounts: [], recountsLeftOut: 0, countingError: null });
  await venue.recount(venue.stage, 6);
  await venue.pass(venue.bar, 100);
  await venue.recount(venue.bar, 4);
  const { quality } = await venue.report();
  expect(quality.recounts).toEqual([
    { at: iso(FRIDAY, '22:02'), areaId: venue.stage, areaName: 'Main Stage', drift: 6, crossings: 400 },
    { at: iso(FRIDAY, '22:04'), areaId: venue.bar, areaName: 'Bar', drift: 4, crossings: 200 },
  ]);
  expect(quality.countingError).toEqual({ recounts: 2, per1000: 17, busiestDay: 8, marginPercent: null });

  // The next day's report is based on the same recounts, and lists none of them.
  vi.setSystemTime(FRIDAY_NIGHT + DAY_MS);
  await venue.pass(venue.bar, 30, FRIDAY_NIGHT + DAY_MS);
  const later = await venue.report();
  expect(later.quality).toMatchObject({ recounts: [], countingError: { recounts: 2, per1000: 17, busiestDay: 3 } });
});

test('a recount at the end of a drill sets the margin anew, too', async () => {
  const venue = await openVenue();
  await venue.set({ followsExpectedError: true });
  await venue.pass(venue.stage, 200);
  await venue.recount(venue.stage, 6);
  await venue.pass(venue.stage, 200);
  await venue.drill(venue.stage, 0);
  await vi.waitFor(async () => expect(await venue.venue()).toMatchObject({ safetyMarginPercent: 4 }), {
    timeout: 5_000,
  });
});

test('a margin that follows the expected error is set anew by each recount, and never by taps or resets', async () => {
  const venue = await openVenue();
  await venue.set({ followsExpectedError: true });
  // Nobody knows the error yet: the number that was set counts.
  await venue.pass(venue.stage, 200);
  await venue.recount(venue.stage, 6);
  expect(await venue.venue()).toMatchObject({ safetyMarginPercent: 3, followsExpectedError: true });
  await venue.pass(venue.stage, 200);
  await venue.recount(venue.stage, 0);
  // Off by six after 400 ins and outs, twice: an error of seven, and a margin of fourteen people, which is 3.5 % of 400.
  await vi.waitFor(async () => expect(await venue.venue()).toMatchObject({ safetyMarginPercent: 4 }), {
    timeout: 5_000,
  });
  expect(await venue.changes()).toMatchObject([
    { safetyMarginPercent: 3, followsExpectedError: true },
    { safetyMarginPercent: 4, followsExpectedError: true },
  ]);
  // A long stretch changes the margin at the next recount only.
  await venue.pass(venue.stage, 800);
  await venue.reset();
  await venue.pass(venue.bar, 50);
  expect(await venue.venue()).toMatchObject({ safetyMarginPercent: 4 });
  await venue.recount(venue.bar, 0);
  await vi.waitFor(async () => expect(await venue.venue()).toMatchObject({ safetyMarginPercent: 12 }), {
    timeout: 5_000,
  });
  // A caller that does not know the field keeps it, and the margin follows the new capacity.
  await venue.set({ capacity: 800 });
  await vi.waitFor(async () =>
    expect(await venue.venue()).toEqual({
      capacity: 800,
      staffAllowance: 0,
      safetyMarginPercent: 6,
      followsExpectedError: true,
      alertThresholds: [50, 100],
    }),
  );
  await venue.set({ followsExpectedError: false });
  await venue.recount(venue.bar, 0);
  expect(await venue.venue()).toEqual({
    capacity: 400,
    staffAllowance: 0,
    safetyMarginPercent: 3,
    alertThresholds: [50, 100],
  });
});
