import { drizzle } from 'drizzle-orm/d1';

/** Each request opens it again. So it gets no schema, which only drizzle's relational queries need. */
export const openDatabase = (binding: D1Database) => drizzle(binding);

export type Database = ReturnType<typeof openDatabase>;
