import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { afterEach, expect, test } from 'vitest';
import { makeEvidenceKey, OWN_KEY_FILE, withEvidenceKey } from '../../../scripts/keys/sealing-key';
import { publicKeys, readSealingKey, wrongEvidenceSettings } from '../../../src/crypto/evidence-key';
import { ROOT } from '../project/repository';

const printed = (): string[] =>
  spawnSync(process.execPath, ['scripts/keys/evidence-key.mjs'], { cwd: ROOT, encoding: 'utf8' })
    .stdout.split('\n')
    .flatMap((line) => /^ {2}(\S+)$|^Its id in seals: (\S+)$/.exec(line)?.slice(1).filter(Boolean) ?? []);

test('the command prints another key each time, which the server reads, with its public key and id', async () => {
  const [secret = '', x = '', kid = ''] = printed();
  const key = await readSealingKey({ EVIDENCE_KEY: secret });
  expect(key?.publicKey).toEqual({ kty: 'OKP', crv: 'Ed25519', x, kid, use: 'sig', alg: 'EdDSA' });
  expect(await key?.sign('text')).toMatch(/^[\w-]{86}$/);
  const [another, retired = ''] = printed();
  expect(another).not.toBe(secret);
  const settings = { EVIDENCE_KEY: secret, EVIDENCE_RETIRED_KEYS: ` ${retired} ,` };
  expect(await wrongEvidenceSettings(settings)).toEqual([]);
  expect((await publicKeys(settings)).keys.map((one) => one.x)).toEqual([x, retired]);
});

test('without a key there is none, and a wrong one is named without its value', async () => {
  expect(await readSealingKey({})).toBeNull();
  expect(await publicKeys({ EVIDENCE_KEY: 'wrong' })).toEqual({ keys: [] });
  const wrong = await wrongEvidenceSettings({ EVIDENCE_KEY: 'wrong', EVIDENCE_RETIRED_KEYS: 'short' });
  expect(wrong).toHaveLength(2);
  expect(wrong.join()).not.toMatch(/wrong|short/);
});

let stateDir: string | undefined;
afterEach(() => {
  if (stateDir !== undefined) rmSync(stateDir, { recursive: true });
  stateDir = undefined;
});

test('a local installation makes a key of its own once, for its user alone, and keeps it when another one is set', async () => {
  const dir = (stateDir = mkdtempSync(join(tmpdir(), 'headroom-key-')));
  const given = { SIGN_UP: 'open' };
  const first = withEvidenceKey(given, dir);
  expect(first).toMatchObject(given);
  expect(readdirSync(dir)).toEqual([OWN_KEY_FILE]);
  expect(statSync(join(dir, OWN_KEY_FILE)).mode & 0o777).toBe(0o600);
  const [own] = (await publicKeys(first)).keys;
  expect(own?.x).toMatch(/^[\w-]{43}$/);
  expect(withEvidenceKey(given, dir)).toEqual(first);
  const other = makeEvidenceKey();
  const set = withEvidenceKey({ EVIDENCE_KEY: other.secret, EVIDENCE_RETIRED_KEYS: makeEvidenceKey().x }, dir);
  expect((await publicKeys(set)).keys.map(({ kid }) => kid)).toEqual([other.kid, expect.any(String), own?.kid]);
  writeFileSync(join(dir, OWN_KEY_FILE), 'AAAA');
  expect(() => withEvidenceKey(given, dir)).toThrow(/evidence-key is no key for seals\. Put the file back/);
});

test('an installation whose key is set makes none', () => {
  const dir = (stateDir = mkdtempSync(join(tmpdir(), 'headroom-key-')));
  const given = { EVIDENCE_KEY: makeEvidenceKey().secret };
  expect(withEvidenceKey(given, dir)).toEqual(given);
  expect(readdirSync(dir)).toEqual([]);
});
