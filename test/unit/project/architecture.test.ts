import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { importedFiles, importsOf, reachedFrom, valuesUsed } from '../../../scripts/check/imports.ts';
import { filesBelow, read } from './repository';

const MAX_LINES = 400;
const files = filesBelow(['src', 'web', 'test', 'scripts'], /\.(ts|tsx|mjs|css)$/);

const under =
  (...folders: string[]) =>
  (imported: string) =>
    folders.some((folder) => imported.startsWith(folder));

/** The imports of the files below `folder` for which `isWrong` returns true, as 'file → import'. */
const wrongImports = (folder: string, isWrong: (imported: string, path: string) => boolean): string[] =>
  files
    .filter(under(folder))
    .flatMap((path) =>
      importsOf(path).flatMap((imported) => (isWrong(imported, path) ? [`${path} → ${imported}`] : [])),
    );

test(`no file has more than ${MAX_LINES} lines`, () => {
  expect(files.length).toBeGreaterThan(100);
  expect(files.filter((path) => read(path).split('\n').length - 1 > MAX_LINES)).toEqual([]);
});

/** Lines of tests and their tools for each line of the product and its scripts: neither a burden nor a gap. */
const TEST_LINES = { min: 0.6, max: 0.68 };

test(`tests have ${TEST_LINES.min} to ${TEST_LINES.max} lines for each line that they guard`, () => {
  const linesBelow = (...folders: string[]) =>
    files.filter(under(...folders)).reduce((sum, path) => sum + read(path).split('\n').length - 1, 0);
  const ratio = linesBelow('test/') / linesBelow('src/', 'web/', 'scripts/');
  expect(ratio).toBeGreaterThan(TEST_LINES.min);
  expect(ratio).toBeLessThan(TEST_LINES.max);
});

/**
 * Each layer may import itself and the layers before it. `+` joins the folders of one layer. Tables of texts are data.
 */
test.each([
  'src/shared/ src/languages/ src/time/ src/stored/ src/reports/ src/concurrency/ src/crypto/ src/http/ src/rpc/ src/durable-object/ src/db/ src/mail/ src/billing/ src/monitor/ src/notifications/ src/room/ src/relay/ src/hub/ src/services/ src/routes/ src/app src/index',
  'web/src/texts/+web/src/session/+web/src/api/+web/src/urls/+web/src/device/+web/src/offline/+web/src/monitoring/ web/src/ui/ web/src/realtime/ web/src/features/ web/src/site/ web/src/app/',
])('imports flow one way: %s', (order) => {
  const layers = order.split(' ').map((layer) => layer.split('+'));
  const isText = (imported: string) => /-(?:texts|words)(?:\.[a-z]+)?$/.test(imported);
  for (const [i, layer] of layers.entries()) {
    const later = under(...layers.slice(i + 1).flat());
    for (const folder of layer)
      expect(wrongImports(folder, (imported) => later(imported) && !isText(imported))).toEqual([]);
  }
});

test.each<[string, string, (imported: string, path: string) => boolean]>([
  [
    'src/shared imports nothing outside itself except zod and canonicalize',
    'src/shared/',
    (imported) => !under('src/shared/', 'zod/mini', 'canonicalize')(imported),
  ],
  [
    'the web imports no worker code except src/shared',
    'web/',
    (imported) => imported.startsWith('src/') && !imported.startsWith('src/shared/'),
  ],
  ['the worker imports no code of the web', 'src/', under('web/')],
  [
    'only the entry and the Durable Objects know the host',
    'src/',
    (imported, path) =>
      imported === 'cloudflare:workers' &&
      !/^src\/(index|monitor\/service-monitor|relay\/viewer-relay|room\/event-room|hub\/account-hub)\.ts$/.test(path),
  ],
  [
    "the room's core knows no D1, no routes and no services",
    'src/room/',
    (imported, path) =>
      !/^src\/room\/(event-room|composition\/(parts|host))\.ts$/.test(path) &&
      under('src/db/', 'src/routes/', 'src/services/', 'drizzle-orm')(imported),
  ],
  [
    'only src/billing knows the payment provider',
    'src/',
    (imported, path) => /^stripe(\/|$)/.test(imported) && !path.startsWith('src/billing/'),
  ],
  [
    'routes do not use the database',
    'src/routes/',
    (imported, path) => path !== 'src/routes/middleware/session.ts' && under('src/db/', 'drizzle-orm')(imported),
  ],
])('%s', (_what, folder, isWrong) => {
  expect(wrongImports(folder, isWrong)).toEqual([]);
});

/** The files that write sealed days, and the rules that they share with screens and paper: frozen with version 1 of seals. */
const FROZEN = ['src/reports/sealed/', 'src/shared/sealed/'];
/** What frozen files may use beside each other, and why no change of it changes the bytes of an old pack. */
const FROZEN_USES = [
  // Packages: they check rows, or write a standard (RFC 8785).
  'zod/mini: *',
  'canonicalize: canonicalize',
  // Units of time.
  'src/shared/durations: MINUTE_MS',
  'src/shared/durations: HOUR_MS',
  'src/shared/durations: DAY_MS',
  // Units and codes of rows that rooms keep: a change could not read what is stored.
  'src/shared/reports/limits: IDS_PER_MS',
  'src/shared/reports/limits: SLOT_MS',
  'src/reports/tap-times: tapTimes',
  // A day lists the languages in which it was sealed, and each language has frozen words.
  'src/languages/languages: WORDS',
  'src/shared/languages: ENGLISH',
  // Shapes of rows that rooms keep, and of values in their journals: they only add.
  'src/stored/columns: only',
  'src/stored/columns: rowSchema',
  'src/stored/tables: JOURNAL',
  'src/shared/orders/schemas: JournalOrderSchema',
  'src/shared/evacuation/schemas: JournalEvacuationSchema',
];

test('what is frozen with a version of seals uses nothing that lives', () => {
  const uses = files.filter(under(...FROZEN)).flatMap((path) =>
    valuesUsed(path)
      .filter(([from]) => !under(...FROZEN)(from))
      .map(([from, name]) => ({ path, use: `${from}: ${name}` })),
  );
  expect(uses.filter(({ use }) => !FROZEN_USES.includes(use))).toEqual([]);
  expect(FROZEN_USES.filter((allowed) => uses.every(({ use }) => use !== allowed))).toEqual([]);
});

test('no handler of a call runs SQL', () => {
  const handlers = filesBelow(['src/routes'], /\.ts$/).filter((path) => !path.includes('/middleware/'));
  expect(handlers.length).toBeGreaterThan(15);
  expect(handlers.filter((path) => /\.(db|DB)\b/.test(read(path)))).toEqual([]);
});

test('src/shared contains exactly the files that both sides import', () => {
  const server = reachedFrom(files.filter((path) => path.startsWith('src/') && !path.startsWith('src/shared/')));
  const web = reachedFrom(files.filter((path) => /^web\/(src|service-worker|widget)\//.test(path)));
  const shared = files.filter((path) => path.startsWith('src/shared/'));
  expect(shared.length).toBeGreaterThan(30);
  expect(shared.filter((path) => !server.has(path) || !web.has(path))).toEqual([]);
});

/** The file that an import names, if it is one of the project's sources. */
const fileOf = (imported: string): string[] =>
  [`${imported}.ts`, `${imported}.tsx`].filter((path) => files.includes(path));

/** The names of the texts that come later of a file and of what it imports at once. */
function laterTextsOf(path: string, seen = new Set<string>()): Set<string> {
  if (seen.has(path)) return new Set();
  seen.add(path);
  const used = valuesUsed(path).filter(([, name]) => name !== '*');
  const own = used.some(([, name]) => name === 'followLaterTexts')
    ? [...read(path).matchAll(/followLaterTexts\('(\w+)'/g)].map(([, name = '']) => name)
    : [];
  return new Set([...own, ...used.flatMap(([from]) => fileOf(from)).flatMap((file) => [...laterTextsOf(file, seen)])]);
}

/** Parts that name no texts because they use those of most screens. */
const WITH_ALL_TEXTS = new Set(['./commands']);

test('parts with texts that come later wait for just these, and no other part does', () => {
  const parts = files.filter(under('web/src/')).flatMap((path) =>
    [...read(path).matchAll(/(with(?:Urgent)?Texts\(\s*)?import\('([^']+)'\)(?:,([^)]*))?/g)].map(
      ([, waits, name = '', names = '']) => ({
        path,
        name,
        waits: waits !== undefined,
        names: [...names.matchAll(/'(\w+)'/g)].map(([, text = '']) => text).toSorted(),
        later: fileOf(join(dirname(path), name))
          .flatMap((part) => [...laterTextsOf(part)])
          .toSorted(),
      }),
    ),
  );
  expect(parts.filter(({ waits }) => waits).length).toBeGreaterThan(10);
  expect(parts.filter(({ waits, later }) => waits !== later.length > 0)).toEqual([]);
  const named = parts.filter(({ name }) => !WITH_ALL_TEXTS.has(name));
  expect(named.filter(({ names, later }) => names.join() !== later.join())).toEqual([]);
});

test('every field for a number is one that a turning wheel leaves alone', () => {
  const fields = files.filter((path) => path.startsWith('web/') && /\btype(: |=)['"]number['"]/.test(read(path)));
  expect(fields).toEqual(['web/src/ui/forms/number-field.tsx']);
});

/** The sets of files that reach each other by their imports, type-only and lazy ones included. */
function circlesOf(imports: ReadonlyMap<string, readonly string[]>): string[][] {
  // Files that import no file of the rest are in no circle: they leave until none is left.
  const rest = new Map(imports);
  for (let size = -1; size !== rest.size;) {
    size = rest.size;
    for (const [path, imported] of rest) if (!imported.some((other) => rest.has(other))) rest.delete(path);
  }
  const reach = new Map<string, Set<string>>();
  for (const [path, imported] of rest) {
    const reached = new Set(imported);
    for (const other of reached) for (const next of rest.get(other) ?? []) reached.add(next);
    reach.set(path, reached);
  }
  const circles = [...reach].map(([path, reached]) =>
    [...reached].filter((other) => reach.get(other)?.has(path) === true).toSorted(),
  );
  return [...new Map(circles.filter(({ length }) => length > 0).map((circle) => [circle.join(), circle])).values()];
}

/** A menu loads its list when it opens, and the list knows the menu's types. Texts and their languages know each other. */
const LAZY_OR_TEXT = /-menu-list\.tsx$|-texts\.ts$/;

test('no file imports itself through others, type-only imports included', () => {
  const example = { a: ['b'], b: ['c'], c: ['b', 'd'], d: [], e: ['e'] };
  expect(circlesOf(new Map(Object.entries(example)))).toEqual([['b', 'c'], ['e']]);
  const sources = files.filter((path) => /^(src|web|scripts)\/.*\.tsx?$/.test(path));
  const circles = circlesOf(new Map(sources.map((path) => [path, importedFiles(path)])));
  expect(circles.filter((circle) => !circle.some((path) => LAZY_OR_TEXT.test(path)))).toEqual([]);
});

/** The longest way down from each of these, as the names on it; they reach no circle. */
function waysDown(imports: ReadonlyMap<string, readonly string[]>): string[][] {
  const ways = new Map<string, string[]>();
  const wayFrom = (name: string): string[] => {
    const below = (imports.get(name) ?? []).map((other) => ways.get(other) ?? wayFrom(other));
    const longest = below.reduce<string[]>((a, b) => (b.length > a.length ? b : a), []);
    ways.set(name, [name, ...longest]);
    return [name, ...longest];
  };
  return [...imports.keys()].map(wayFrom);
}

/** The shortest way from `start` back to it, as steps; empty if there is none. */
function wayAround(start: string, imports: ReadonlyMap<string, readonly string[]>): [from: string, to: string][] {
  const ways = new Map<string, [string, string][]>([[start, []]]);
  for (const [from, way] of ways)
    for (const to of imports.get(from) ?? []) {
      if (to === start) return [...way, [from, to]];
      if (!ways.has(to)) ways.set(to, [...way, [from, to]]);
    }
  return [];
}

/** A subfolder of the room is one storey with all that it holds, and so is each file beside the subfolders. */
const ROOM_STOREYS_MAX = 9;

test(`the room has at most ${ROOM_STOREYS_MAX} storeys, and none of its subfolders reaches itself through others`, () => {
  const unitOf = (path: string) => path.split('/')[2] ?? '';
  const inRoom = files.filter(under('src/room/'));
  const arrows = inRoom.flatMap((path) =>
    importedFiles(path).flatMap((other) =>
      other.startsWith('src/room/') && unitOf(other) !== unitOf(path) ? [{ path, other }] : [],
    ),
  );
  const units = new Map(inRoom.map((path) => [unitOf(path), new Array<string>()]));
  for (const { path, other } of arrows) units.get(unitOf(path))?.push(unitOf(other));
  expect(units.size).toBeGreaterThan(10);
  // The message shows the shortest way around each circle, with one import for each step.
  const upAgain = circlesOf(units).map((circle) =>
    circle
      .map((unit) => wayAround(unit, units))
      .reduce((a, b) => (b.length < a.length ? b : a))
      .map(([from, to]) => arrows.find(({ path, other }) => unitOf(path) === from && unitOf(other) === to))
      .map((arrow) => `${arrow?.path} → ${arrow?.other}`),
  );
  expect(upAgain).toEqual([]);
  const longest = waysDown(units).reduce((a, b) => (b.length > a.length ? b : a));
  expect(longest.length, longest.join(' → ')).toBeLessThanOrEqual(ROOM_STOREYS_MAX);
});

/** Text that is an SQL statement or the beginning of one. */
const STATEMENT = String.raw`\s*(?:SELECT|INSERT|UPDATE|DELETE|REPLACE|WITH|CREATE|ALTER|DROP|PRAGMA)\b`;
const TEMPLATE = new RegExp(`(\\w*)\`(${STATEMENT}[^\`]*)\``, 'g');
const CONCATENATED = new RegExp(String.raw`(['"])${STATEMENT}(?:(?!\1).)*\1\s*\+|\+\s*(['"\`])${STATEMENT}`, 'g');
/** Lists of columns and names of tables that are constants of the source. No outside value has such a name. */
const CONSTANT = /^[A-Z][A-Z_]*$/;
/** Names of tables and columns that types and lists in the source restrict, and placeholders for bound values. */
const NAMED: Readonly<Record<string, readonly string[]>> = {
  'src/stored/columns.ts': ['or', 'table', "names.join(', ')", "names.map(() => '?').join(', ')"],
  'src/room/storage/room-store.ts': ['table'],
  'src/room/storage/alert-rows.ts': ['this.table', 'selectList(kind.columns)', 'kind.table'],
  'src/room/storage/table-dump.ts':
    "table|from|limit|names(key)|names(columns)|names(storedColumns(table))|columns.map(() => '?').join(', ')".split(
      '|',
    ),
};

/** Values that a source file puts into SQL as text. Drizzle's own `sql` binds them. */
function stringBuilt(path: string, source: string): string[] {
  const filledIn = [...source.matchAll(TEMPLATE)]
    .filter(([, tag]) => tag !== 'sql')
    .flatMap(([, , text = '']) => [...text.matchAll(/\$\{([^}]*)\}/g)].map(([, value = '']) => value))
    .filter((value) => !CONSTANT.test(value) && !NAMED[path]?.includes(value));
  const others = [CONCATENATED, /\bsql\.raw\(/g, /\.prepare\(/g].flatMap((pattern) =>
    [...source.matchAll(pattern)].map(([text]) => text),
  );
  return [...filledIn, ...others].map((what) => `${path}: ${what}`);
}

test('no value becomes part of an SQL statement, because all values are bound', () => {
  const built = [
    'exec(`\n  SELECT ${name}`)',
    "exec('DELETE FROM areas ' + name)",
    'sql.raw(text)',
    'env.DB.prepare(text)',
  ];
  expect(built.map((source) => stringBuilt('src/x.ts', source).length)).toEqual([1, 1, 1, 1]);
  expect(stringBuilt('src/x.ts', 'exec(`SELECT ${COLUMNS} FROM areas`); sql`SELECT ${value}`')).toEqual([]);
  const paths = files.filter((path) => /^src\/.*\.ts$/.test(path));
  expect(paths.length).toBeGreaterThan(200);
  expect(paths.flatMap((path) => stringBuilt(path, read(path)))).toEqual([]);
});
