import { createExecutionContext } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { beforeEach, expect, test, vi } from 'vitest';
import * as z from 'zod/mini';
import { DisplayLinkSchema } from '../../../src/shared/schemas/display';
import { app } from '../../../src/app';
import { sha256Hex } from '../../../src/crypto/ids';
import { stopClock } from '../../support/clock';
import { createEvent, createOpenVenue, signUp } from '../support/accounts';
import { createClient, HTTP, readAnswer } from '../support/client';
import { UPGRADE } from '../support/sockets';

/** Tests how many database queries a flood from one address causes. */

/** The real D1, and `take`, which returns the number of queries since the last `take`. A batch counts once. */
function countedDatabase() {
  let asked = 0;
  const asking = new Set(['run', 'all', 'first', 'raw', 'batch', 'exec']);
  const counted = <T extends object>(target: T): T =>
    new Proxy(target, {
      get(_target, name) {
        const value: unknown = Reflect.get(target, name);
        if (typeof value !== 'function') return value;
        return (...given: unknown[]) => {
          if (asking.has(String(name))) asked += 1;
          const answer: unknown = Reflect.apply(value, target, given);
          return name === 'prepare' || name === 'bind' ? counted(Object(answer)) : answer;
        };
      },
    });
  const take = () => {
    const queries = asked;
    asked = 0;
    return queries;
  };
  return { database: counted(env.DB), take };
}

const LIMIT = 5;
const context = createExecutionContext();
let addresses = 0;
let counted = countedDatabase();
const variables = () => ({ DB: counted.database, LOOKUP_MISSES_PER_SECOND: String(LIMIT) });

beforeEach(() => {
  counted = countedDatabase();
  addresses += 1;
});

const address = () => `192.0.2.${addresses}`;
const madeUp = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(32)), (byte) => byte.toString(16).padStart(2, '0')).join('');
/** Calls the worker directly, because the tests make thousands of calls. */
const at = (headers: Record<string, string> = {}) => ({
  get: async (path: string) => {
    const init = { headers: { ...headers, 'cf-connecting-ip': address() } };
    const answer = await app.fetch(new Request(`${HTTP}${path}`, init), { ...env, ...variables() }, context);
    await answer.body?.cancel();
    return answer;
  },
});

/** Makes that many calls in each of two seconds and returns the number of queries in each. */
async function flood(call: () => Promise<unknown>, perSecond = 100): Promise<number[]> {
  stopClock();
  const queries: number[] = [];
  for (let second = 0; second < 2; second += 1) {
    for (let tenth = 0; tenth < 10; tenth += 1) {
      await Promise.all(Array.from({ length: perSecond / 10 }, call));
      vi.setSystemTime(Date.now() + 100);
    }
    queries.push(counted.take());
  }
  return queries;
}

const withCookie = () => ({ cookie: `headroom_session=${madeUp()}` });

test.each([
  ['a call with a new invented cookie each time', () => at(withCookie()).get('/api/events'), [401, 429], 1_000, LIMIT],
  [
    'a call with a cookie of an impossible form',
    () => at({ cookie: 'headroom_session=x' }).get('/api/events'),
    [401],
    100,
    0,
  ],
  [
    'a call with a new invented display link each time',
    () => at().get(`/api/displays/${madeUp()}`),
    [404, 429],
    1_000,
    LIMIT,
  ],
  [
    // The cookie and the link share the allowance of their address.
    'an upgrade with an invented cookie and link',
    () => at({ ...UPGRADE, ...withCookie() }).get(`/api/displays/${madeUp()}/socket?v=1`),
    [429],
    100,
    LIMIT,
  ],
  ['a call to the health route', () => at().get('/api/health'), [200], 100, LIMIT],
])(
  '%s causes five queries a second at most when one address repeats it',
  async (_what, call, statuses, perSecond, most) => {
    // The first call reads the key of the installation.
    await call();
    counted.take();
    const answered = new Set<number>();
    const queries = await flood(async () => void answered.add((await call()).status), perSecond);
    for (const each of queries) expect(each).toBeLessThanOrEqual(most);
    expect(answered).toEqual(new Set(statuses));
  },
);

test('an unknown cookie or link is not looked up again within ten seconds', async () => {
  const cookie = withCookie();
  const cookies = await flood(() => at(cookie).get('/api/events'));
  const token = madeUp();
  const links = await flood(() => at().get(`/api/displays/${token}`));
  // A few calls arrive together, before the first answer is known.
  for (const [first, later] of [cookies, links]) {
    expect(first).toBeLessThanOrEqual(LIMIT);
    expect(later).toBe(0);
  }
});

test('a valid display link is looked up once a second, however many displays use it', async () => {
  const { admin, event } = await createOpenVenue();
  const { body } = await admin.client.post(`/api/events/${event.eventId}/display`);
  const token = z.parse(DisplayLinkSchema, body).displayToken;
  const statuses = new Set<number>();
  counted.take();
  const queries = await flood(async () => {
    statuses.add((await at().get(`/api/displays/${token}`)).status);
  });
  expect([...statuses]).toEqual([200]);
  expect(queries[0]).toBeLessThanOrEqual(LIMIT);
  expect(queries[1]).toBe(1);
});

test('sixty phones behind one address all get in at once, even while somebody there floods', async () => {
  const event = await createEvent(await signUp());
  const phones = await Promise.all(
    Array.from({ length: 60 }, async () => {
      const phone = createClient({ address: address(), variables: variables() });
      await phone.post('/api/auth/login', { username: event.accessCode });
      return phone;
    }),
  );
  const calls = () => Promise.all(phones.map(async (phone) => (await phone.get('/api/auth/verify')).status));
  expect(new Set(await calls())).toEqual(new Set([200]));
  await Promise.all(Array.from({ length: 100 }, () => at(withCookie()).get('/api/events')));
  expect(new Set(await calls())).toEqual(new Set([200]));
});

test('a session that was seen a moment ago passes during a flood, other sessions pass after it, and none counts as ended', async () => {
  await signUp();
  const session = madeUp();
  await env.DB.prepare('UPDATE sessions SET token_hash = ?')
    .bind(await sha256Hex(session))
    .run();
  stopClock();
  // This is a browser without a device cookie whose session this isolate has not seen, as after a restart.
  const phone = () => createClient({ address: address(), session, variables: variables() });
  const floods = () => Promise.all(Array.from({ length: 50 }, () => at(withCookie()).get('/api/events')));
  await floods();
  const refused = await readAnswer(await phone().fetch('/api/auth/verify'));
  expect(refused).toMatchObject({ status: 429, body: { code: 'too_many_attempts' } });
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(refused.headers.getSetCookie()).toEqual([]);
  vi.setSystemTime(Date.now() + 2_000);
  expect((await phone().get('/api/auth/verify')).status).toBe(200);
  await floods();
  expect((await at(withCookie()).get('/api/events')).status).toBe(429);
  expect((await phone().get('/api/auth/verify')).status).toBe(200);
});

test('a client that has to wait after failed logins causes at most five database queries a second', async () => {
  const guesser = createClient({ address: address(), variables: variables() });
  const login = () => guesser.post('/api/auth/login', { username: 'ABCD-2346' });
  expect((await login()).status).toBe(401);
  await env.DB.prepare('UPDATE attempts SET count = 1000').run();
  counted.take();
  stopClock();
  const statuses: number[] = [];
  for (let i = 0; i < 40; i += 1) statuses.push((await login()).status);
  expect(new Set(statuses)).toEqual(new Set([429]));
  expect(counted.take()).toBe(5);
});
