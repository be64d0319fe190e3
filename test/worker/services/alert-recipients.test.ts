import { runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import * as z from 'zod/mini';
import { openDatabase } from '../../../src/db/client';
import { deleteRecipient, loadConfirmedRecipients } from '../../../src/notifications/recipients';
import { RECIPIENTS_PER_ACCOUNT } from '../../../src/services/attempts/limits';
import { DAY_MS, MINUTE_MS } from '../../../src/shared/durations';
import { RECIPIENTS_MAX } from '../../../src/shared/notifications/limits';
import {
  AlertRecipientListSchema,
  type CreatedAlertRecipient,
  CreatedAlertRecipientSchema,
  DeliverySchema,
} from '../../../src/shared/notifications/schemas';
import { FRIDAY_EVENING } from '../../support/moments';
import { stopClock } from '../../support/clock';
import { type Admin, createArea, createOpenVenue, deleteAccount, signUp } from '../support/accounts';
import { type Client, createClient } from '../support/client';
import { linkIn, MAILS_TO_CONSOLE, mailsDuring } from '../support/mails';
import { tapper } from '../support/taps';
import { deliveriesOf, hubOf, type Receiver, ringHub, startReceiver } from '../support/webhooks';

/** Tests recipients of alerts through the whole worker: from a tap over the room and the hub to a webhook. */

const PATH = '/api/alert-recipients';
const CHOICES = { name: 'Control room', eventIds: null, threshold: 0, afterMinutes: 0, quietHours: null };
const HOOK = { ...CHOICES, kind: 'webhook', address: 'https://hook.test/alerts', language: 'en' };

const BodySchema = z.object({
  type: z.string(),
  data: z.object({
    alerts: z.array(z.object({ areaName: z.nullable(z.string()), threshold: z.int() })),
    total: z.int(),
  }),
});

let receiver: Receiver;
beforeEach(() => {
  stopClock(FRIDAY_EVENING);
  receiver = startReceiver();
});
afterEach(() => receiver.end());

/** What webhooks got, each as path, type and thresholds by area. */
const got = () =>
  receiver.got.map(({ path, id, body }) => {
    const { type, data } = z.parse(BodySchema, body);
    const alerts = Object.fromEntries(data.alerts.map(({ areaName, threshold }) => [areaName ?? 'venue', threshold]));
    return { path, id, type, alerts };
  });

async function add(admin: Admin, changes: object = {}): Promise<CreatedAlertRecipient> {
  const answer = await admin.client.post(PATH, { ...HOOK, ...changes });
  expect(answer.status, answer.text).toBe(201);
  const recipient = z.parse(CreatedAlertRecipientSchema, answer.body);
  receiver.secrets.set(new URL(recipient.address, 'https://hook.test').pathname, recipient.secret ?? '');
  return recipient;
}

const listOf = async ({ client }: Admin) => z.parse(AlertRecipientListSchema, (await client.get(PATH)).body);
let taps = 0;
const count = (device: Client, eventId: string, areaId: string, change: number) =>
  tapper(device, eventId)([{ areaId, change }], (taps += 1));

/** Lets time pass, and rings the hub's alarm. */
async function pass(admin: Admin, ms: number): Promise<void> {
  vi.setSystemTime(Date.now() + ms);
  await ringHub(admin);
}

/** Waits until so many messages have arrived; the hub tells recipients after its answer to the room. */
const arrived = (messages: number) => vi.waitUntil(() => got().length >= messages, { timeout: 10_000 });

test('a recipient is listed without its secret, changed and deleted; no other account sees it', async () => {
  const [admin, other] = [await signUp(), await signUp()];
  const { secret, ...recipient } = await add(admin);
  expect(secret).toMatch(/^whsec_[\w+/]{43}=$/);
  expect(recipient).toMatchObject({ ...HOOK, confirmedAt: new Date(FRIDAY_EVENING).toISOString() });
  expect(await listOf(admin)).toEqual({ recipients: [recipient], canMail: false, pushKey: expect.any(String) });
  expect((await listOf(other)).recipients).toEqual([]);
  const path = `${PATH}/${recipient.recipientId}`;
  const changed = {
    ...CHOICES,
    name: ' Night ',
    threshold: 90,
    quietHours: { from: '22:00', to: '07:00', timeZone: 'Europe/Berlin', letsHighestThrough: true },
  };
  expect((await admin.client.call('PUT', path, { body: changed })).body).toEqual({
    ...recipient,
    ...changed,
    name: 'Night',
  });
  expect((await listOf(admin)).recipients).toEqual([{ ...recipient, ...changed, name: 'Night' }]);
  expect((await admin.client.call('DELETE', path)).status).toBe(200);
  expect((await listOf(admin)).recipients).toEqual([]);
});

test.each([
  [{ name: ' ' }, 'Please give the recipient a name'],
  [{ name: 'x'.repeat(61) }, 'at most 60 characters'],
  [{ name: 'a\u202Eb' }, 'cannot be used'],
  [{ threshold: -1 }, 'Please check'],
  [{ afterMinutes: 121 }, 'Please check'],
  [{ quietHours: { from: '25:00', to: '07:00', timeZone: 'UTC', letsHighestThrough: true } }, 'Please check'],
  [{ quietHours: { from: '22:00', to: '07:00', timeZone: 'Mars/Olympus', letsHighestThrough: true } }, 'Please check'],
  [{ eventIds: ['somebody-elses'] }, 'do not exist'],
  [{ address: 'http://hook.test/alerts' }, 'begins with https://'],
  [{ address: 'https://127.0.0.1/' }, 'public internet'],
  [{ kind: 'push', address: 'https://push.test/1' }, 'incomplete'],
  [{ kind: 'mail', address: 'ada@headroom.test' }, 'sends no mails'],
])('the recipient %j is refused', async (changes, text) => {
  const admin = await signUp();
  const answer = await admin.client.post(PATH, { ...HOOK, ...changes });
  expect([answer.status, answer.text]).toEqual([400, expect.stringContaining(text)]);
  expect((await listOf(admin)).recipients).toEqual([]);
});

test('an account has a limited number of recipients', async () => {
  const admin = await signUp();
  for (let i = 0; i < RECIPIENTS_MAX; i += 1) await add(admin);
  expect(await admin.client.post(PATH, HOOK)).toMatchObject({ status: 409, body: { code: 'limit_reached' } });
});

test('addresses that are refused count as tries, so that an account asks name servers 30 times an hour', async () => {
  const admin = await signUp();
  const keys = { p256dh: 'B'.repeat(87), auth: 'a'.repeat(22) };
  const address = 'https://10.0.0.1/';
  const refused = { '': { ...HOOK, address }, '/renewals': { oldAddress: address, address, keys } };
  for (const [path, body] of Object.entries(refused)) {
    for (let i = 0; i < RECIPIENTS_PER_ACCOUNT.limit; i += 1)
      expect(await admin.client.post(PATH + path, body)).toMatchObject({ status: 400 });
    const limited = await admin.client.post(PATH + path, body);
    expect(limited).toMatchObject({ status: 429, body: { code: 'too_many_attempts' } });
    expect(Number(limited.headers.get('retry-after'))).toBeGreaterThan(0);
  }
});

test('a browser that is added again is one recipient, and its endpoint is shown to nobody', async () => {
  const admin = await signUp();
  const keys = { p256dh: 'B'.repeat(87), auth: 'a'.repeat(22) };
  const push = { kind: 'push', address: 'https://push.test/secret-endpoint', keys };
  await add(admin, push);
  const { secret, address } = await add(admin, { ...push, name: 'My phone' });
  expect([secret, address]).toEqual([null, 'push.test']);
  const list = await listOf(admin);
  expect(list.recipients).toMatchObject([{ name: 'My phone', address: 'push.test' }]);
  expect(JSON.stringify(list)).not.toContain('secret-endpoint');
  const renewal = { oldAddress: push.address, address: 'https://push.test/next', keys };
  expect((await admin.client.post(`${PATH}/renewals`, renewal)).status).toBe(200);
  expect((await admin.client.post(`${PATH}/renewals`, renewal)).status).toBe(404);
  const { results } = await env.DB.prepare('SELECT address FROM alert_recipients').all();
  expect(results).toEqual([{ address: 'https://push.test/next' }]);
});

test('a browser whose old subscription is gone stays a recipient if it has renewed it meanwhile', async () => {
  const admin = await signUp();
  const keys = { p256dh: 'B'.repeat(87), auth: 'a'.repeat(22) };
  await add(admin, { kind: 'push', address: 'https://push.test/old', keys });
  const db = openDatabase(env.DB);
  const user = await env.DB.prepare('SELECT owner_id AS id FROM alert_recipients').first<{ id: string }>();
  const load = async () => (await loadConfirmedRecipients(db, user?.id ?? ''))[0] ?? expect.fail('No recipient');
  const sentTo = await load();
  const renewal = { oldAddress: 'https://push.test/old', address: 'https://push.test/new', keys };
  expect((await admin.client.post(`${PATH}/renewals`, renewal)).status).toBe(200);
  await deleteRecipient(db, sentTo);
  const renewed = await load();
  expect(renewed.address).toBe('https://push.test/new');
  await deleteRecipient(db, renewed);
  expect((await listOf(admin)).recipients).toEqual([]);
});

describe('mail addresses', () => {
  const mailing = () => createClient({ variables: MAILS_TO_CONSOLE });
  const MAIL = { ...CHOICES, kind: 'mail', address: ' Ada@Headroom.test', language: 'de' };

  async function addMail() {
    const admin = await signUp(mailing());
    const mails = await mailsDuring(() => add(admin, MAIL));
    const token = new URL(linkIn(mails[0] ?? expect.fail('No mail'))).hash.slice(1);
    const use = (what: string) =>
      createClient({ variables: MAILS_TO_CONSOLE }).post(`/api/alert-mails/${token}/${what}`);
    return { admin, mails, token, use };
  }

  test('are asked once, in the chosen language, and count as recipients only after they agree', async () => {
    const { admin, mails, use } = await addMail();
    expect(mails).toMatchObject([{ to: 'ada@headroom.test', subject: 'Warnungen von Headroom: bitte bestätigen' }]);
    expect(linkIn(mails[0] ?? expect.fail())).toMatch(
      /^https:\/\/headroom\.example\/alert-mails\/confirm#[0-9a-f]{64}$/,
    );
    const [recipient] = (await listOf(admin)).recipients;
    expect(recipient?.confirmedAt).toBeNull();
    expect(await admin.client.post(`${PATH}/${recipient?.recipientId}/test`)).toMatchObject({ status: 400 });
    for (let i = 0; i < 2; i += 1) expect((await use('confirm')).status).toBe(200);
    expect((await listOf(admin)).recipients).toMatchObject([{ confirmedAt: new Date(FRIDAY_EVENING).toISOString() }]);
  });

  test('can leave with one click, without a login', async () => {
    const { admin, use } = await addMail();
    await use('confirm');
    expect((await use('leave')).status).toBe(200);
    expect((await listOf(admin)).recipients).toEqual([]);
    expect((await use('leave')).status).toBe(404);
  });

  test('cannot be confirmed after a week, nor with another token', async () => {
    const { use } = await addMail();
    vi.setSystemTime(FRIDAY_EVENING + 7 * DAY_MS);
    expect((await use('confirm')).status).toBe(404);
    expect((await mailing().post(`/api/alert-mails/${'0'.repeat(64)}/confirm`)).status).toBe(404);
  });

  test('are not flooded with questions: three in an hour, whoever asks and with whichever tag', async () => {
    const asked = async (address: string) => {
      const { client } = await signUp(mailing());
      let status = 0;
      const mails = await mailsDuring(async () => ({ status } = await client.post(PATH, { ...MAIL, address })));
      expect(mails).toHaveLength(status === 201 ? 1 : 0);
      return status;
    };
    const [first, tagged] = ['ada@headroom.test', 'ada+bar@headroom.test'];
    expect([await asked(first), await asked(tagged), await asked('ADA+@headroom.test')]).toEqual([201, 201, 201]);
    expect([await asked(tagged), await asked(first), await asked('bea+ada@headroom.test')]).toEqual([429, 429, 201]);
  });
});

test('a test message is sent at once and says what became of it; it is not tried again', async () => {
  const admin = await signUp();
  const { recipientId } = await add(admin);
  const path = `${PATH}/${recipientId}/test`;
  const sent = z.parse(DeliverySchema, (await admin.client.post(path)).body);
  expect(sent).toMatchObject({ type: 'test', state: 'sent', answer: '200', attempts: 1, recipientId });
  receiver.reply('/alerts', 500);
  expect((await admin.client.post(path)).body).toMatchObject({ state: 'failed', answer: '500', nextAt: null });
  expect(got().map(({ type }) => type)).toEqual(['alert.test', 'alert.test']);
  expect(await deliveriesOf(admin)).toMatchObject([{ state: 'failed' }, { state: 'sent' }]);
});

describe('from a tap to a webhook', () => {
  test('an alert is told when it is raised, acknowledged and over', async () => {
    const { admin, event, area, device } = await createOpenVenue();
    await add(admin);
    await count(device, event.eventId, area.areaId, 380);
    await arrived(1);
    expect(got()).toMatchObject([{ path: '/alerts', type: 'alert.raised', alerts: { 'Main Stage': 75 } }]);
    const { body } = await device.get(`/api/events/${event.eventId}/areas`);
    const alertId = z.parse(z.object({ alerts: z.array(z.object({ alertId: z.string() })) }), body).alerts[0]?.alertId;
    vi.setSystemTime(Date.now() + 2 * MINUTE_MS);
    await device.post(`/api/events/${event.eventId}/alerts/${alertId}/acknowledge`);
    await arrived(2);
    vi.setSystemTime(Date.now() + 2 * MINUTE_MS);
    await count(device, event.eventId, area.areaId, -380);
    await arrived(3);
    expect(got().map(({ type }) => type)).toEqual(['alert.raised', 'alert.acknowledged', 'alert.cleared']);
    expect(await deliveriesOf(admin)).toMatchObject([
      { type: 'cleared', state: 'sent' },
      { type: 'acknowledged', state: 'sent' },
      { type: 'raised', state: 'sent', alerts: [{ eventName: 'Summer Fest', areaName: 'Main Stage', threshold: 75 }] },
    ]);
  });

  test('who has not acknowledged in time is followed by the next', async () => {
    const { admin, event, area, device } = await createOpenVenue();
    await add(admin, { address: 'https://hook.test/first' });
    await add(admin, { address: 'https://hook.test/second', afterMinutes: 5 });
    await count(device, event.eventId, area.areaId, 380);
    await arrived(1);
    await pass(admin, 4 * MINUTE_MS);
    expect(got().map(({ path }) => path)).toEqual(['/first']);
    await pass(admin, MINUTE_MS);
    expect(got().map(({ path }) => path)).toEqual(['/first', '/second']);
  });

  test('a failing webhook is tried again under the same id with growing waits for a day, then given up', async () => {
    const { admin, event, area, device } = await createOpenVenue();
    await add(admin);
    receiver.reply('/alerts', 503);
    await count(device, event.eventId, area.areaId, 380);
    await arrived(1);
    const waits: number[] = [];
    for (;;) {
      const [delivery] = await deliveriesOf(admin);
      if (delivery?.nextAt === null || delivery === undefined) break;
      expect(delivery).toMatchObject({ state: 'waiting', answer: '503', attempts: waits.length + 1 });
      waits.push(Date.parse(delivery.nextAt) - Date.now());
      await pass(admin, Date.parse(delivery.nextAt) - Date.now());
    }
    // The clock has moved a little while the first message was on its way.
    expect(waits.slice(1, 4)).toEqual([20_000, 40_000, 80_000]);
    expect(Date.now() - FRIDAY_EVENING).toBeGreaterThan(DAY_MS - 2 * 60 * MINUTE_MS);
    expect(Date.now() - FRIDAY_EVENING).toBeLessThanOrEqual(DAY_MS);
    expect(await deliveriesOf(admin)).toMatchObject([{ state: 'failed', attempts: waits.length + 1 }]);
    expect(new Set(got().map(({ id }) => id)).size).toBe(1);
  });

  test('an alert that was open for so long that it was forgotten does not silence the next one', async () => {
    const { admin, event, area, device } = await createOpenVenue();
    const bar = await createArea(admin, event.eventId, 'Bar', 100);
    await add(admin);
    await count(device, event.eventId, area.areaId, 380);
    await arrived(1);
    vi.setSystemTime(Date.now() + 8 * DAY_MS);
    await count(device, event.eventId, bar.areaId, 80);
    await arrived(2);
    await count(device, event.eventId, area.areaId, -380);
    await pass(admin, MINUTE_MS);
    await count(device, event.eventId, area.areaId, 380);
    await vi.waitUntil(() => got().filter(({ alerts }) => 'Main Stage' in alerts).length >= 2);
    expect(got().at(-1)).toMatchObject({ type: 'alert.raised', alerts: { 'Main Stage': 75 } });
  });

  test('a deleted recipient gets nothing more, and a deleted account leaves nothing', async () => {
    const { admin, event, area, device } = await createOpenVenue();
    const { recipientId } = await add(admin);
    receiver.reply('/alerts', 500);
    await count(device, event.eventId, area.areaId, 380);
    await arrived(1);
    await admin.client.call('DELETE', `${PATH}/${recipientId}`);
    await pass(admin, MINUTE_MS);
    expect(got()).toHaveLength(1);
    expect(await deliveriesOf(admin)).toMatchObject([{ state: 'dropped' }]);
    // A message of this one could come before its secret is known here.
    await add(admin, { afterMinutes: 60 });
    const hub = await hubOf(admin);
    expect((await deleteAccount(admin.client)).status).toBe(200);
    await vi.waitUntil(
      async () => {
        await runDurableObjectAlarm(hub);
        return (await env.DB.prepare('SELECT * FROM alert_recipients').all()).results.length === 0;
      },
      { timeout: 15_000 },
    );
    const left = await runInDurableObject(hub, (_instance, { storage }) =>
      ['alert_subjects', 'alert_told', 'alert_messages'].map(
        (table) => storage.sql.exec(`SELECT * FROM ${table}`).toArray().length,
      ),
    );
    expect(left).toEqual([0, 0, 0]);
  });
});

test('no secret, address or name of a recipient is logged', async () => {
  const lines: unknown[] = [];
  for (const level of ['error', 'info', 'log', 'warn'] as const)
    vi.spyOn(console, level).mockImplementation((...line: unknown[]) => void lines.push(line));
  const { admin, event, area, device } = await createOpenVenue();
  const { secret } = await add(admin, { address: 'https://hook.test/path-secret', name: 'Ada Lovelace' });
  receiver.reply('/path-secret', 500);
  await count(device, event.eventId, area.areaId, 380);
  await arrived(1);
  await pass(admin, 15_000);
  const text = JSON.stringify(lines);
  for (const hidden of [secret ?? '', 'path-secret', 'hook.test', 'Ada Lovelace']) expect(text).not.toContain(hidden);
});
