import { spawnSync } from 'node:child_process';
import process from 'node:process';
import { expect, test } from 'vitest';
import { publicKeys, readSealingKey, wrongEvidenceSettings } from '../../../src/crypto/evidence-key';
import { ROOT } from '../project/repository';

const printed = (): string[] =>
  spawnSync(process.execPath, ['scripts/evidence-key.mjs'], { cwd: ROOT, encoding: 'utf8' })
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
