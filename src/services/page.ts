import { AppError } from '../shared/errors';

/** The requested page of a list. */
export interface PageQuery {
  /** How many entries it has at most; null for all. */
  limit: number | null;
  /** The cursor behind which it begins; null for the beginning. */
  after: string | null;
}

/** A page of a list, and the cursor behind which the next page begins; null for the last page. */
export interface Page<Entry> {
  entries: Entry[];
  next: string | null;
}

/** Reads the query of an address. Throws a 400 for a limit that is not between 1 and `max`. */
export function readPage(query: Readonly<Record<string, string | undefined>>, max: number): PageQuery {
  const { limit, after } = query;
  if (limit !== undefined && !(/^[1-9]\d{0,8}$/.test(limit) && Number(limit) <= max))
    throw new AppError('invalid_input');
  return { limit: limit === undefined ? null : Number(limit), after: after ?? null };
}

/** Reads a cursor that consists of a number and a key, and sorts as these. Throws a 400 for any other text. */
export function readCursor(after: string | null): { at: number; key: string } | null {
  if (after === null) return null;
  const [, at, key] = /^(\d{1,15})\.([\w-]{1,64})$/.exec(after) ?? [];
  if (at === undefined || key === undefined) throw new AppError('invalid_input');
  return { at: Number(at), key };
}

export const cursorOf = (at: number, key: string | number): string => `${at}.${key}`;

/** Cuts a page from rows that were read with {@link rowsFor}: one row more than its limit shows that others follow. */
export function cutPage<Row>(rows: readonly Row[], { limit }: PageQuery, cursor: (row: Row) => string): Page<Row> {
  const entries = limit === null ? [...rows] : rows.slice(0, limit);
  const last = entries.at(-1);
  return { entries, next: last !== undefined && rows.length > entries.length ? cursor(last) : null };
}

/** How many rows to read for a page. SQLite takes −1 for all. */
export const rowsFor = ({ limit }: PageQuery): number => (limit === null ? -1 : limit + 1);
