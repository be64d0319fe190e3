import { env } from 'cloudflare:workers';
import { expect, test } from 'vitest';
import { getMonitor } from '../../src/rpc/objects';
import { DAY_MS } from '../../src/shared/durations';
import * as z from 'zod/mini';
import { InvitationSchema } from '../../src/services/operator/schemas';
import { newEmail, PASSWORD } from '../worker/support/accounts';
import { createClient } from '../worker/support/client';
import { pass } from './support/clock';
import { Venue } from './support/venue';

/** Tests what an account may use before it subscribes (docs/product.md, B9, B10). test/room covers the room's part. */

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
  await venue.runBilling();
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

test('taps that nobody pays for stop new sign-ups for the day, and neither an event nor an account nor an invitation', async () => {
  env.FREE_TAPS_PER_DAY = '3000';
  const venue = await Venue.trialing();
  expect(await venue.count()).toBe(true);
  const guest = createClient();
  const signUp = (invitation = '') =>
    guest.post('/api/auth/signup', { email: newEmail(), password: PASSWORD, invitation });
  await getMonitor(env).noteFreeTaps(2_000);
  expect((await signUp()).status).toBe(201);
  await getMonitor(env).noteFreeTaps(1_000);
  expect(await signUp()).toMatchObject({ status: 403, body: { code: 'sign_up_paused' } });
  const operator = createClient({ headers: { authorization: `Bearer ${env.OPERATOR_TOKEN}` } });
  const { body } = await operator.post('/api/operator/invitations');
  expect((await signUp(z.parse(InvitationSchema, body).token)).status).toBe(201);
  expect(await venue.count()).toBe(true);
  expect((await venue.client.post('/api/events', { eventName: 'Another' })).status).toBe(201);
  expect((await guest.post('/api/auth/login', { username: venue.email, password: PASSWORD })).status).toBe(200);
  await pass(DAY_MS);
  expect((await signUp()).status).toBe(201);
});
