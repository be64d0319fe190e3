import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize, resolve } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = resolve(import.meta.dirname, '../../..');
const MAX_LINES = 400;

const files = ['src', 'web', 'test', 'scripts'].flatMap((folder) =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .map((path) => join(folder, path))
    .filter((path) => /\.(ts|tsx|mjs|css)$/.test(path) && !path.includes('node_modules')),
);

const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

/** What a file imports: packages by name, own files by their path from the root, without extension. */
function importsOf(path: string): string[] {
  const specifiers = [...read(path).matchAll(/(?:from|import)\s*\(?\s*'([^']+)'/g)].map((match) => match[1] ?? '');
  return specifiers.map((name) => (name.startsWith('.') ? normalize(join(dirname(path), name)) : name));
}

/** The imports of the files below `folder` that `isWrong`, as 'file → import'. */
const wrongImports = (folder: string, isWrong: (imported: string, path: string) => boolean): string[] =>
  files
    .filter((path) => path.startsWith(folder))
    .flatMap((path) =>
      importsOf(path)
        .filter((imported) => isWrong(imported, path))
        .map((imported) => `${path} → ${imported}`),
    );

const isUnder =
  (...folders: string[]) =>
  (imported: string) =>
    folders.some((folder) => imported.startsWith(folder));

test('the test sees the code', () => {
  expect(files.length).toBeGreaterThan(100);
  expect(importsOf('src/app.ts')).toContain('src/routes/auth');
});

test(`no file has more than ${MAX_LINES} lines`, () => {
  expect(files.filter((path) => read(path).split('\n').length - 1 > MAX_LINES)).toEqual([]);
});

test('src/shared imports nothing outside itself but zod', () => {
  expect(wrongImports('src/shared/', (imported) => !isUnder('src/shared/', 'zod/mini')(imported))).toEqual([]);
});

test('the web imports no worker code but src/shared', () => {
  expect(
    wrongImports('web/', (imported) => imported.startsWith('src/') && !imported.startsWith('src/shared/')),
  ).toEqual([]);
  expect(wrongImports('src/', isUnder('web/'))).toEqual([]);
});

/** Each layer may import those above it and itself, not those below. */
test.each([
  [
    'worker',
    [
      'src/shared/',
      'src/lib/',
      'src/db/',
      'src/mail/',
      'src/billing/',
      'src/room/',
      'src/hub/',
      'src/services/',
      'src/routes/',
      'src/app',
      'src/index',
    ],
  ],
  ['web', ['web/src/lib/', 'web/src/ui/', 'web/src/realtime/', 'web/src/features/', 'web/src/site/', 'web/src/app/']],
])('imports of the %s flow one way', (_what, layers) => {
  for (const [i, layer] of layers.entries()) {
    expect(wrongImports(layer, isUnder(...layers.slice(i + 1)))).toEqual([]);
  }
});

test('only the entry, rooms and hubs know the host: the rest keeps to web standards', () => {
  const hosts = new Set(['src/index.ts', 'src/room/event-room.ts', 'src/hub/account-hub.ts']);
  const isHost = (imported: string, path: string) => imported === 'cloudflare:workers' && !hosts.has(path);
  expect(wrongImports('src/', isHost)).toEqual([]);
});

test("the room's core knows no D1, no routes and no services", () => {
  const isOutside = (imported: string, path: string) =>
    path !== 'src/room/event-room.ts' && isUnder('src/db/', 'src/routes/', 'src/services/', 'drizzle-orm')(imported);
  expect(wrongImports('src/room/', isOutside)).toEqual([]);
});

test('only the ledger, what is stored beside it and the migrations speak SQL to a room', () => {
  const speakers = files.filter((path) => path.startsWith('src/room/') && /\bsql\.exec\(/.test(read(path)));
  expect(speakers).toEqual([
    'src/room/alert-rows.ts',
    'src/room/device-rows.ts',
    'src/room/event-room.ts',
    'src/room/flow-rows.ts',
    'src/room/flush-log.ts',
    'src/room/history-rows.ts',
    'src/room/ledger.ts',
    'src/room/marked-days.ts',
    'src/room/meta.ts',
    'src/room/migrations.ts',
    'src/room/report-rows.ts',
    'src/room/slice-rows.ts',
    'src/room/stored-rows.ts',
  ]);
});

test('only src/billing knows the payment provider', () => {
  const isProvider = (imported: string) => imported === 'stripe' || imported.startsWith('stripe/');
  expect(wrongImports('src/billing/', isProvider)).not.toEqual([]);
  expect(wrongImports('src/', (imported, path) => isProvider(imported) && !path.startsWith('src/billing/'))).toEqual(
    [],
  );
});

test('routes do not know the tables', () => {
  expect(wrongImports('src/routes/', isUnder('src/db/schema', 'src/db/definitions', 'src/db/accounts'))).toEqual([]);
});
