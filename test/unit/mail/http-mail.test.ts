import { afterEach, beforeEach, expect, test } from 'vitest';
import { httpMail } from '../../../src/mail/http-mail.ts';
import { mailFailureOf } from '../../../src/mail/mail';
import { startFakeMailProvider, type Trouble } from '../../support/fake-mail-provider.ts';

const MAIL = { to: 'ada@headroom.test', subject: 'Grüße', text: 'Zeile 1\nhttps://headroom.test/reset-password#1' };
const FROM = 'Headroom <no-reply@headroom.test>';

let provider: Awaited<ReturnType<typeof startFakeMailProvider>>;
beforeEach(async () => {
  provider = await startFakeMailProvider();
});
afterEach(() => provider.close());

const send = (changed: Partial<Parameters<typeof httpMail>[0]> = {}, timeoutMs = 10_000) =>
  httpMail({ url: provider.url, apiKey: provider.apiKey, from: FROM, ...changed }, 1, timeoutMs)(MAIL);

test('a mail arrives as it was written, and a second mail with the same words is another mail', async () => {
  await send();
  expect(provider.mails()).toEqual([{ from: FROM, to: [MAIL.to], subject: MAIL.subject, text: MAIL.text }]);
  expect(provider.calls()).toBe(1);
  await send();
  expect(provider.mails()).toHaveLength(2);
});

test.each<[Trouble]>([[500], [429], ['hangs up']])('a mail is sent once more after the failure %s', async (trouble) => {
  provider.meets(trouble);
  await send();
  expect([provider.mails().length, provider.calls()]).toEqual([1, 2]);
});

test.each<[Trouble, string, number?]>([
  [500, 'The mail was refused: 500 some_error'],
  ['hangs up', 'The mail provider did not answer: TypeError'],
  // This is the shortest timeout that still differs from an answer that is on its way.
  ['never answers', 'The mail provider did not answer: TimeoutError', 500],
])(
  'a mail that meets the failure %s twice is reported as not sent, and nothing tries a third time',
  async (trouble, message, timeoutMs) => {
    provider.meets(trouble, trouble);
    await expect(send({}, timeoutMs)).rejects.toThrow(message);
    expect(provider.mails()).toEqual([]);
    expect(provider.calls()).toBe(2);
  },
);

test.each([
  [403, 'refused'],
  [422, undefined],
] as const)('a refusal with %s says about the provider: %s', async (status, failure) => {
  provider.meets(status);
  const error: unknown = await send().catch((reason: unknown) => reason);
  expect(mailFailureOf(error)).toBe(failure);
});

test.each([
  ['a wrong key', { apiKey: 'wrong' }, 'The mail was refused: 401 missing_api_key'],
  // The client sends the key only to the configured address.
  ['a provider that leads elsewhere', {}, 'The mail was refused: 307'],
])("%s fails at once, and the error does not contain the recipient's address", async (what, changed, message) => {
  if (what.endsWith('elsewhere')) provider.meets('leads elsewhere');
  const failed = send(changed);
  await expect(failed).rejects.toThrow(message);
  await expect(failed).rejects.not.toThrow(MAIL.to);
  expect(provider.calls()).toBe(1);
});
