import { afterEach, beforeEach, expect, test } from 'vitest';
import { httpMail } from '../../../src/mail/http-mail.ts';
import { startFakeMailProvider, type Trouble } from '../../support/fake-mail-provider.ts';

const MAIL = { to: 'ada@headroom.test', subject: 'Grüße', text: 'Zeile 1\nhttps://headroom.test/reset-password#1' };
const FROM = 'Headroom <no-reply@headroom.test>';
/** What is awaited never comes: as short as can be told from an answer that is on its way. */
const TIMEOUT_MS = 500;

let provider: Awaited<ReturnType<typeof startFakeMailProvider>>;
beforeEach(async () => {
  provider = await startFakeMailProvider();
});
afterEach(() => provider.close());

const send = (changed: Partial<Parameters<typeof httpMail>[0]> = {}, timeoutMs = 10_000) =>
  httpMail({ url: provider.url, apiKey: provider.apiKey, from: FROM, ...changed }, 1, timeoutMs)(MAIL);

test('a mail arrives as it was written', async () => {
  await send();
  expect(provider.mails()).toEqual([{ from: FROM, to: [MAIL.to], subject: MAIL.subject, text: MAIL.text }]);
  expect(provider.calls()).toBe(1);
});

test.each<[Trouble]>([[500], [503], [429], ['hangs up']])('%s passes: it is tried once more', async (trouble) => {
  provider.meets(trouble);
  await send();
  expect(provider.mails()).toHaveLength(1);
  expect(provider.calls()).toBe(2);
});

test.each<[Trouble, string]>([
  [500, 'The mail was refused: 500 some_error'],
  [429, 'The mail was refused: 429 some_error'],
  ['hangs up', 'The mail provider did not answer: TypeError'],
])('%s twice: it was not sent, and nobody tries for ever', async (trouble, message) => {
  provider.meets(trouble, trouble);
  await expect(send()).rejects.toThrow(message);
  expect(provider.mails()).toEqual([]);
  expect(provider.calls()).toBe(2);
});

test('a provider that says nothing is given up', async () => {
  provider.meets('never answers', 'never answers');
  await expect(send({}, TIMEOUT_MS)).rejects.toThrow('The mail provider did not answer: TimeoutError');
  expect(provider.mails()).toEqual([]);
});

test.each([
  ['a key that is wrong', { apiKey: 'wrong' }, 'The mail was refused: 401 missing_api_key'],
  ['a sender that is none', { from: 'Headroom' }, 'The mail was refused: 422 validation_error'],
])('%s stays wrong: it is told at once, without the address', async (_what, changed, message) => {
  const failed = send(changed);
  await expect(failed).rejects.toThrow(message);
  await expect(failed).rejects.not.toThrow(MAIL.to);
  expect(provider.calls()).toBe(1);
});

test('the key goes nowhere but to the address that it is for', async () => {
  provider.meets('leads elsewhere');
  await expect(send()).rejects.toThrow('The mail was refused: 307');
  expect(provider.calls()).toBe(1);
});

test('two mails are two, also with the same words', async () => {
  await send();
  await send();
  expect(provider.mails()).toHaveLength(2);
});
