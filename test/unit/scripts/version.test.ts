import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { commitOf } from '../../../scripts/deploy/commit';
import { RELEASE, VERSION, versionOf } from '../../../src/lib/version';

test('the release is that of package.json; what is not built names no commit', () => {
  expect(JSON.parse(readFileSync('package.json', 'utf8'))).toMatchObject({ version: RELEASE });
  expect(VERSION).toBe(RELEASE);
  expect(versionOf('abc')).toBe(`${RELEASE}+abc`);
});

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'headroom-commit-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

test('a checkout is named by its commit, and by what differs from it', () => {
  expect(commitOf(folder)).toBe('unknown');
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@headroom.test', ...args], {
      cwd: folder,
      encoding: 'utf8',
    }).trim();
  git('init', '--quiet');
  expect(commitOf(folder)).toBe('unknown');
  git('commit', '--quiet', '--allow-empty', '-m', 'first');
  const commit = git('rev-parse', 'HEAD').slice(0, 12);
  expect(commitOf(folder)).toBe(commit);
  writeFileSync(join(folder, 'new'), '');
  expect(commitOf(folder)).toBe(`${commit}-dirty`);
});
