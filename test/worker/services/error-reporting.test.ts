import { env } from 'cloudflare:workers';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { app } from '../../../src/app';
import { startErrorReporting } from '../../../src/observability/error-reporting';
import { logError, onErrorLine } from '../../../src/observability/log';
import { BODY_MAX_BYTES, ERROR_REPORT_MAX_BYTES } from '../../../src/routes/middleware/limits';
import { MINUTE_MS } from '../../../src/shared/durations';
import { eventually } from '../../support/eventually';
import { parseEnvelope, reportedErrors } from '../../support/sentry/envelope';
import { stopClock } from '../../support/clock';
import { HTTP, HTTPS } from '../support/client';

const DSN = 'https://c0ffee@sentry.headroom.test/42';
const TOKEN = 'ab'.repeat(32);

/** The requests that Sentry got, and its answers. */
let sent: { url: string; headers: Headers; bytes: Uint8Array }[] = [];
let answer: () => Promise<Response> = async () => new Response('{}');
let waited: Promise<unknown>[] = [];

beforeEach(() => {
  sent = [];
  waited = [];
  answer = async () => new Response('{}');
  stopClock();
  vi.spyOn(console, 'error').mockReturnValue();
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const request = new Request(input, init);
    const bytes = new Uint8Array(await request.clone().arrayBuffer());
    sent.push({ url: request.url, headers: request.headers, bytes });
    return await answer();
  });
});
afterEach(() => {
  onErrorLine(null);
});

const start = (variables: { SENTRY_DSN?: string; ENVIRONMENT?: string }) =>
  startErrorReporting(variables, (promise) => void waited.push(promise));
const delivered = async () => {
  await Promise.all(waited);
  return sent.flatMap(({ bytes }) => reportedErrors(parseEnvelope(bytes)));
};

test('an error line becomes a report with its fields as tags and the user as an id, and without other personal data', async () => {
  start({ SENTRY_DSN: DSN, ENVIRONMENT: 'staging' });
  const cause = new Error(`no row for ada@headroom.test with ${TOKEN}`);
  const error = new TypeError('Failed query: select 1\nparams: ada@headroom.test,hash', { cause });
  logError('configuration', 'half set by ada@headroom.test');
  logError('sign up', error, { requestId: 'r1', route: '/api/auth/signup', status: undefined, userId: 'u1' });
  const [text, report] = await delivered();
  expect(text).toMatchObject({ message: 'half set by [email]', tags: { what: 'configuration' } });
  expect(report).toMatchObject({
    level: 'error',
    environment: 'staging',
    release: expect.stringMatching(/^headroom@\d+\.\d+\.\d+$/),
    tags: { what: 'sign up', requestId: 'r1', route: '/api/auth/signup' },
    user: { id: 'u1' },
  });
  const values = report?.exception?.values ?? [];
  expect(values.map(({ type, value }) => `${type}: ${value}`)).toEqual([
    'Error: no row for [email] with [token]',
    'TypeError: Failed query: select 1',
  ]);
  expect(values[1]?.stacktrace?.frames.length).toBeGreaterThan(0);
  const [{ url } = { url: '' }] = sent;
  expect(url).toMatch(/^https:\/\/sentry\.headroom\.test\/api\/42\/envelope\/\?/);
  expect(
    Object.keys(report ?? {})
      .toSorted()
      .join(' '),
  ).toBe('environment event_id exception level platform release sdk tags timestamp user');
});

const envelope = (dsn: string, payload: object = {}) =>
  [JSON.stringify({ dsn }), JSON.stringify({ type: 'event' }), JSON.stringify(payload)].join('\n');

/** Each test uses its own address, because the counts persist. */
let addresses = 0;
const report = (body: BodyInit, { dsn = DSN, address = `192.0.2.${(addresses += 1)}` } = {}) =>
  app.request(
    `${HTTP}/api/errors?secret=query`,
    {
      method: 'POST',
      body,
      headers: { cookie: 'headroom_session=secret', 'user-agent': 'secret', 'cf-connecting-ip': address },
    },
    { ...env, SENTRY_DSN: dsn },
  );

test('the web is allowed to report and learns the address for it', async () => {
  const config = async (bindings: object) => await (await app.request(`${HTTPS}/api/config`, {}, bindings)).json();
  expect(await config(env)).toMatchObject({ errorReporting: null });
  expect(await config({ ...env, SENTRY_DSN: DSN, ENVIRONMENT: 'staging' })).toMatchObject({
    errorReporting: { dsn: DSN, environment: 'staging', release: expect.stringContaining('headroom@') },
  });
});

test("a browser's report of up to 1 MB is forwarded unchanged without data of the request, and the call does not exist without a DSN", async () => {
  const text = envelope(DSN, { message: 'odd' });
  const taken = await report(text);
  expect([taken.status, await taken.json()]).toEqual([200, { success: true }]);
  expect(sent).toHaveLength(1);
  expect(sent[0]?.url).toBe('https://sentry.headroom.test/api/42/envelope/');
  expect(new TextDecoder().decode(sent[0]?.bytes)).toBe(text);
  expect([...(sent[0]?.headers ?? [])]).toEqual([['content-type', 'application/x-sentry-envelope']]);

  const fill = (length: number) => `${JSON.stringify({ dsn: DSN })}\n`.padEnd(length, 'x');
  expect((await report(fill(ERROR_REPORT_MAX_BYTES))).status).toBe(200);
  expect((await report(fill(ERROR_REPORT_MAX_BYTES + 1))).status).toBe(413);
  expect((await report(text, { dsn: '' })).status).toBe(404);
  const large = fill(BODY_MAX_BYTES + 1);
  expect((await report(large, { dsn: '' })).status, 'no larger than any other body').toBe(413);
  const init = { method: 'POST', body: large, headers: { origin: 'https://evil.test' } };
  expect((await app.request(`${HTTP}/api/errors`, init, { ...env, SENTRY_DSN: DSN })).status).toBe(403);
  expect(sent).toHaveLength(2);
});

test.each([
  ['another host', 'https://c0ffee@evil.test/42'],
  ['another project', 'https://c0ffee@sentry.headroom.test/43'],
  ['another key', 'https://decaf@sentry.headroom.test/42'],
  ['no DSN', 'none'],
])('an envelope for %s is refused, and so is an invalid envelope', async (_what, dsn) => {
  for (const body of [envelope(dsn), '', '{', '[]', '\n', new Uint8Array([0xff, 0xfe, 0x0a])]) {
    const refused = await report(body);
    expect([refused.status, await refused.json()]).toEqual([400, expect.objectContaining({ code: 'invalid_input' })]);
  }
  expect(sent).toEqual([]);
});

test('eight recordings are accepted at a time; further ones have to wait, and small reports do not', async () => {
  const large = `${JSON.stringify({ dsn: DSN })}\n`.padEnd(BODY_MAX_BYTES + 1, 'x');
  const held = Promise.withResolvers<Response>();
  answer = async () => (await held.promise).clone();
  const taken = Array.from({ length: 8 }, () => report(large));
  await eventually(() => expect(sent).toHaveLength(8));
  const refused = await report(large);
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5']);
  const small = report(envelope(DSN));
  await eventually(() => expect(sent).toHaveLength(9));
  held.resolve(new Response('{}'));
  expect((await Promise.all([...taken, small])).map(({ status }) => status)).toEqual(Array(9).fill(200));
  expect((await report(large)).status).toBe(200);
});

test('an address with too many reports waits a minute, and other addresses do not', async () => {
  const flood = () => report(envelope(DSN), { address: '198.51.100.7' });
  for (let i = 0; i < 300; i++) expect((await flood()).status).toBe(200);
  const refused = await flood();
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '60']);
  expect((await report(envelope(DSN))).status).toBe(200);
  vi.setSystemTime(Date.now() + MINUTE_MS);
  expect((await flood()).status).toBe(200);
});
