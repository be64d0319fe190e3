import assert from 'node:assert/strict';
import { test } from 'node:test';
import { app } from '../../src/app';

/** A database that answers nobody. */
const DB = {
  prepare() {
    throw new Error('There is no database');
  },
};
/** What routes without bindings may know; whoever asks for D1 or a room finds none. */
const ENV = { DB, SUPPORT_EMAIL: 'help@headroom.test', MAX_FRAMES_PER_SECOND: '100', RETENTION_MONTHS: '24' };
const ORIGIN = 'https://headroom.test';

const call = async (path: string, init?: RequestInit) => {
  const answer = await app.request(`${ORIGIN}${path}`, init, ENV);
  return { status: answer.status, headers: answer.headers, text: await answer.text() };
};

test('the configuration and the API’s own description', async () => {
  const config = await call('/api/config');
  assert.equal(config.status, 200);
  assert.partialDeepStrictEqual(JSON.parse(config.text), {
    supportEmail: ENV.SUPPORT_EMAIL,
    billing: { configured: false },
    errorReporting: null,
  });
  const document = await call('/api/openapi.json');
  assert.equal(document.status, 200);
  assert.match(document.text, /"\/api\/events\/\{eventId\}\/areas"/);
});

test('every answer has its headers', async () => {
  const { headers } = await call('/api/config');
  assert.match(headers.get('content-security-policy') ?? '', /default-src/);
  assert.equal(headers.get('x-content-type-options'), 'nosniff');
  assert.match(headers.get('strict-transport-security') ?? '', /max-age=/);
});

test('what is refused before anybody is asked', async () => {
  const foreign = await call('/api/auth/login', {
    method: 'POST',
    headers: { origin: 'https://elsewhere.test', 'content-type': 'application/json' },
    body: '{}',
  });
  assert.equal(foreign.status, 403);
  const huge = await call('/api/auth/login', { method: 'POST', body: 'x'.repeat(65_537) });
  assert.equal(huge.status, 413);
  const guest = await call('/api/events');
  assert.equal(guest.status, 401);
  const nothing = await call('/api/nothing');
  assert.equal(nothing.status, 404);
  assert.partialDeepStrictEqual(JSON.parse(nothing.text), { code: 'not_found' });
});

test('without its database it is not healthy, and says no more', async () => {
  const health = await call('/api/health');
  assert.equal(health.status, 503);
  assert.partialDeepStrictEqual(JSON.parse(health.text), { ok: false });
});
