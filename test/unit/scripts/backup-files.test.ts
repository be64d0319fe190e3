import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { convertV4MiniflareOptions, Miniflare } from 'miniflare';
import { afterAll, expect, test } from 'vitest';
import { openBackups } from '../../../scripts/local/backups/folder';
import { STAND_IN, standIn } from '../../../scripts/local/backups/stand-in';
import { bundleWorker } from '../../support/bundle-worker';

const folder = mkdtempSync(join(tmpdir(), 'headroom-backups-'));
afterAll(() => rmSync(folder, { recursive: true }));

test('the files of npm start do for the product what a bucket does, and only their owner can read them', async () => {
  const worker = {
    name: 'product',
    compatibilityDate: '2026-07-01',
    compatibilityFlags: ['nodejs_compat'],
    modules: [{ type: 'ESModule' as const, path: await bundleWorker('test/workers/backups.ts') }],
  };
  const answers = [
    { workers: [{ ...worker, r2Buckets: { BACKUPS: 'bucket' } }] },
    { workers: [{ ...worker, serviceBindings: { BACKUPS: STAND_IN } }, await standIn(folder)] },
  ].map(async (options) => {
    const runtime = new Miniflare(convertV4MiniflareOptions({ ...options, handleStructuredLogs: () => {} }));
    const answer = await runtime.dispatchFetch('http://product/');
    const text = await answer.text();
    await runtime.dispose();
    return text;
  });
  const [bucket = '', files = ''] = await Promise.all(answers);
  const oldestAt = expect.any(Number);
  expect({ ...JSON.parse(files), oldestAt }).toEqual({ ...JSON.parse(bucket), oldestAt });
  expect(JSON.parse(files)).toMatchObject({ failed: 'Error: D1 is away', isWhole: true });
  // The file system has a clock of its own.
  expect(Math.abs(JSON.parse(files).oldestAt - statSync(folder).mtimeMs)).toBeLessThan(60_000);
  const found = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  expect(found).toContain('.unfinished');
  const readable = found.map((path) => statSync(join(folder, path))).filter(({ mode }) => (mode & 0o077) !== 0);
  expect(readable).toEqual([]);
  // What an upload left unfinished is gone.
  expect(readdirSync(join(folder, '.unfinished'))).toEqual([]);
});

test.each(['../secret', 'a/../../secret', '/etc/passwd', 'a//b', '.unfinished/x', 'a\\b', ''])(
  'the key %j names no file',
  async (key) => {
    const ask = await openBackups(folder);
    for (const call of ['GET file', 'DELETE file', 'POST upload', 'POST complete']) {
      const [method = '', path = ''] = call.split(' ');
      const answer = await ask(new Request(`http://files/${path}?key=${encodeURIComponent(key)}`, { method }));
      expect(answer.status).toBe(400);
    }
  },
);
