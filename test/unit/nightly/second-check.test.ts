import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { unzipSync, zipSync } from 'fflate';
import { afterEach, beforeEach, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { ROOT } from '../project/repository';

/** Checks the stored pack of version 1 with the second program, which shares no code with the product. */

const PACK = join(ROOT, 'test/evidence/version-1.zip');
const { publicKey, fingerprint } = z.parse(
  z.object({ publicKey: z.string(), fingerprint: z.string() }),
  JSON.parse(readFileSync(join(ROOT, 'test/evidence/version-1.json'), 'utf8')),
);

const check = (pack: string, ...outside: string[]) => {
  const { status, stdout } = spawnSync(process.execPath, ['test/evidence/second-check.mjs', pack, ...outside], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  return { status, lines: stdout.trimEnd().split('\n') };
};

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'headroom-second-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

test('the second program finds the pack in order', () => {
  expect(check(PACK, publicKey, fingerprint)).toEqual({ status: 0, lines: [''] });
});

test('the second program names a changed byte of any file, another key, and another fingerprint', () => {
  const files = unzipSync(readFileSync(PACK));
  for (const [name, content] of Object.entries(files)) {
    if (name === 'seals.json' || name === 'keys.json') continue;
    const changed = content.slice();
    const middle = changed.length >> 1;
    changed[middle] = (changed[middle] ?? 0) ^ 1;
    const other = join(folder, 'other.zip');
    writeFileSync(other, zipSync({ ...files, [name]: changed }));
    const { status, lines } = check(other, publicKey, fingerprint);
    expect([name, status]).toEqual([name, 1]);
    expect(lines).toContain(name.includes('/') ? `Wrong: ${name}` : 'Wrong: SHA256SUMS');
  }
  expect(check(PACK, publicKey, fingerprint.replaceAll('a', 'b')).lines).toEqual([
    'Wrong: the fingerprint from outside',
  ]);
  const stranger = check(PACK, 'A'.repeat(43), fingerprint).lines;
  expect(stranger[0]).toBe('Wrong: the signature of seal 1');
});
