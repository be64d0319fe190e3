import { drizzle } from 'drizzle-orm/d1';
import * as schema from './schema';

export const openDatabase = (binding: D1Database) => drizzle(binding, { schema });

export type Database = ReturnType<typeof openDatabase>;
