import { runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { expect, test } from 'vitest';
import type { Outcome, OutgoingMessage } from '../../../src/notifications/message';
import { MailDays } from '../../../src/notifications/mail-days';
import { Notifications } from '../../../src/notifications/notifications';
import type { Recipient } from '../../../src/notifications/recipients';
import { NotificationStore } from '../../../src/notifications/store';
import type { EventNews } from '../../../src/rpc/webhook-bodies';
import { DAY_MS, MINUTE_MS } from '../../../src/shared/durations';
import { MESSAGES_WAITING_MAX, ORDER_MESSAGES_PER_MINUTE } from '../../../src/shared/notifications/limits';
import type { AlertState } from '../../../src/rpc/announced-alerts';
import { FRIDAY, FRIDAY_EVENING } from '../../support/moments';

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

const MAIL: Recipient = { ...DESK, kind: 'mail', address: 'ada@headroom.test', mailToken: 't' };

const alertIn = (areaId: string, threshold = 75): AlertState => ({
  alertId: `alert-${areaId}`,
  about: { type: 'crowd', areaId, areaName: areaId, threshold, occupancy: 75, capacity: 100 },
  raisedAt: FRIDAY_EVENING,
  acknowledgedAt: null,
  acknowledgedBy: null,
  clearedAt: null,
  isHighest: false,
});

/** An account whose recipients the test changes, and whose first message waits until the test lets it arrive. */
function account(storage: DurableObjectStorage) {
  let recipients = [DESK];
  const sent: { to: string; message: OutgoingMessage }[] = [];
  const begun = Promise.withResolvers<void>();
  const arrives = Promise.withResolvers<void>();
  const notifications = new Notifications({
    store: new NotificationStore(storage),
    mailDays: new MailDays(storage.sql),
    loadMailsPerDay: async () => 0,
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
  notifications.announce(EVENT, [alertIn('stage'), alertIn('bar')]);
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

const EVENT = { eventId: 'e1', eventName: 'Summer Fest' };

const orderTo = (n: number, areaId: string) => ({
  orderId: `order-${n}`,
  kind: 'stop' as const,
  target: { type: 'area' as const, areaId, areaName: null },
  note: null,
  givenAt: 't',
  givenBy: null,
});

const given = (n: number, areaId: string): EventNews => ({
  type: 'order.given',
  data: { ...EVENT, order: orderTo(n, areaId), replacedOrderId: null, devices: 1 },
});

const unconfirmed = (n: number, areaId: string): EventNews => ({
  type: 'order.unconfirmed',
  data: { ...EVENT, order: orderTo(n, areaId), minutes: 2, waiting: 1 },
});

const started = (evacuationId: string): EventNews => ({
  type: 'evacuation.started',
  data: {
    ...EVENT,
    evacuation: {
      evacuationId,
      isDrill: false,
      startedAt: 't',
      becameRealAt: null,
      startedOn: null,
      occupancyAtStart: 1,
    },
  },
});

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

/** An account with one recipient, whose messages get the outcome of the moment. `sent` has what was tried, the oldest first. */
function sending(
  storage: DurableObjectStorage,
  recipient: Recipient,
  outcomeNow: () => Outcome,
  mailsPerDay = () => 0,
) {
  const sent: OutgoingMessage[] = [];
  const clock = { now: FRIDAY_EVENING };
  const notifications = new Notifications({
    store: new NotificationStore(storage),
    mailDays: new MailDays(storage.sql),
    loadMailsPerDay: async () => mailsPerDay(),
    now: () => clock.now,
    userId: () => 'u1',
    loadRecipients: async () => [recipient],
    removeRecipient: async () => {},
    send: async (_recipient, message) => {
      sent.push(message);
      return outcomeNow();
    },
    arm: async () => {},
  });
  const hear = async (...alerts: AlertState[]) => {
    notifications.announce(EVENT, alerts);
    await notifications.run();
  };
  const types = () => sent.map(({ content }) => (content.type === 'news' ? content.news.type : content.type));
  return { notifications, clock, hear, types };
}

const full = (areaId: string): AlertState => ({ ...alertIn(areaId, 100), isHighest: true });

test('an account sends so many mails a day and one that says so; the highest threshold and evacuations always, the next day as before', async () => {
  await inHub(async (storage) => {
    const { notifications, clock, hear, types } = sending(
      storage,
      MAIL,
      () => ({ type: 'sent', answer: 'accepted' }),
      () => 2,
    );
    const hearNext = async (...alerts: AlertState[]) => {
      clock.now += MINUTE_MS;
      await hear(...alerts.map((alert) => ({ ...alert, raisedAt: clock.now })));
    };
    for (const areaId of ['a', 'b', 'c', 'd']) await hearNext(alertIn(areaId));
    expect(types()).toEqual(['raised', 'raised', 'mails_paused']);
    expect(notifications.list().filter(({ answer }) => answer === 'mail_limit')).toHaveLength(2);
    clock.now += MINUTE_MS;
    await notifications.queueNews('u1', ['v1', 'v2', 'v3'].map(started));
    await hear({ ...full('e'), raisedAt: clock.now });
    expect(types().slice(3)).toEqual([...Array<string>(3).fill('evacuation.started'), 'raised']);
    clock.now += DAY_MS;
    for (const areaId of ['f', 'g', 'h']) await hearNext(alertIn(areaId));
    expect(types().slice(7)).toEqual(['raised', 'raised', 'mails_paused']);
  });
});

test('a person is not told of an alert that was acknowledged meanwhile, nor of its end; of a lower one that follows, yes', async () => {
  await inHub(async (storage) => {
    const outcome: { now: Outcome } = { now: { type: 'again', answer: '503' } };
    const push: Recipient = { ...DESK, kind: 'push' };
    const { notifications, clock, hear, types } = sending(storage, push, () => outcome.now);
    const lower: AlertState = { ...alertIn('bar'), alertId: 'lower', raisedAt: clock.now + MINUTE_MS };
    const stage = { ...alertIn('stage'), acknowledgedAt: clock.now };
    // The first one fails, so the second one waits.
    await hear(alertIn('bar', 90), alertIn('stage'));
    expect(types()).toEqual(['raised']);
    outcome.now = { type: 'sent', answer: '201' };
    clock.now += MINUTE_MS;
    await hear(stage, { ...alertIn('bar', 90), clearedAt: clock.now }, lower);
    await notifications.run();
    const told = () =>
      notifications.list().map(({ state, alerts: [alert] }) => [state, alert?.areaName, alert?.threshold]);
    expect(told()).toEqual([
      ['sent', 'bar', 75],
      ['dropped', 'stage', 75],
      ['dropped', 'bar', 90],
    ]);
    clock.now += 2 * MINUTE_MS;
    await hear({ ...stage, clearedAt: clock.now }, { ...lower, clearedAt: clock.now });
    expect(types()).toEqual(['raised', 'raised', 'cleared']);
    expect(told()[0]).toEqual(['sent', 'bar', 75]);
  });
});

test.for<{ exit: string; recipient: Recipient; outcome: Outcome; mailsPerDay: number }>([
  { exit: 'refused', recipient: MAIL, outcome: { type: 'refused', answer: '550' }, mailsPerDay: 9 },
  { exit: 'refused', recipient: DESK, outcome: { type: 'refused', answer: '400' }, mailsPerDay: 9 },
  { exit: 'tried for a day', recipient: DESK, outcome: { type: 'again', answer: '503' }, mailsPerDay: 9 },
  { exit: 'stopped by the limit of mails', recipient: MAIL, outcome: { type: 'sent', answer: '250' }, mailsPerDay: 0 },
])(
  'who missed an alert because its message was $exit ($recipient.kind) is told of a lower one that follows, and not of its end',
  async ({ recipient, outcome: failure, mailsPerDay }) => {
    await inHub(async (storage) => {
      const outcome = { now: failure };
      const limit = { perDay: mailsPerDay };
      const { notifications, clock, hear, types } = sending(
        storage,
        recipient,
        () => outcome.now,
        () => limit.perDay,
      );
      await hear(alertIn('bar', 90), alertIn('stage', 90));
      clock.now += DAY_MS;
      for (let n = 0; n < 2; n += 1) await notifications.run();
      outcome.now = { type: 'sent', answer: '200' };
      limit.perDay = 9;
      const before = types().length;
      const told = () => types().slice(before);
      await notifications.run();
      expect(told(), 'the same alert is not told again').toEqual([]);
      const lower = { ...alertIn('bar'), alertId: 'lower', raisedAt: clock.now };
      clock.now += MINUTE_MS;
      await hear(...['bar', 'stage'].map((areaId) => ({ ...alertIn(areaId, 90), clearedAt: lower.raisedAt })), lower);
      expect(told()).toEqual(['raised']);
      expect(notifications.list()[0]?.alerts[0]).toMatchObject({ areaName: 'bar', threshold: 75 });
      clock.now += 2 * MINUTE_MS;
      await hear({ ...lower, clearedAt: clock.now });
      expect(told()).toEqual(['raised', 'cleared']);
    });
  },
);

test('a person is not told of the end of an alert whose message still waits', async () => {
  await inHub(async (storage) => {
    const outcome: { now: Outcome } = { now: { type: 'again', answer: '503', afterMs: 5 * MINUTE_MS } };
    const { notifications, clock, hear, types } = sending(storage, { ...DESK, kind: 'push' }, () => outcome.now);
    await hear(alertIn('bar'));
    outcome.now = { type: 'sent', answer: '201' };
    clock.now += MINUTE_MS;
    await hear({ ...alertIn('bar'), clearedAt: clock.now });
    clock.now += 5 * MINUTE_MS;
    await notifications.run();
    expect(types()).toEqual(['raised']);
  });
});

test('a summary of alerts that were all acknowledged or are over is not sent to a person; with one that is open, it is', async () => {
  await inHub(async (storage) => {
    const outcome: { now: Outcome } = { now: { type: 'again', answer: '503' } };
    const { notifications, clock, hear, types } = sending(storage, { ...DESK, kind: 'push' }, () => outcome.now);
    const all = ['a', 'b', 'c', 'd'].map((areaId) => alertIn(areaId));
    await hear(...all);
    outcome.now = { type: 'sent', answer: '201' };
    clock.now += MINUTE_MS;
    await hear(...all.map((alert) => ({ ...alert, acknowledgedAt: clock.now })));
    expect(types()).toEqual(['summary']);
    expect(notifications.list().map(({ state }) => state)).toEqual(['dropped']);
    outcome.now = { type: 'again', answer: '503' };
    const others = ['e', 'f', 'g', 'h'].map((areaId) => alertIn(areaId));
    await hear(...others);
    outcome.now = { type: 'sent', answer: '201' };
    clock.now += MINUTE_MS;
    await hear(...others.slice(1).map((alert) => ({ ...alert, acknowledgedAt: clock.now })));
    expect(types()).toEqual(['summary', 'summary', 'summary']);
  });
});

test('at most 200 messages wait for a recipient, without what is urgent, which goes first; closed days are never dropped', async () => {
  await inHub(async (storage) => {
    const all: Recipient = { ...DESK, topics: ['alerts', 'orders', 'evacuations', 'days'] };
    const { notifications, clock, hear, types } = sending(storage, all, () => ({ type: 'again', answer: '503' }));
    const total = () =>
      storage.sql.exec('SELECT count(*) AS n FROM alert_messages WHERE due_at IS NOT NULL').one()['n'];
    const at = new Date(clock.now).toISOString();
    const close = (n: number): EventNews => ({
      type: 'day.closed',
      data: {
        ...EVENT,
        day: FRIDAY,
        revision: n,
        startsAt: at,
        endsAt: at,
        closedAt: at,
        ins: 0,
        outs: 0,
        peak: 0,
        peakAt: null,
      },
    });
    await notifications.queueNews('u1', [unconfirmed(1_000, 'yard'), started('v')]);
    for (let n = 0; n < 300; n += 1) await notifications.queueNews('u1', [given(n, 'bar')]);
    expect(total(), 'one for its target').toBe(2 + 1);
    for (let n = 300; n < 600; n += 1) {
      const ended: EventNews = {
        type: 'order.ended',
        data: { ...EVENT, order: orderTo(n, `area-${n}`), reason: 'ended', confirmed: 0, endedAt: at },
      };
      await notifications.queueNews('u1', [given(n, `area-${n}`), ended]);
    }
    expect(total()).toBe(2 + MESSAGES_WAITING_MAX - 1);
    await notifications.queueNews(
      'u1',
      Array.from({ length: 250 }, (_, n) => close(n)),
    );
    expect(total(), 'all days, and the order that is in force').toBe(2 + 251);
    await hear(full('stage'), alertIn('bar'));
    for (let n = 0; n < 4; n += 1) await notifications.run();
    expect(types()).toEqual(['evacuation.started', 'order.unconfirmed', 'raised', 'raised', 'order.given']);
    expect(notifications.list().at(0)?.alerts[0]?.areaName).toBe('bar');
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
    await notifications.queueNews('u1', [given(1, 'bar'), started('v')]);
    await notifications.run();
    const types = (address: string) =>
      sent
        .filter(({ to }) => to === address)
        .map(({ message: { content } }) => (content.type === 'news' ? content.news.type : content.type));
    expect(types(webhook.address)).toEqual(['evacuation.started', 'order.given']);
    expect(types(mail.address)).toEqual(['evacuation.started']);
  });
});

test('a webhook is told of an order in the order in which it happened, however slow it is and however urgent the last of it', async () => {
  await inHub(async (storage) => {
    const webhook: Recipient = { ...DESK, topics: ['orders'] };
    const outcome: { now: Outcome } = { now: { type: 'sent', answer: '200' } };
    const { notifications, clock, types } = sending(storage, webhook, () => outcome.now);
    const pass = async (ms: number) => {
      clock.now += ms;
      await notifications.run();
    };
    for (let n = 0; n < ORDER_MESSAGES_PER_MINUTE; n += 1) await notifications.queueNews('u1', [given(n, `area-${n}`)]);
    await pass(0);
    const before = types().length;
    const told = () => types().slice(before);
    // This one waits for its turn.
    await notifications.queueNews('u1', [given(100, 'bar')]);
    await pass(MINUTE_MS / 2);
    expect(told()).toEqual([]);
    outcome.now = { type: 'again', answer: '503' };
    await notifications.queueNews('u1', [unconfirmed(100, 'bar')]);
    await pass(0);
    expect(told()).toEqual(['order.given']);
    await pass(0);
    expect(told(), 'nothing is tried again at once').toHaveLength(1);
    outcome.now = { type: 'sent', answer: '200' };
    await notifications.queueNews('u1', [given(101, 'bar')]);
    await pass(MINUTE_MS);
    expect(told().slice(1)).toEqual(['order.given', 'order.unconfirmed', 'order.given']);
  });
});
