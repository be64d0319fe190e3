import { runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { expect, test } from 'vitest';
import type { Outcome, Outgoing } from '../../../src/notifications/message';
import { Notifications } from '../../../src/notifications/notifications';
import type { Recipient } from '../../../src/notifications/recipients';
import { NotificationStore } from '../../../src/notifications/store';
import type { AlertNews } from '../../../src/rpc/alert-news';
import { FRIDAY_EVENING } from '../../support/moments';

/** Tests how messages are sent while recipients change, with the hub's storage and a fake for D1 and for the network. */

const DESK: Recipient = {
  recipientId: 'r1',
  kind: 'webhook',
  address: 'https://hook.test/alerts',
  secret: 'whsec_1',
  mailToken: null,
  language: 'en',
  eventIds: null,
  threshold: 0,
  afterMinutes: 0,
  quietHours: null,
  topics: ['alerts'],
};

const alertIn = (areaId: string): AlertNews => ({
  alertId: `alert-${areaId}`,
  areaId,
  areaName: areaId,
  threshold: 75,
  occupancy: 75,
  capacity: 100,
  raisedAt: FRIDAY_EVENING,
  acknowledgedAt: null,
  acknowledgedBy: null,
  clearedAt: null,
  isHighest: false,
});

/** An account whose recipients the test changes, and whose first message waits until the test lets it arrive. */
function account(storage: DurableObjectStorage) {
  let recipients = [DESK];
  const sent: { to: string; message: Outgoing }[] = [];
  const begun = Promise.withResolvers<void>();
  const arrives = Promise.withResolvers<void>();
  const notifications = new Notifications({
    store: new NotificationStore(storage),
    now: () => FRIDAY_EVENING,
    userId: () => 'u1',
    loadRecipients: async () => recipients,
    removeRecipient: async () => {},
    send: async ({ address }, message): Promise<Outcome> => {
      sent.push({ to: address, message });
      begun.resolve();
      await arrives.promise;
      return { type: 'sent', answer: '200' };
    },
    arm: async () => {},
  });
  notifications.announce({ eventId: 'e1', eventName: 'Summer Fest' }, [alertIn('stage'), alertIn('bar')]);
  return {
    notifications,
    sent,
    begun: begun.promise,
    arrive: () => arrives.resolve(),
    /** Changes the recipients in D1 and tells the hub, which starts another run. */
    change: async (next: Recipient[]) => {
      recipients = next;
      notifications.replan();
      await notifications.run();
    },
  };
}

const inHub = (work: (storage: DurableObjectStorage) => Promise<void>) =>
  runInDurableObject(env.HUBS.get(env.HUBS.newUniqueId()), (_hub, { storage }) => work(storage));

test('a recipient that is deleted while a message is sent gets no further message', async () => {
  await inHub(async (storage) => {
    const { notifications, sent, begun, change, arrive } = account(storage);
    const running = notifications.run();
    await begun;
    await change([]);
    arrive();
    await running;
    expect(sent).toHaveLength(1);
    expect(notifications.list().map(({ state }) => state)).toEqual(['dropped', 'sent']);
  });
});

test('a recipient that is changed while a message is sent gets the next one at its new address', async () => {
  await inHub(async (storage) => {
    const { notifications, sent, begun, change, arrive } = account(storage);
    const running = notifications.run();
    await begun;
    await change([{ ...DESK, address: 'https://new.test/alerts' }]);
    arrive();
    await running;
    expect(sent.map(({ to }) => to)).toEqual([DESK.address, 'https://new.test/alerts']);
  });
});

test('an evacuation is told to all, before what waits and in quiet hours; other news to the webhooks that want it', async () => {
  await inHub(async (storage) => {
    const { notifications, sent, change, arrive } = account(storage);
    arrive();
    const quietHours = { from: '00:00', to: '00:00', timeZone: 'UTC', letsHighestThrough: false };
    const mail: Recipient = { ...DESK, recipientId: 'r2', kind: 'mail', address: 'ada@headroom.test', quietHours };
    const webhook: Recipient = { ...DESK, topics: ['orders', 'evacuations'] };
    await change([webhook, mail]);
    const order = {
      orderId: 'o',
      kind: 'stop' as const,
      target: { type: 'event' as const },
      note: null,
      givenAt: 't',
      givenBy: null,
    };
    const evacuation = {
      evacuationId: 'v',
      isDrill: false,
      startedAt: 't',
      becameRealAt: null,
      startedOn: null,
      people: 1,
    };
    const about = { eventId: 'e', eventName: 'Fest' };
    await notifications.queueNews('u1', [
      { type: 'order.given', data: { ...about, order, replacedOrderId: null, devices: 1 } },
      { type: 'evacuation.started', data: { ...about, evacuation } },
    ]);
    await notifications.run();
    const types = (address: string) =>
      sent
        .filter(({ to }) => to === address)
        .map(({ message: { content } }) => (content.type === 'news' ? content.news.type : content.type));
    expect(types(webhook.address)).toEqual(['evacuation.started', 'order.given']);
    expect(types(mail.address)).toEqual(['evacuation.started']);
  });
});
