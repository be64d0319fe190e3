import * as z from 'zod/mini';
import type { Database } from '../../db/client';
import { columnNames, readRows } from '../../db/table-rows';
import { VERSION } from '../../observability/version';
import { FILE_BEFORE_1_0, FileEndSchema, hashWith, NO_LINES, RowFileWriter } from '../../rpc/event-file';
import { isoTime } from '../../time/iso-time';
import { KEPT_TABLES } from './kept-tables';

/**
 * The format of a database file: NDJSON in ASCII with a head, a line for each row of D1, and an end with the number of
 * rows and a hash, as in an event file.
 */

/** Files of version 1 are from before version 1.0 of the product: nothing reads them. */
const DATABASE_FILE_VERSION = 2;

const HeadSchema = z.object({
  type: z.literal('head'),
  format: z.literal('headroom-database'),
  formatVersion: z.int(),
  /** The release that wrote the file. */
  release: z.string(),
  /** When the file was written, ISO 8601. */
  writtenAt: z.string(),
  /** The columns of each table. A release that lacks one of them cannot restore the file. */
  tables: z.record(z.string(), z.array(z.string())),
});
type DatabaseFileHead = z.infer<typeof HeadSchema>;

const RowSchema = z.object({
  type: z.literal('row'),
  table: z.string(),
  row: z.record(z.string(), z.union([z.string(), z.number(), z.null()])),
});
type DatabaseRow = z.infer<typeof RowSchema>;
const LineSchema = z.discriminatedUnion('type', [RowSchema, FileEndSchema]);

/** Writes the database as it is while it is read. Rows that are added meanwhile may be missing. */
export async function* databaseLines(db: Database, now: number): AsyncGenerator<string, void> {
  const file = new RowFileWriter();
  const columns = [...KEPT_TABLES].map(([name, { table }]) => [name, columnNames(table)] as const);
  const head: DatabaseFileHead = {
    type: 'head',
    format: 'headroom-database',
    formatVersion: DATABASE_FILE_VERSION,
    release: VERSION,
    writtenAt: isoTime(now),
    tables: Object.fromEntries(columns),
  };
  yield file.line(head);
  for (const [name, { table, toFile }] of KEPT_TABLES)
    for await (const rows of readRows(db, table))
      yield rows.map((row) => file.line({ type: 'row', table: name, row: toFile?.(row) ?? row })).join('');
  yield file.end();
}

async function* linesOf(body: ReadableStream<Uint8Array>): AsyncGenerator<string, void> {
  const decoder = new TextDecoder('ascii');
  let tail = '';
  for await (const bytes of body) {
    const lines = (tail + decoder.decode(bytes, { stream: true })).split('\n');
    tail = lines.pop() ?? '';
    yield* lines;
  }
  if (tail !== '') yield tail;
}

/** The file cannot be restored; the message says why. */
export class UnusableFile extends Error {}

function parsed<S extends z.ZodMiniType>(schemaOfLine: S, text: string): z.output<S> {
  try {
    return z.parse(schemaOfLine, JSON.parse(text));
  } catch {
    throw new UnusableFile('The file is damaged.');
  }
}

/** Returns what in the file this release does not know; undefined if it knows everything. */
const unknownIn = ({ formatVersion, tables }: DatabaseFileHead): string | undefined => {
  if (formatVersion !== DATABASE_FILE_VERSION) return `format ${formatVersion}`;
  return Object.entries(tables).flatMap(([name, columns]) => {
    const known = KEPT_TABLES.get(name);
    const names = new Set(known && columnNames(known.table));
    return columns.filter((column) => !names.has(column)).map((column) => `${name}.${column}`);
  })[0];
};

/**
 * Reads a database file: its head, then its rows.
 * @throws {UnusableFile} a newer release wrote the file, or it is damaged: at its end at the latest
 */
export async function* readDatabaseFile(
  body: ReadableStream<Uint8Array>,
): AsyncGenerator<DatabaseFileHead | DatabaseRow, void> {
  const counts: Record<string, number> = {};
  let hash = NO_LINES;
  let isComplete = false;
  for await (const text of linesOf(body)) {
    if (isComplete) throw new UnusableFile('There is more after the end of the file.');
    if (hash === NO_LINES) {
      const head = parsed(HeadSchema, text);
      if (head.formatVersion === 1) throw new UnusableFile(FILE_BEFORE_1_0);
      const unknown = unknownIn(head);
      if (unknown !== undefined)
        throw new UnusableFile(`${head.release} wrote this file, and this release does not know ${unknown}.`);
      hash = hashWith(hash, text);
      yield head;
      continue;
    }
    const line = parsed(LineSchema, text);
    if (line.type === 'end') {
      const tables = Object.keys({ ...counts, ...line.rows });
      if (line.hash !== hash || tables.some((name) => counts[name] !== line.rows[name]))
        throw new UnusableFile('The file is damaged.');
      isComplete = true;
      continue;
    }
    hash = hashWith(hash, text);
    counts[line.table] = (counts[line.table] ?? 0) + 1;
    yield line;
  }
  if (!isComplete) throw new UnusableFile('The file is not complete.');
}
