import { expect, test } from 'vitest';
import { filesBelow, read, readTables } from './repository';

/** What can be in force, and where people see it (docs/product.md, "Modes and surfaces"). */
const MODES = [
  'calm',
  'stop',
  'hold',
  'one in, one out',
  'open',
  'drill',
  'evacuation',
  'evacuation with order',
  'locked',
  'spent',
  'offline',
  'in doubt',
  'in doubt, drill',
  'in doubt, evacuation',
  'in doubt, offline',
];
const SURFACES = [
  ['door', 'assembly point'],
  ["organizer's page", 'overview', 'wall'],
  ['display', 'widget', 'stream'],
  ['metrics', 'webhook', 'message', 'report'],
];

const rows = readTables('docs/product.md', '').filter(({ section }) => section === 'Modes and surfaces');
const heads = rows.flatMap(({ cells: [mode] }, at) => (mode === 'Mode' ? [at] : []));
/** The table of these surfaces. A row can be about several modes: `locked; spent`. */
const tables = SURFACES.map((surfaces) => {
  const from = rows.findIndex(({ cells }) => cells.join() === ['Mode', ...surfaces].join());
  const below = rows.slice(from + 2, heads.find((at) => at > from) ?? rows.length);
  const rowsOfModes = below.flatMap(({ cells: [modes = '', ...texts] }) =>
    modes.split('; ').map((mode) => ({ mode, texts })),
  );
  return { surfaces, rows: rowsOfModes };
});
const cells = tables.flatMap((table) =>
  table.rows.flatMap(({ mode, texts }) =>
    table.surfaces.map((surface, at) => ({ mode, surface, text: texts[at] ?? '' })),
  ),
);
/** The rules in the last brackets of a cell. */
const rulesIn = (text: string): string[] =>
  [...(/\(([^()]*)\)$/.exec(text)?.[1] ?? '').matchAll(/\b[A-Z]\d+\b/g)].map(([rule]) => rule);

test('each surface says in each mode what it shows, and names the rule that says so', () => {
  for (const table of tables) expect(table.rows.map(({ mode }) => mode)).toEqual(MODES);
  const known = new Set([...read('docs/product.md').matchAll(/^- \*\*([A-Z]\d+)\*\* /gm)].map(([, rule]) => rule));
  const bad = cells.filter(({ text }) => {
    const rules = rulesIn(text);
    return rules.length === 0 || !rules.every((rule) => known.has(rule)) || !/^\S.* \(/.test(text);
  });
  expect(bad).toEqual([]);
});

test('each rule of the modes is cited where it is kept or tried', () => {
  const cited = new Set(
    filesBelow(['src', 'web/src', 'test'], /\.tsx?$/).flatMap((path) =>
      [...read(path).matchAll(/docs\/product\.md, ((?:[A-Z]\d+(?:, | and | to )?)+)/g)].flatMap(([, list]) =>
        [...(list ?? '').matchAll(/[A-Z]\d+/g)].map(([rule]) => rule),
      ),
    ),
  );
  const rules = new Set(cells.flatMap(({ text }) => rulesIn(text)));
  expect([...rules].filter((rule) => !cited.has(rule))).toEqual([]);
});
