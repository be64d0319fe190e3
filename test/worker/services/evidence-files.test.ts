import { runDurableObjectAlarm } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { expect, test, vi } from 'vitest';
import * as z from 'zod/mini';
import { SealSchema } from '../../../src/shared/sealed/schemas';
import { MINUTE_MS } from '../../../src/shared/durations';
import { FRIDAY, FRIDAY_ENDS } from '../../support/moments';
import { asOperator, exported, imported, rowsOf } from '../support/event-files';
import { sealedVenue } from '../support/evidence';

/** Tests what becomes of a chain of seals when its event is exported and imported. */

asOperator();

async function sealedAndExported() {
  const venue = await sealedVenue();
  await venue.tap(3);
  await venue.ringUntil(FRIDAY_ENDS + 10 * MINUTE_MS);
  return { ...venue, file: await exported(venue.event.eventId) };
}

const sealsOf = async (eventId: string) => (await rowsOf(eventId, ['seals']))['seals'] ?? [];
const ringRoom = (eventId: string) => runDurableObjectAlarm(env.ROOMS.get(env.ROOMS.idFromName(eventId)));

test('an event that comes back under its own id has its chain, which goes on', async () => {
  const { admin, event, file } = await sealedAndExported();
  const before = await sealsOf(event.eventId);
  expect(before).toMatchObject([{ seq: 1, day: FRIDAY, fingerprint: expect.stringMatching(/^[0-9a-f]{64}$/) }]);
  await admin.client.call('DELETE', `/api/events/${event.eventId}`);
  const userId = await env.DB.prepare('SELECT user_id FROM users').first('user_id');
  await runDurableObjectAlarm(env.HUBS.get(env.HUBS.idFromName(String(userId))));
  expect(await sealsOf(event.eventId)).toEqual([]);
  await imported(file, admin.email, true);
  vi.setSystemTime(Date.now() + MINUTE_MS);
  await ringRoom(event.eventId);
  expect(await sealsOf(event.eventId)).toEqual(before);
});

test('a copy of an event gets a chain of its own, because it is another event', async () => {
  const { admin, event, file } = await sealedAndExported();
  const { eventId } = await imported(file, admin.email);
  vi.setSystemTime(Date.now() + MINUTE_MS);
  await ringRoom(eventId);
  const [own] = await sealsOf(event.eventId);
  const [copied] = await sealsOf(eventId);
  const seal = z.parse(SealSchema, JSON.parse(String(copied?.['body'])));
  expect(seal).toMatchObject({ eventId, seq: 1, day: FRIDAY, prev: null });
  expect(copied?.['fingerprint']).not.toBe(own?.['fingerprint']);
});
