import { evictDurableObject, runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import * as z from 'zod/mini';
import { AccountHub } from '../../../src/hub/account-hub';
import { NotificationStore } from '../../../src/notifications/store';
import { HOUR_MS, MINUTE_MS } from '../../../src/shared/durations';
import { AlertRecipientListSchema } from '../../../src/shared/notifications/schemas';
import { OrderListSchema } from '../../../src/shared/orders/schemas';
import { FRIDAY, FRIDAY_NIGHT, SATURDAY, iso, moment } from '../../support/moments';
import { stopClock } from '../../support/clock';
import { type Admin, createOpenVenue, deleteAccount, signUp } from '../support/accounts';
import { sealedVenue } from '../support/evidence';
import { clientIdOf } from '../support/room';
import {
  addHook,
  deliveriesOf,
  HOOK,
  hubOf,
  type Receiver,
  RECIPIENTS,
  ringHub,
  startReceiver,
} from '../support/webhooks';
import { tapper } from '../support/taps';

/** Tests what webhooks are told beside alerts and counts, through the whole worker. */

let receiver: Receiver;
beforeEach(() => {
  stopClock(FRIDAY_NIGHT);
  receiver = startReceiver();
});
afterEach(() => {
  receiver.end();
});

const listOf = async ({ client }: Admin) =>
  z.parse(AlertRecipientListSchema, (await client.get(RECIPIENTS)).body).recipients;
const types = () => receiver.got.map(({ body }) => body.type);
const arrived = (messages: number) => vi.waitUntil(() => receiver.got.length >= messages, { timeout: 10_000 });

describe('topics', () => {
  const { kind: _kind, address: _address, language: _language, ...CHOICES } = HOOK;

  test('a recipient is told of alerts alone, unless a webhook asks for more; a body without topics keeps them', async () => {
    const admin = await signUp();
    const { recipientId, topics } = await addHook(admin, receiver);
    expect(topics).toEqual(['alerts']);
    const path = `${RECIPIENTS}/${recipientId}`;
    const change = async (body: object) => (await admin.client.call('PUT', path, { body })).body;
    expect(await change({ ...CHOICES, topics: ['seals', 'counts', 'seals'] })).toMatchObject({
      topics: ['counts', 'seals'],
    });
    expect(await change({ ...CHOICES, name: 'Renamed' })).toMatchObject({ topics: ['counts', 'seals'] });
    expect(await listOf(admin)).toMatchObject([{ name: 'Renamed', topics: ['counts', 'seals'] }]);
    expect(await change({ ...CHOICES, topics: ['alerts'] })).toMatchObject({ topics: ['alerts'] });
  });

  test.each([
    [{ topics: [] }, 'Please check'],
    [
      {
        kind: 'push',
        address: 'https://push.test/1',
        topics: ['counts'],
        keys: { p256dh: 'B'.repeat(87), auth: 'a'.repeat(22) },
      },
      'Only webhooks',
    ],
  ])('%j is refused', async (changes, text) => {
    const admin = await signUp();
    const answer = await admin.client.post(RECIPIENTS, { ...HOOK, ...changes });
    expect([answer.status, answer.text]).toEqual([400, expect.stringContaining(text)]);
    expect(await listOf(admin)).toEqual([]);
  });
});

describe('orders', () => {
  const MOMENT = expect.stringMatching(new RegExp(`^${FRIDAY}T22:00:0`));

  async function venue() {
    const made = await createOpenVenue();
    const { admin, event, device } = made;
    const path = `/api/events/${event.eventId}/orders`;
    await device.post(`/api/events/${event.eventId}/occupancy?v=1`, {
      clientId: clientIdOf(1),
      seq: 1,
      sentAt: Date.now(),
      taps: [{ areaId: made.area.areaId, change: 1, at: Date.now() }],
      deviceId: 'device-0000000001',
      deviceName: 'North door',
    });
    return {
      ...made,
      give: async (order: object) => {
        const answer = await admin.client.post(path, order);
        expect(answer.status, answer.text).toBe(201);
        return z.parse(OrderListSchema, answer.body).orders[0]?.orderId ?? expect.fail('No order');
      },
      end: async (orderId: string) =>
        expect((await admin.client.call('DELETE', `${path}/${orderId}`)).status).toBe(200),
      confirm: async (orderId: string) =>
        await device.post(`${path}/${orderId}/confirm`, { clientId: clientIdOf(1), deviceName: 'North door' }),
    };
  }

  test('are told when they are given, replaced, confirmed by all and ended, with who and where', async () => {
    const { admin, event, area, give, end, confirm } = await venue();
    await addHook(admin, receiver, { topics: ['orders'] });
    await addHook(admin, receiver, { address: 'https://hook.test/alerts-alone' });
    await addHook(admin, receiver, { address: 'https://hook.test/elsewhere', topics: ['orders'], eventIds: [] });
    const first = await give({ kind: 'hold', target: { type: 'area', areaId: area.areaId }, note: 'The band is late' });
    await arrived(1);
    const second = await give({ kind: 'stop', target: { type: 'area', areaId: area.areaId } });
    await arrived(2);
    expect((await confirm(second)).status).toBe(200);
    await arrived(3);
    await end(second);
    await arrived(4);
    const order = {
      orderId: second,
      kind: 'stop',
      target: { type: 'area', areaId: area.areaId, areaName: 'Main Stage' },
      note: null,
      givenAt: MOMENT,
      givenBy: null,
    };
    const about = { eventId: event.eventId, eventName: 'Summer Fest' };
    expect(receiver.got.map(({ path, body }) => [path, body.type, body.data])).toEqual([
      [
        '/all',
        'order.given',
        {
          ...about,
          order: { ...order, orderId: first, kind: 'hold', note: 'The band is late' },
          replacedOrderId: null,
          devices: expect.any(Number),
        },
      ],
      ['/all', 'order.given', { ...about, order, replacedOrderId: first, devices: expect.any(Number) }],
      ['/all', 'order.confirmed', { ...about, order, confirmed: 1, confirmedAt: MOMENT }],
      ['/all', 'order.ended', { ...about, order, reason: 'ended', confirmed: 1, endedAt: MOMENT }],
    ]);
    expect(JSON.stringify(receiver.got)).not.toContain(event.accessCode);
    expect(await deliveriesOf(admin)).toMatchObject(
      ['order.ended', 'order.confirmed', 'order.given', 'order.given'].map((type) => ({
        type,
        state: 'sent',
        answer: '200',
        eventName: 'Summer Fest',
        day: null,
        alerts: [],
      })),
    );
  });

  test('while the hub or D1 does not answer, they wait in the room, and each is told once and in order', async () => {
    const { admin, event, give, end } = await venue();
    await addHook(admin, receiver, { topics: ['orders'] });
    const room = env.ROOMS.get(env.ROOMS.idFromName(event.eventId));
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const deaf = vi.spyOn(AccountHub.prototype, 'announceNews').mockRejectedValue(new Error('Out of reach'));
    const orderId = await give({ kind: 'stop', target: { type: 'event' } });
    await end(orderId);
    await vi.waitUntil(() => deaf.mock.calls.length > 0);
    deaf.mockRestore();
    // The hub queues the news, and its answer is lost.
    const lost = vi.spyOn(NotificationStore.prototype, 'tidy').mockImplementation(() => {
      throw new Error('The answer is lost');
    });
    await evictDurableObject(room);
    vi.setSystemTime(Date.now() + HOUR_MS);
    await runDurableObjectAlarm(room);
    await vi.waitUntil(() => lost.mock.calls.length > 0);
    lost.mockRestore();
    vi.setSystemTime(Date.now() + HOUR_MS);
    await runDurableObjectAlarm(room);
    await arrived(2);
    vi.setSystemTime(Date.now() + HOUR_MS);
    await ringHub(admin);
    expect(types()).toEqual(['order.given', 'order.ended']);
    expect(await runInDurableObject(room, (one) => one['parts'].store.news.list)).toEqual([]);
  });

  test('do not use up the alerts of a minute', async () => {
    const { admin, event, area, device, give } = await venue();
    await addHook(admin, receiver, { topics: ['orders', 'alerts'] });
    for (let i = 1; i <= 4; i += 1) {
      await give({ kind: 'stop', target: { type: 'event' } });
      await arrived(i);
    }
    await tapper(device, event.eventId)([{ areaId: area.areaId, change: 400 }], 2);
    await arrived(5);
    expect(types().at(-1)).toBe('alert.raised');
  });

  test('of a deleted event are sent no more, and a deleted account leaves nothing', async () => {
    const { admin, event, give } = await venue();
    await addHook(admin, receiver, { topics: ['orders', 'counts'] });
    receiver.reply('/all', 500);
    await give({ kind: 'stop', target: { type: 'event' } });
    await arrived(1);
    const hub = await hubOf(admin);
    const left = () =>
      runInDurableObject(hub, (_hub, { storage }) =>
        ['alert_messages', 'counts_told'].flatMap((table) => storage.sql.exec(`SELECT * FROM ${table}`).toArray()),
      );
    await vi.waitUntil(async () => (await left()).length > 0);
    expect((await admin.client.call('DELETE', `/api/events/${event.eventId}`)).status).toBe(200);
    expect(await left()).toEqual([]);
    vi.setSystemTime(Date.now() + MINUTE_MS);
    await ringHub(admin);
    expect(await deliveriesOf(admin)).toEqual([]);
    expect((await deleteAccount(admin.client)).status).toBe(200);
    await vi.waitUntil(
      async () => {
        await runDurableObjectAlarm(hub);
        return (await env.DB.prepare('SELECT * FROM alert_recipients').all()).results.length === 0;
      },
      { timeout: 15_000 },
    );
    expect(await left()).toEqual([]);
  });
});

test('a closed day is told with its totals and its seal; late taps tell it again as the next revision', async () => {
  const { admin, event, tap, ringUntil, seals } = await sealedVenue();
  await addHook(admin, receiver, { topics: ['days', 'seals'] });
  await tap(600);
  vi.setSystemTime(FRIDAY_NIGHT + HOUR_MS);
  await tap(-350);
  const ends = moment(SATURDAY, '06:00');
  await ringUntil(ends + 10 * MINUTE_MS);
  await arrived(2);
  const about = { eventId: event.eventId, eventName: 'Summer Fest', day: FRIDAY, revision: 1 };
  expect(receiver.bodies('/all', 'day.closed').map(({ data }) => data)).toEqual([
    {
      ...about,
      startsAt: iso(FRIDAY, '06:00'),
      endsAt: iso(SATURDAY, '06:00'),
      closedAt: expect.stringMatching(new RegExp(`^${SATURDAY}T06:0`)),
      ins: 600,
      outs: 350,
      peak: 600,
      peakAt: new Date(FRIDAY_NIGHT).toISOString(),
    },
  ]);
  const [seal] = (await seals()).seals;
  expect(receiver.bodies('/all', 'report.sealed').map(({ data }) => data)).toEqual([
    {
      ...about,
      sequence: 1,
      fingerprint: seal?.fingerprint,
      previousFingerprint: null,
      sealedAt: expect.stringMatching(new RegExp(`^${SATURDAY}T06:`)),
      isSigned: false,
    },
  ]);
  await tap(5, FRIDAY_NIGHT + 2 * HOUR_MS);
  await ringUntil(Date.now() + HOUR_MS);
  await arrived(4);
  expect(receiver.bodies('/all', 'day.closed').at(-1)?.data).toMatchObject({ revision: 2, ins: 605 });
  expect(receiver.bodies('/all', 'report.sealed').at(-1)?.data).toMatchObject({
    revision: 2,
    sequence: 2,
    previousFingerprint: seal?.fingerprint,
  });
  expect(await deliveriesOf(admin)).toMatchObject([
    { type: 'report.sealed', day: FRIDAY },
    { type: 'day.closed', day: FRIDAY },
    { type: 'report.sealed' },
    { type: 'day.closed' },
  ]);
});
