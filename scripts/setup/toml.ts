/**
 * Changes single lines of a wrangler.toml and keeps its comments, order and spacing. wrangler itself edits only JSON
 * configurations. The editor knows the form that the file in this repository has: headers alone on their line, keys
 * without dots, values on one line. It refuses anything else instead of guessing.
 */
const HEADER = /^\s*\[\[?\s*([^\]]+?)\s*\]\]?\s*(#.*)?$/;
const ENTRY = /^\s*([A-Za-z0-9_-]+)\s*=\s*(.*?)\s*$/;

interface Table {
  name: string;
  /** The line of the header; -1 for the keys above all headers. */
  header: number;
  /** The line after the table's last key; comments below it may belong to the next table. */
  end: number;
}

function tablesOf(lines: readonly string[]): Table[] {
  const tables: Table[] = [{ name: '', header: -1, end: 0 }];
  for (const [i, line] of lines.entries()) {
    const name = HEADER.exec(line)?.[1];
    if (name !== undefined) tables.push({ name, header: i, end: i + 1 });
    else if (ENTRY.test(line)) {
      const last = tables.at(-1);
      if (last) last.end = i + 1;
    }
  }
  return tables;
}

/** The text of one value in TOML: texts in quotes, everything else as it stands. */
export const quoted = (text: string): string => JSON.stringify(text);

/** Whether brackets and quotes of a value are closed on its own line. */
function isWhole(value: string): boolean {
  if (value.startsWith('"""') || value.startsWith("'''")) return false;
  const bare = value.replaceAll(/"(?:[^"\\]|\\.)*"|'[^']*'/g, '').replace(/#.*$/, '');
  const count = (brackets: RegExp) => bare.match(brackets)?.length ?? 0;
  return count(/[[{]/g) === count(/[\]}]/g);
}

/** The comment at the end of a value's line, with the space before it. */
function commentAfter(value: string): string {
  const bare = value.replaceAll(/"(?:[^"\\]|\\.)*"|'[^']*'/g, (text) => 'x'.repeat(text.length));
  const start = bare.search(/\s*#/);
  return start === -1 ? '' : value.slice(start);
}

/** Which of several `[[…]]` tables with one name is meant: the one that has this line. */
interface Where {
  key: string;
  value: string;
}

const entriesOf = (lines: readonly string[], { header, end }: Table) =>
  lines.slice(header + 1, end).flatMap((line, i) => {
    const [, key, value] = ENTRY.exec(line) ?? [];
    return key === undefined || value === undefined ? [] : [{ key, value, line: header + 1 + i }];
  });

function findTable(lines: readonly string[], name: string, where?: Where): Table | undefined {
  return tablesOf(lines).find(
    (table) =>
      table.name === name &&
      (!where ||
        entriesOf(lines, table).some(
          ({ key, value }) =>
            key === where.key && value.slice(0, value.length - commentAfter(value).length) === where.value,
        )),
  );
}

export const hasTable = (toml: string, name: string, where?: Where): boolean =>
  findTable(toml.split('\n'), name, where) !== undefined;

/**
 * Returns the text with `key = value` in the table, which must exist. The key's line is replaced, or added after the
 * table's last key. `value` is TOML (`quoted('text')`, `false`).
 */
export function setValue(toml: string, name: string, key: string, value: string, where?: Where): string {
  const lines = toml.split('\n');
  const table = findTable(lines, name, where);
  if (!table) throw new Error(`wrangler.toml has no table [${name}].`);
  const known = entriesOf(lines, table).find((entry) => entry.key === key);
  if (!known) return lines.toSpliced(table.end, 0, `${key} = ${value}`).join('\n');
  if (!isWhole(known.value)) {
    throw new Error(`${key} in [${name}] of wrangler.toml spans several lines. Set it to ${value} by hand.`);
  }
  lines[known.line] = `${key} = ${value}${commentAfter(known.value)}`;
  return lines.join('\n');
}

/** Returns the text with a new table, header and keys, directly above the table `before`. */
export function addTableBefore(toml: string, before: string, header: string, entries: readonly string[]): string {
  const lines = toml.split('\n');
  const table = findTable(lines, before);
  if (!table) throw new Error(`wrangler.toml has no table [${before}].`);
  return lines.toSpliced(table.header, 0, header, ...entries, '').join('\n');
}

/** Returns the text with a new table, header and keys, below the last table whose name begins with `prefix`. */
export function addTableAfter(toml: string, prefix: string, header: string, entries: readonly string[]): string {
  const lines = toml.split('\n');
  const table = tablesOf(lines).findLast(({ name }) => name.startsWith(prefix));
  if (!table) throw new Error(`wrangler.toml has no table that begins with ${prefix}.`);
  return lines.toSpliced(table.end, 0, '', header, ...entries).join('\n');
}
