import { afterEach, beforeEach, expect, test } from 'vitest';
import { httpMail } from '../../../src/mail/http-mail';
import { bindingMail } from '../../../src/mail/binding-mail';
import { sendAlertMail } from '../../../src/notifications/send/mail';
import { startFakeMailProvider } from '../../support/fake-mail-provider';
import type { OutgoingMessage } from '../../../src/notifications/message';
import { addressee, fact, message as messageOf, outgoing } from './messages';

/** Tests mails about alerts against a provider on loopback, and Cloudflare's binding. */

let provider: Awaited<ReturnType<typeof startFakeMailProvider>>;
beforeEach(async () => {
  provider = await startFakeMailProvider();
});
afterEach(() => provider.close());

const FROM = 'Headroom <no-reply@headroom.test>';
const TOKEN = 'f'.repeat(64);
const ADA = addressee({ kind: 'mail', address: 'ada@headroom.test', mailToken: TOKEN });
const ORIGIN = 'https://headroom.example';

const send = (sent: OutgoingMessage = { ...outgoing(), id: 'msg_0123456789abcdef' }, to = ADA) =>
  sendAlertMail(httpMail({ url: provider.url, apiKey: provider.apiKey, from: FROM }, 1), ORIGIN, to, sent);

test('a mail says what is crowded, and how to stop such mails; a repeated one arrives once', async () => {
  for (let i = 0; i < 2; i += 1) expect(await send()).toEqual({ type: 'sent', answer: 'accepted' });
  const [mail, ...others] = provider.mails();
  expect(others).toEqual([]);
  expect(mail).toMatchObject({
    to: ['ada@headroom.test'],
    subject: 'Summer Fest: Main Stage has reached 90%',
    headers: {
      'List-Unsubscribe': `<${ORIGIN}/api/alert-mails/${TOKEN}/leave>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    },
  });
  expect(mail?.text).toContain('450 of 500 people when it was reached');
  expect(mail?.text).toContain(`${ORIGIN}/app/overview`);
  expect(mail?.text).toContain(`${ORIGIN}/alert-mails/leave#${TOKEN}`);
});

test('a summary of more alerts than it names says how many there are', async () => {
  const content = { type: 'summary' as const, alerts: [fact(), fact({ areaName: 'Bar' })], total: 130 };
  await send({ ...outgoing(content), id: 'msg_0123456789abcdef' });
  const [mail] = provider.mails();
  expect(mail?.subject).toBe('Headroom: 130 alerts');
  expect(mail?.text).toContain('Summer Fest: Bar has reached 90%\nand 128 more\n');
});

test.each([
  [[422], { type: 'refused', answer: 'refused' }],
  [[500, 500], { type: 'again', answer: 'refused' }],
  [['hangs up', 'hangs up'] as const, { type: 'again', answer: 'no_answer' }],
])('a provider that fails with %j', async (troubles, expected) => {
  provider.meets(...troubles);
  expect(await send()).toEqual(expected);
});

test('without a way to send mails the message is refused', async () => {
  expect(await sendAlertMail(null, ORIGIN, ADA, outgoing())).toEqual({ type: 'refused', answer: 'not_configured' });
});

/** Cloudflare's Email Sending with this failure, and what it gets. */
function bound(failure?: object) {
  const sent: unknown[] = [];
  const binding = {
    send: async (mail: unknown) => {
      if (failure) throw Object.assign(new Error('to ada@headroom.test'), failure);
      sent.push(mail);
    },
  };
  return { sent, mail: bindingMail(binding, FROM) };
}

const PLAIN = { to: 'ada@headroom.test', subject: 'S', text: 'T' };

test('Cloudflare’s Email Sending gets the mail with its sender and headers', async () => {
  const { sent, mail } = bound();
  await mail({ ...PLAIN, headers: { 'X-One': '1' } });
  await mail(PLAIN);
  const from = { name: 'Headroom', email: 'no-reply@headroom.test' };
  expect(sent).toEqual([
    { from, ...PLAIN, headers: { 'X-One': '1' } },
    { from, ...PLAIN },
  ]);
});

test.each([
  [{ code: 'E_RECIPIENT_SUPPRESSED' }, false],
  [{ code: 'E_SENDER_NOT_VERIFIED' }, true],
  [{}, true],
])('a refusal of Cloudflare’s with %j concerns all mails: %s', async (failure, concernsAll) => {
  const mailed = bound(failure).mail(PLAIN);
  await expect(mailed).rejects.toMatchObject({ concernsAll, message: expect.not.stringContaining('ada@') });
});

test('people are told of an evacuation (docs/product.md, N11)', async () => {
  const evacuation = {
    evacuationId: 'v',
    isDrill: false,
    startedAt: 't',
    becameRealAt: null,
    startedOn: null,
    occupancyAtStart: 120,
  };
  const news = { type: 'evacuation.started' as const, data: { eventId: 'e', eventName: 'Summer Fest', evacuation } };
  await send({ ...messageOf({ type: 'news', news }), id: 'msg_0123456789abcdef' }, ADA);
  expect(provider.mails()).toMatchObject([
    { subject: 'Summer Fest: EVACUATION has started', text: expect.stringContaining('120 people inside by the count') },
  ]);
});
