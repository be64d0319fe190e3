import { env } from 'cloudflare:workers';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { PollAnswerSchema } from '../../../src/shared/protocol/down';
import { AreaListSchema } from '../../../src/shared/schemas/area';
import { createVenue } from '../support/accounts';
import { clientIdOf } from '../support/room';
import { join } from '../support/sockets';

/** A door that polls, and what its calls say. */
async function polling() {
  const venue = await createVenue();
  const { event, area, admin, device } = venue;
  const list = async () => z.parse(AreaListSchema, (await device.get(`/api/events/${event.eventId}/areas`)).body);
  const poll = async (seq: number) => {
    const tap = { areaId: area.areaId, change: 1, at: Date.now() };
    const body = { clientId: clientIdOf(1), seq, sentAt: Date.now(), taps: [tap] };
    const answer = await device.post(`/api/events/${event.eventId}/occupancy?v=2`, body);
    return z.parse(PollAnswerSchema, answer.body).sync;
  };
  const ownerId = await env.DB.prepare('SELECT owner_id FROM events WHERE event_id = ?')
    .bind(event.eventId)
    .first('owner_id');
  const lock = (status: string) =>
    env.DB.prepare('UPDATE users SET subscription_status = ?, revision = revision + 1 WHERE user_id = ?')
      .bind(status, ownerId)
      .run();
  return { ...venue, admin: admin.client, list, poll, lock };
}

test('what an event has become is in the answers of both calls, and in the sync of a device that was away', async () => {
  const { admin, event, area, device, list, poll } = await polling();
  expect(await list()).toMatchObject({ event });
  await admin.call('PATCH', `/api/events/${event.eventId}`, { body: { eventName: 'Winter Fest' } });
  await admin.call('PATCH', `/api/areas/${area.areaId}`, { body: { capacity: 7 } });
  const changed = { event: { ...event, eventName: 'Winter Fest' }, areas: [{ capacity: 7 }] };
  expect(await list()).toMatchObject(changed);
  expect(await poll(1)).toMatchObject(changed);
  const { frames } = await join(device, event.eventId, clientIdOf(2));
  expect(frames[0]).toMatchObject({ type: 'sync', ...changed });
});

test('the lock is in the answers of both calls, without a tap', async () => {
  const { list, poll, lock } = await polling();
  expect(await list()).toMatchObject({ countingAllowed: true, subscriptionStatus: 'trialing' });
  await lock('unpaid');
  expect(await list()).toMatchObject({ countingAllowed: false, subscriptionStatus: 'unpaid' });
  expect(await poll(1)).toMatchObject({ countingAllowed: false, subscriptionStatus: 'unpaid', lastSeq: 1 });
  await lock('active');
  expect(await list()).toMatchObject({ countingAllowed: true, subscriptionStatus: 'active' });
});
