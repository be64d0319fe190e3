import { expect, test } from 'vitest';
import { createVenue } from '../support/accounts';

const GENERIC = 'Some of what was sent is not valid.';
const pollPath = ({ event }: Pick<Awaited<ReturnType<typeof createVenue>>, 'event'>) =>
  `/api/events/${event.eventId}/occupancy`;

test('the polling call refuses what is no batch of taps, and counts nothing of it', async () => {
  const { device, ...venue } = await createVenue();
  const tap = { areaId: venue.area.areaId, change: 1, at: Date.now() };
  const good = { clientId: crypto.randomUUID(), seq: 1, sentAt: Date.now(), taps: [tap] };
  const wrong: readonly unknown[] = [
    {},
    { ...good, clientId: undefined },
    { ...good, clientId: 'short' },
    { ...good, clientId: 'x'.repeat(65) },
    { ...good, seq: 0 },
    { ...good, seq: 1.5 },
    { ...good, seq: '1' },
    { ...good, seq: 1e99 },
    { ...good, sentAt: null },
    { ...good, sentAt: -1 },
    { ...good, taps: [] },
    { ...good, taps: {} },
    { ...good, taps: Array.from({ length: 201 }, () => tap) },
    { ...good, taps: [null] },
    { ...good, taps: [{ ...tap, change: 0 }] },
    { ...good, taps: [{ ...tap, change: 1001 }] },
    { ...good, taps: [{ ...tap, change: 0.5 }] },
    { ...good, taps: [{ ...tap, areaId: '' }] },
    { ...good, taps: [{ ...tap, at: 'now' }] },
    { ...good, taps: [tap, {}] },
  ];
  for (const body of wrong) {
    const answer = await device.post(pollPath(venue), body);
    expect(answer, JSON.stringify(body)).toMatchObject({
      status: 400,
      body: { error: GENERIC, code: 'invalid_input' },
    });
  }
  const { body: list } = await device.get(`/api/events/${venue.event.eventId}/areas`);
  expect(list).toMatchObject({ areas: [{ currentOccupancy: 0, totalEntries: 0 }] });
  expect((await device.post(pollPath(venue), good)).status).toBe(200);
});

test('a poll of a version that is not spoken is told to reload, and counts nothing', async () => {
  const venue = await createVenue();
  const at = Date.now();
  const taps = [{ areaId: venue.area.areaId, change: 1, at }];
  const body = { clientId: crypto.randomUUID(), seq: 1, sentAt: at, taps };
  for (const query of ['?v=4', '?v=', '?v=1.0', '?v=4&v=3']) {
    expect(await venue.device.post(pollPath(venue) + query, body), query).toMatchObject({
      status: 400,
      body: { error: 'This page is out of date. Please reload it.', code: 'reload_needed' },
    });
  }
  for (const query of ['', '?v=1', '?v=2', '?v=3']) {
    expect(await venue.device.post(pollPath(venue) + query, body), query).toMatchObject({
      status: 200,
      body: { sync: { areas: [{ currentOccupancy: 1 }] } },
    });
  }
});
