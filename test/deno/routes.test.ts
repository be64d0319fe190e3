import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { app } from '../../src/app';
import { hashPassword, verifyPassword } from '../../src/lib/password';
import { writeDownFrame } from '../../src/shared/protocol/codec';
import { readUpFrame } from '../../src/shared/protocol/read-up-frame';
import { readTimeZone } from '../../src/shared/rules/time-zone';

const ROOT = resolve(import.meta.dirname ?? '', '../..');
/** Only these know their host (test/unit/project/architecture.test.ts). */
const HOSTS = /^src\/(index|room\/event-room|hub\/account-hub|db\/drizzle\.config)\.ts$/;

test('every module loads but those that know their host', async () => {
  const modules = readdirSync(join(ROOT, 'src'), { recursive: true, encoding: 'utf8' })
    .map((path) => `src/${path}`)
    .filter((path) => /(?<!\.d)\.ts$/.test(path) && !HOSTS.test(path));
  assert.ok(modules.length > 150, `${modules.length} modules`);
  for (const path of modules) await import(pathToFileURL(join(ROOT, path)).href);
});

test('wire, time zones and password hashes are what they are elsewhere', async () => {
  const joining = { type: 'join_event', eventId: 'e1' };
  assert.deepEqual(readUpFrame(JSON.stringify(joining)), joining);
  assert.equal(readUpFrame('{"type":"join_event"}'), null);
  const error = { type: 'error', code: 'bad_frame', message: 'No.' } as const;
  assert.equal(writeDownFrame(error), JSON.stringify(error));
  assert.equal(readTimeZone('europe/berlin'), 'Europe/Berlin');
  const stored = await hashPassword('Aa345678!');
  assert.deepEqual([await verifyPassword('Aa345678!', stored), await verifyPassword('no', stored)], [true, false]);
});

/** A database that answers nobody. */
const DB = {
  prepare() {
    throw new Error('There is no database');
  },
};
/** What routes without bindings may know; whoever asks for D1 or a room finds none. */
const ENV = { DB, SUPPORT_EMAIL: 'help@headroom.test', MAX_FRAMES_PER_SECOND: '100', RETENTION_MONTHS: '24' };

const call = async (path: string, init?: RequestInit) => {
  const answer = await app.request(`https://headroom.test${path}`, init, ENV);
  return { status: answer.status, headers: answer.headers, text: await answer.text() };
};

test('the configuration and the API’s own description are told, with the headers of every answer', async () => {
  const { status, text, headers } = await call('/api/config');
  assert.equal(status, 200);
  assert.partialDeepStrictEqual(JSON.parse(text), { supportEmail: ENV.SUPPORT_EMAIL, billing: { configured: false } });
  assert.match(headers.get('content-security-policy') ?? '', /default-src/);
  assert.equal(headers.get('x-content-type-options'), 'nosniff');
  assert.match(headers.get('strict-transport-security') ?? '', /max-age=/);
  assert.match((await call('/api/openapi.json')).text, /"\/api\/events\/\{eventId\}\/areas"/);
});

test('strangers, guests and bodies that are too large are refused, and so is what is not there', async () => {
  const headers = { origin: 'https://elsewhere.test', 'content-type': 'application/json' };
  const refused = [
    await call('/api/auth/login', { method: 'POST', headers, body: '{}' }),
    await call('/api/auth/login', { method: 'POST', body: 'x'.repeat(65_537) }),
    await call('/api/events'),
    await call('/api/nothing'),
    // Without its database it is not healthy.
    await call('/api/health'),
  ];
  assert.deepEqual(
    refused.map(({ status }) => status),
    [403, 413, 401, 404, 503],
  );
});
