import { type SQL, sql, type SQLWrapper } from 'drizzle-orm';

/**
 * The condition that a column has one of these values, of which there may be many: D1 takes a hundred in a query, so they
 * travel as one JSON text.
 */
export const isOneOf = (column: SQLWrapper, values: readonly string[]): SQL =>
  sql`${column} IN (SELECT value FROM json_each(${JSON.stringify(values)}))`;
