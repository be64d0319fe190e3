import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import process from 'node:process';
import { expect, onTestFinished, test } from 'vitest';
import * as z from 'zod/mini';
import { RELEASE } from '../../../src/observability/version';
import { read } from '../project/repository';

const HEADING = '## [1.2.0] - 2026-11-28';

/** A repository on `main` that is ready for its release, apart from what the caller changes. */
function checkout({ changelog = HEADING, locked = '1.2.0', branch = 'main' } = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'headroom-release-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const git = (...args: string[]) => execFileSync('git', args, { cwd: folder, encoding: 'utf8' }).trim();
  const write = (name: string, text: string) => writeFileSync(join(folder, name), text);
  git('init', '-q', '-b', branch);
  git('config', 'user.name', 'Test');
  git('config', 'user.email', 'test@example.com');
  write('package.json', JSON.stringify({ version: '1.2.0' }));
  write('package-lock.json', JSON.stringify({ version: locked }));
  write('CHANGELOG.md', `# Changelog\n\n## [Unreleased]\n\n${changelog}\n\n- New.\n`);
  git('add', '.');
  git('commit', '-qm', 'feat: new');
  const release = () => {
    const script = resolve('scripts/release.mjs');
    const { status, stdout, stderr } = spawnSync(process.execPath, [script], { cwd: folder, encoding: 'utf8' });
    return { status, said: stdout + stderr };
  };
  return { git, write, release };
}

test('a release is an annotated tag of the commit, made once and pushed nowhere', () => {
  const { git, release } = checkout();
  const { status, said } = release();
  expect(status).toBe(0);
  expect(said).toMatch(/v1\.2\.0 .*git push origin main v1\.2\.0/s);
  expect(git('cat-file', '-t', 'v1.2.0')).toBe('tag');
  expect(git('for-each-ref', '--format=%(contents:subject)', 'refs/tags')).toBe('Headroom 1.2.0');
  expect(git('rev-list', '-n', '1', 'v1.2.0')).toBe(git('rev-parse', 'HEAD'));
  const again = release();
  expect(again.status).toBe(1);
  expect(again.said).toMatch(/v1\.2\.0 exists/);
});

test.each([
  ['another branch', { branch: 'next' }, /is on next: .* main/],
  ['a changelog without the version', { changelog: '## [1.1.0] - 2026-11-01' }, /CHANGELOG\.md .*\[1\.2\.0\]/],
  ['a version without a date', { changelog: '## [1.2.0]' }, /CHANGELOG\.md .*\[1\.2\.0\]/],
  ['a date that does not exist', { changelog: '## [1.2.0] - 2026-02-30' }, /2026-02-30/],
  ['a lockfile of another version', { locked: '1.1.0' }, /package-lock\.json/],
])('%s is refused, and nothing is tagged', (_what, changed, reason) => {
  const { git, release } = checkout(changed);
  const { status, said } = release();
  expect(status).toBe(1);
  expect(said).toMatch(reason);
  expect(git('tag')).toBe('');
});

test('files that differ from the commit are refused', () => {
  const { git, write, release } = checkout();
  write('new.txt', 'new');
  const { status, said } = release();
  expect(status).toBe(1);
  expect(said).toMatch(/new\.txt/);
  expect(git('tag')).toBe('');
});

test('package.json, its lockfile, the product and the changelog name one version', () => {
  const versionOf = (path: string) => z.parse(z.object({ version: z.string() }), JSON.parse(read(path))).version;
  expect([versionOf('package.json'), versionOf('package-lock.json')]).toEqual([RELEASE, RELEASE]);
  expect(/^## \[(\d.*?)\] - /m.exec(read('CHANGELOG.md'))?.[1]).toBe(RELEASE);
});
