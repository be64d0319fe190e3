import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { findSecrets } from '../../../scripts/secrets/find-secrets';
import { STATIC_CHECKS } from '../../tiers';

/**
 * Values that are as random as a secret. They are generated here, because the check would find a literal secret in this
 * file.
 */
const random = (length: number, salt = 1) =>
  createHash('sha512').update(`${salt}`).digest('base64').replaceAll(/[+/=]/g, '').slice(0, length);
const hex = (length: number) => createHash('sha256').update('hex').digest('hex').slice(0, length);

const PLANTED: [string, string][] = [
  ['a key of Stripe', `STRIPE_SECRET_KEY=${['sk', 'live', random(24)].join('_')}`],
  ['an API key of Headroom', `curl -u x:${['hrk', hex(64) + hex(8)].join('_')}`],
  ['a webhook secret', `"${['whsec', random(32)].join('_')}"`],
  ['a token of Cloudflare', `export X=${['cfut', random(46)].join('_')}`],
  ['a key of AWS', `id: ${['AK', 'IA'].join('')}${hex(16).toUpperCase()}`],
  ['a token of GitHub', `https://x:${['ghp', random(36)].join('_')}@github.com`],
  ['a key of Resend', ['re', random(8), random(24)].join('_')],
  ['a token of Sentry', ['sntrys', random(60)].join('_')],
  ['a private key', ['-----BEGIN', 'PRIVATE KEY-----'].join(' ')],
];
const NAMED = [
  `OPERATOR_TOKEN=${hex(64)}`,
  `OPERATOR_TOKEN = "${random(32)}"`,
  `const apiKey = '${random(24)}';`,
  `  "client_secret": "${random(40, 2)}",`,
].map((line): [string, string] => ['a random value with a secret’s name', line]);

const HARMLESS = [
  "const key = 'sk_test_not_to_be_seen';",
  'STRIPE_SECRET_KEY=sk_test_…',
  'const tokenHash = await sha256Hex(newSessionToken());',
  '"integrity": "sha512-u1X9ydnq+H4tFGZkOmkK9mXwUKyIDGkcJ3XEV0jZlqQBg3yIlgqvAPmtqUkcjdjaWQHaDPyoS5dgsI1ysQ=="',
];

test('the check finds keys and tokens of every provider and ignores text that only looks like one', () => {
  for (const [kind, line] of [...PLANTED, ...NAMED]) {
    expect(findSecrets(`first\n${line}\nlast`)).toEqual([{ line: 2, kind }]);
  }
  expect(HARMLESS.filter((line) => findSecrets(line).length > 0)).toEqual([]);
});

/** Runs the check in a repository that contains one file. */
function check(content: string): { status: number | null; said: string } {
  const folder = mkdtempSync(join(tmpdir(), 'headroom-secrets-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  execFileSync('git', ['init', '-q'], { cwd: folder });
  writeFileSync(join(folder, 'notes.txt'), content);
  const script = resolve('scripts/check/secrets.mjs');
  const { status, stdout, stderr } = spawnSync(process.execPath, [script], { cwd: folder, encoding: 'utf8' });
  return { status, said: stdout + stderr };
}

test('the check fails on a file that is about to be committed and names the place, not the secret', () => {
  const secret = random(40);
  const { status, said } = check(`first\nSTRIPE_SECRET_KEY=${['sk', 'live', secret].join('_')}\n`);
  expect(status).toBe(1);
  expect(said).toContain('notes.txt:2  looks like a key of Stripe');
  expect(said).not.toContain(secret);
  expect(STATIC_CHECKS).toContain('check:secrets');
  expect(check('STRIPE_SECRET_KEY=sk_test_…')).toEqual({ status: 0, said: 'No secrets in 1 files.\n' });
});
