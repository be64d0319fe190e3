import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { hashPassword, verifyPassword } from '../../src/lib/password';
import { writeDownFrame } from '../../src/shared/protocol/codec';
import { readUpFrame } from '../../src/shared/protocol/read-up-frame';
import { passwordError } from '../../src/shared/rules/password';
import { readTimeZone } from '../../src/shared/rules/time-zone';

const ROOT = resolve(import.meta.dirname ?? '', '../..');
/** Only these know their host (test/unit/architecture.test.ts). */
const HOSTS = new Set(['src/index.ts', 'src/room/event-room.ts', 'src/hub/account-hub.ts', 'src/db/drizzle.config.ts']);

const modules = readdirSync(join(ROOT, 'src'), { recursive: true, encoding: 'utf8' })
  .map((path) => join('src', path))
  .filter((path) => path.endsWith('.ts') && !path.endsWith('.d.ts') && !HOSTS.has(path));

test('every module loads but those that know their host', async () => {
  assert.ok(modules.length > 150, `${modules.length} modules`);
  for (const path of modules) await import(pathToFileURL(join(ROOT, path)).href);
});

test('the wire and the rules say what they say elsewhere', () => {
  const joining = { type: 'join_event', eventId: 'e1' };
  assert.deepEqual(readUpFrame(JSON.stringify(joining)), joining);
  assert.equal(readUpFrame('{"type":"join_event"}'), null);
  const error = { type: 'error', code: 'bad_frame', message: 'No.' } as const;
  assert.equal(writeDownFrame(error), JSON.stringify(error));
  assert.equal(passwordError('Aa345678!'), null);
  assert.notEqual(passwordError('aa345678!'), null);
  assert.equal(readTimeZone('europe/berlin'), 'Europe/Berlin');
});

test('passwords are hashed with what Node and Deno share', async () => {
  const stored = await hashPassword('Aa345678!');
  assert.equal(await verifyPassword('Aa345678!', stored), true);
  assert.equal(await verifyPassword('Aa345678?', stored), false);
});
