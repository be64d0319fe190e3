import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from '../named-tests';

/** Text that is a statement, or the beginning of one. */
const STATEMENT = String.raw`\s*(?:SELECT|INSERT|UPDATE|DELETE|REPLACE|WITH|CREATE|ALTER|DROP|PRAGMA)\b`;
const TEMPLATE = new RegExp(`(\\w*)\`(${STATEMENT}[^\`]*)\``, 'g');
const CONCATENATED = new RegExp(String.raw`(['"])${STATEMENT}(?:(?!\1).)*\1\s*\+|\+\s*(['"\`])${STATEMENT}`, 'g');
/** Lists of columns and names of tables that stand in the source; nothing that comes from outside is named like this. */
const CONSTANT = /^[A-Z][A-Z_]*$/;
/** Names of tables and columns that types and lists in the source allow, and places for what is bound. */
const NAMED: Readonly<Record<string, readonly string[]>> = {
  'src/room/ledger.ts': ['table'],
  'src/room/stored-rows.ts': [
    'names(columns)',
    "columns.map(() => '?').join(', ')",
    'names(storedColumns(table))',
    'table',
    'from',
    'names(key)',
    'limit',
  ],
};

/** Values that a source puts into SQL as text; drizzle's own `sql` binds them. */
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

test.each([
  ['a value in a template', 'sql.exec(`SELECT * FROM areas WHERE name = ${name}`)'],
  ['a value in a template over lines', 'exec(`\n  INSERT INTO areas VALUES (\n    ${value}\n  )`)'],
  ['a concatenation', "sql.exec('SELECT * FROM areas WHERE name = ' + name)"],
  ['raw SQL', 'db.run(sql.raw(text))'],
  ['a statement past the query builder', 'env.DB.prepare(text)'],
])('%s is found', (_what, source) => {
  expect(stringBuilt('src/x.ts', source)).toHaveLength(1);
});

test.each(['exec(`SELECT ${COLUMNS} FROM areas WHERE id = ?`, id)', 'sql`SELECT ${value}`', "exec('SELECT 1')"])(
  '%s is none',
  (source) => {
    expect(stringBuilt('src/x.ts', source)).toEqual([]);
  },
);

test('no value becomes part of a statement: all are bound', () => {
  const paths = readdirSync(join(ROOT, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts'))
    .map((path) => `src/${path}`);
  expect(paths.length).toBeGreaterThan(200);
  expect(paths.flatMap((path) => stringBuilt(path, readFileSync(join(ROOT, path), 'utf8')))).toEqual([]);
});
