import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { app } from '../../src/app';
import { hashPassword, verifyPassword } from '../../src/crypto/password';
import { writeDownFrame } from '../../src/shared/protocol/codec';
import { readUpFrame } from '../../src/room/sockets/read-up-frame';
import { readTimeZone } from '../../src/shared/rules/business-day';

const ROOT = resolve(import.meta.dirname ?? '', '../..');

/** Only these files know their host (test/unit/project/architecture.test.ts). */
const HOSTS =
  /^src\/(index|monitor\/service-monitor|relay\/viewer-relay|room\/event-room|hub\/account-hub|db\/drizzle\.config)\.ts$/;

test('every module loads except the modules that know their host', async () => {
  const modules = readdirSync(join(ROOT, 'src'), { recursive: true, encoding: 'utf8' })
    .map((path) => `src/${path}`)
    .filter((path) => /(?<!\.d)\.ts$/.test(path) && !HOSTS.test(path));
  assert.ok(modules.length > 150, `${modules.length} modules`);
  for (const path of modules) await import(pathToFileURL(join(ROOT, path)).href);
});

test('the wire format, time zones and password hashes are the same as on other hosts', async () => {
  const joining = { type: 'join_event', eventId: 'e1' };
  assert.deepEqual(readUpFrame(JSON.stringify(joining)), joining);
  assert.equal(readUpFrame('{"type":"join_event"}'), null);
  const error = { type: 'error', code: 'bad_frame', message: 'No.' } as const;
  assert.equal(writeDownFrame(error), JSON.stringify(error));
  assert.equal(readTimeZone('europe/berlin'), 'Europe/Berlin');
  const stored = await hashPassword('Aa345678!');
  assert.deepEqual([await verifyPassword('Aa345678!', stored), await verifyPassword('no', stored)], [true, false]);
});

/** A database that fails every call. */
const DB = {
  prepare() {
    throw new Error('There is no database');
  },
};

/** The settings that routes need without bindings. D1 fails, and there are no rooms. */
const ENV = { DB, SUPPORT_EMAIL: 'help@headroom.test', MAX_FRAMES_PER_SECOND: '100', RETENTION_MONTHS: '24' };

test('routes return the configuration with the common headers and refuse callers without a session', async () => {
  const call = async (path: string) => await app.request(`https://headroom.test${path}`, {}, ENV);
  const answer = await call('/api/config');
  assert.equal(answer.status, 200);
  assert.match(answer.headers.get('content-security-policy') ?? '', /default-src/);
  assert.partialDeepStrictEqual(await answer.json(), {
    supportEmail: ENV.SUPPORT_EMAIL,
    billing: { configured: false },
  });
  // The app is not healthy without its database.
  const others = await Promise.all(['/api/events', '/api/nothing', '/api/health'].map(call));
  assert.deepEqual(
    others.map(({ status }) => status),
    [401, 404, 503],
  );
});
