import * as z from 'zod/mini';
import { objectOf } from '../shared/object-of';

/** Declarations of the columns of stored tables, and everything that is derived from them. */

const Int = z.int();
const MaybeInt = z.nullable(Int);
const Text = z.string();
const MaybeText = z.nullable(Text);

/** The types of columns. A `time` is epoch ms; `?` allows null. */
const SCHEMAS = {
  int: Int,
  'int?': MaybeInt,
  text: Text,
  'text?': MaybeText,
  time: Int,
  'time?': MaybeInt,
} as const;
type Schemas = typeof SCHEMAS;

export interface Column {
  readonly type: keyof Schemas;
  /** The name in SQL and in event files. */
  readonly sql: string;
  /** The name in an account's export, if it is not the field's name; null if the export leaves the column out. */
  readonly exported?: string | null;
  /** The name in the ledger's CSV, if it is not the name in SQL; null if the CSV leaves the column out. */
  readonly csv?: string | null;
}

/** The columns of a table, or some of them, by the names of their fields in TypeScript. */
export type Columns = Readonly<Record<string, Column>>;

type Value<C extends Column> = z.infer<Schemas[C['type']]>;

/** A row as TypeScript code uses it. */
export type Row<T extends Columns> = { -readonly [Field in keyof T]: Value<T[Field]> };

/** A row as SQL and event files name its columns. */
export type SqlRow<T extends Columns> = { -readonly [Field in keyof T as T[Field]['sql']]: Value<T[Field]> };

/** Returns the names of the fields in the order of the declaration. */
export const fieldsOf = <T extends Columns>(columns: T): (keyof T & string)[] => Object.keys(columns);

/** Returns the declaration of some of the columns. */
export const only = <T extends Columns, Field extends keyof T & string>(
  columns: T,
  ...fields: readonly Field[]
): Pick<T, Field> => objectOf(fields.map((field) => [field, columns[field]]));

type RowShape<T extends Columns> = { -readonly [Field in keyof T]: Schemas[T[Field]['type']] };

/** The schema of a row that a SELECT of {@link selectList} returns. */
export const rowSchema = <T extends Columns>(columns: T): z.ZodMiniObject<RowShape<T>> =>
  z.object(objectOf<RowShape<T>>(Object.entries(columns).map(([field, { type }]) => [field, SCHEMAS[type]])));

type FileShape<T extends Columns> = {
  -readonly [Field in keyof T as T[Field]['sql']]: z.ZodMiniType<Value<T[Field]>>;
};

/**
 * The schema of a row of an event file. A column that can be null may be missing: it is null then, so that a file from
 * before a migration added the column can be imported.
 */
export const fileRowSchema = <T extends Columns>(columns: T) =>
  z.strictObject(
    objectOf<FileShape<T>>(
      Object.values(columns).map(({ sql, type }) => [
        sql,
        type.endsWith('?') ? z._default(z.nullable(SCHEMAS[type]), null) : SCHEMAS[type],
      ]),
    ),
  );

export const toSqlRow = <T extends Columns>(columns: T, row: Readonly<Row<T>>): SqlRow<T> =>
  objectOf(Object.entries(columns).map(([field, { sql }]) => [sql, row[field]]));

export const fromSqlRow = <T extends Columns>(columns: T, row: Readonly<SqlRow<T>>): Row<T> => {
  const values: Readonly<Record<string, unknown>> = row;
  return objectOf(Object.entries(columns).map(([field, { sql }]) => [field, values[sql]]));
};

/** The columns of a SELECT, under the names of their fields. */
export const selectList = (columns: Columns): string =>
  Object.entries(columns)
    .map(([field, { sql }]) => (sql === field ? sql : `${sql} AS ${field}`))
    .join(', ');

/** A statement that inserts the {@link valuesOf} a row. */
export const insertInto = (table: string, columns: Columns, or: '' | 'OR REPLACE ' = ''): string => {
  const names = Object.values(columns).map(({ sql }) => sql);
  return `INSERT ${or}INTO ${table} (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`;
};

/** The SET clause of an UPDATE with the {@link valuesOf} a row. */
export const assignments = (columns: Columns): string =>
  Object.values(columns)
    .map(({ sql }) => `${sql} = ?`)
    .join(', ');

export const valuesOf = <T extends Columns>(columns: T, row: Readonly<Row<T>>): Row<T>[keyof T & string][] =>
  fieldsOf(columns).map((field) => row[field]);

/** A copy that only its maker sees, and therefore changes. */
export type Writable<T> = { -readonly [Key in keyof T]: T[Key] };
