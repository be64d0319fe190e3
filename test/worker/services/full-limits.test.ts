import { runInDurableObject } from 'cloudflare:test';
import { afterEach, beforeEach, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { MailDays } from '../../../src/notifications/mail-days';
import { NotificationStore } from '../../../src/notifications/store';
import { LENIENT_ORDERS_PER_MINUTE } from '../../../src/room/sockets/limits';
import { RECIPIENTS_PER_ACCOUNT } from '../../../src/services/attempts/limits';
import { MAILS_PER_DAY, MESSAGES_WAITING_MAX } from '../../../src/shared/notifications/limits';
import { STREAMS_PER_EVENT_MAX } from '../../../src/shared/protocol/limits';
import { EvacuationRecordSchema } from '../../../src/shared/evacuation/schemas';
import { OrderListSchema } from '../../../src/shared/orders/schemas';
import { rulesOf } from '../../../src/shared/rules/modes';
import { stopClock } from '../../support/clock';
import { FRIDAY, FRIDAY_NIGHT } from '../../support/moments';
import { createOpenVenue } from '../support/accounts';
import { createClient } from '../support/client';
import { MAILS_TO_CONSOLE, mailsDuring } from '../support/mails';
import { clientIdOf } from '../support/room';
import { join } from '../support/sockets';
import { addHook, HOOK, hubOf, type Receiver, RECIPIENTS, startReceiver } from '../support/webhooks';

/** Fills every limit of an account and its event, and then needs what is never limited. */

let receiver: Receiver;
beforeEach(() => {
  stopClock(FRIDAY_NIGHT);
  receiver = startReceiver();
});
afterEach(() => {
  receiver.end();
});

test('with every limit reached, an evacuation is started, told and ended, doors are stopped, and the highest threshold comes first', async () => {
  const { admin, event, area, device } = await createOpenVenue();
  const path = `/api/events/${event.eventId}`;
  const { recipientId } = await addHook(admin, receiver, { topics: ['alerts', 'days'] });

  const streams = await Promise.all(
    Array.from({ length: STREAMS_PER_EVENT_MAX }, () => admin.client.fetch(`${path}/stream`)),
  );
  expect((await admin.client.get(`${path}/stream`)).status).toBe(409);
  const give = (kind: string) => admin.client.post(`${path}/orders`, { kind, target: { type: 'event' } });
  for (let i = 0; i < LENIENT_ORDERS_PER_MINUTE; i += 1) expect((await give('open')).status).toBe(201);
  const tooFast = await give('one_in_one_out');
  expect(tooFast).toMatchObject({ status: 429, body: { code: 'too_fast', message: { id: 'orders_too_fast' } } });
  expect(tooFast.headers.get('retry-after')).toBe('6');
  const start = (isDrill: boolean) => admin.client.post(`${path}/evacuations`, { isDrill });
  const end = (id: string) => admin.client.post(`${path}/evacuations/${id}/end`, {});
  const started = async (isDrill: boolean) => {
    const answer = await start(isDrill);
    expect(answer.status, answer.text).toBe(201);
    return z.parse(EvacuationRecordSchema, answer.body).evacuationId;
  };
  for (let i = 0; i < rulesOf({ isDrill: true }).startsPerHour; i += 1)
    expect((await end(await started(true))).status).toBe(200);
  expect((await start(true)).status).toBe(409);
  const cookie = admin.client.cookie().replace('headroom_session', '__Host-headroom_session');
  const mailing = createClient({ variables: MAILS_TO_CONSOLE, headers: { cookie } });
  const asked = await mailsDuring(async () => {
    for (let i = 0; i < 4; i += 1)
      await mailing.post(RECIPIENTS, { ...HOOK, kind: 'mail', address: `ada+${i}@headroom.test` });
  });
  expect(asked).toHaveLength(3);
  for (let i = 0; i < RECIPIENTS_PER_ACCOUNT.limit; i += 1)
    await admin.client.post(RECIPIENTS, { ...HOOK, address: 'https://10.0.0.1/' });
  expect((await admin.client.post(RECIPIENTS, HOOK)).status).toBe(429);
  await runInDurableObject(await hubOf(admin), (_hub, { storage }) => {
    const days = new MailDays(storage.sql);
    for (let i = 0; i < MAILS_PER_DAY; i += 1) days.take(MAILS_PER_DAY, Date.now());
    const at = new Date().toISOString();
    const closed = Array.from({ length: MESSAGES_WAITING_MAX }, (_, revision) => ({
      type: 'day.closed' as const,
      data: {
        eventId: event.eventId,
        eventName: event.eventName,
        day: FRIDAY,
        revision,
        startsAt: at,
        endsAt: at,
        closedAt: at,
        ins: 0,
        outs: 0,
        peak: 0,
        peakAt: null,
      },
    }));
    new NotificationStore(storage).putNews(new Map([[recipientId, closed]]), Date.now());
  });

  const door = await join(device, event.eventId, clientIdOf(1));
  const evacuationId = await started(false);
  const told = await door.next('evacuation_changed');
  expect(told).toMatchObject({ evacuation: { isDrill: false } });
  const stop = await give('stop');
  expect(stop.status).toBe(201);
  const orderId = z.parse(OrderListSchema, stop.body).orders[0]?.orderId;
  const confirmation = { clientId: clientIdOf(1), deviceName: 'North door' };
  expect((await device.post(`${path}/orders/${orderId}/confirm`, confirmation)).status).toBe(200);
  expect((await admin.client.call('DELETE', `${path}/orders/${orderId}`)).status).toBe(200);
  const points = { names: ['Car park'] };
  expect((await admin.client.call('PUT', `${path}/assembly-points`, { body: points })).status).toBe(200);
  const taps = [{ areaId: area.areaId, change: 500, at: Date.now() }];
  await device.post(`${path}/occupancy?v=1`, { clientId: clientIdOf(2), seq: 1, sentAt: Date.now(), taps });
  await expect.poll(() => receiver.got.length).toBeGreaterThan(1);
  expect(receiver.got[0]?.body.type).toBe('alert.raised');
  expect((await end(evacuationId)).status).toBe(200);
  for (let i = 0; i < 2; i += 1) expect((await end(await started(false))).status).toBe(200);
  for (const { body } of streams) await body?.cancel();
});
