import { env } from 'cloudflare:workers';
import { expect, test } from 'vitest';
import { DAY_MS } from '../../src/shared/limits';
import { pass } from './support/clock';
import { Venue } from './support/venue';

/** Tests what an account may use before it subscribes (docs/product.md, B9). test/room covers the room's part. */

test('a trial takes a number of taps for each event, and an account that subscribes counts on', async () => {
  env.MAX_TRIAL_TAPS = '2';
  const venue = await Venue.trialing();
  expect([await venue.count(), await venue.count(), await venue.count()]).toEqual([true, true, false]);
  await venue.saveCard();
  expect(await venue.count()).toBe(false);
  await venue.endTrial();
  expect(await venue.status()).toBe('active');
  for (let i = 0; i < 4; i += 1) expect(await venue.count()).toBe(true);
});

test('a trial has a number of events, deleted ones included, which simultaneous calls do not exceed; then an account that subscribes may create more', async () => {
  env.MAX_TRIAL_EVENTS = '4';
  const venue = await Venue.trialing();
  const create = () => venue.client.post('/api/events', { eventName: 'Another' });
  const refused = {
    status: 409,
    body: {
      code: 'limit_reached',
      error:
        'Without a subscription, an account has 4 events, including deleted ones. Please contact support to create another.',
    },
  };
  // One event is deleted, and one is deleted and purged, so that nothing of it is left but its row.
  await venue.replaceEvent();
  await venue.settle();
  expect(await env.DB.prepare('SELECT count(*) AS n FROM events WHERE purged_at > 0').first('n')).toBe(1);
  await pass(DAY_MS);
  await venue.replaceEvent();
  const answers = await Promise.all(Array.from({ length: 5 }, create));
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409, 409, 409, 409]);
  expect(await create()).toMatchObject(refused);
  expect(await venue.client.post(`/api/events/${venue.eventId}/duplicate`, { eventName: 'Copy' })).toMatchObject(
    refused,
  );
  const other = await Venue.open();
  expect((await other.client.post('/api/events', { eventName: 'Of another' })).status).toBe(201);

  await venue.endTrial();
  expect(await venue.status()).toBe('canceled');
  expect(await create()).toMatchObject(refused);
  await venue.saveCard();
  expect(await venue.status()).toBe('active');
  expect((await create()).status).toBe(201);
});

test('events from before the trial do not count, as in an installation that turns billing on', async () => {
  env.MAX_TRIAL_EVENTS = '1';
  const venue = await Venue.open();
  await env.DB.prepare('UPDATE events SET created_at = created_at - ?')
    .bind(10 * DAY_MS)
    .run();
  const create = () => venue.client.post('/api/events', { eventName: 'Another' });
  expect([(await create()).status, (await create()).status]).toEqual([201, 409]);
});
