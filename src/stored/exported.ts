import * as z from 'zod/mini';
import { isoTime } from '../time/iso-time';
import { objectOf } from '../shared/object-of';
import { type Columns, fileRowSchema, type Row, rowSchema } from './columns';
import type { StoredRow } from './tables';

/** A stored row in an account's export. Times are ISO 8601 in UTC. */
type Exported<T extends Columns> = {
  -readonly [Field in keyof T as T[Field] extends { exported: infer Name } ? Extract<Name, string> : Field]: {
    time: string;
    'time?': string | null;
    other: Row<T>[Field];
  }[T[Field]['type'] extends 'time' | 'time?' ? T[Field]['type'] : 'other'];
};

type ExportedShape<T extends Columns> = { [Name in keyof Exported<T>]: z.ZodMiniType<Exported<T>[Name]> };

const TIMES = { time: z.string(), 'time?': z.nullable(z.string()) } as const;

/** The columns that are exported: the field, its name in the export, and its type. */
const exportedColumns = (columns: Columns) =>
  Object.entries(columns).flatMap(([field, { sql, type, exported = field }]) =>
    exported === null ? [] : [{ field, sql, exported, time: type === 'time' || type === 'time?' ? type : null }],
  );

const exportedSchema = <T extends Columns>(columns: T) => {
  const { shape } = rowSchema<Columns>(columns);
  return z.object(
    objectOf<ExportedShape<T>>(
      exportedColumns(columns).map(({ field, exported, time }) => [
        exported,
        time === null ? shape[field] : TIMES[time],
      ]),
    ),
  );
};

/** A field that an export does not have as the column has it: its schema, and its value. */
interface ExportedField<Schema extends z.ZodMiniType> {
  schema: Schema;
  valueOf: (stored: StoredRow[string] | undefined) => unknown;
}

/** A field whose column has JSON, or null for none. */
export const jsonField = <Schema extends z.ZodMiniType>(schema: Schema): ExportedField<Schema> => ({
  schema,
  valueOf: (stored) => (typeof stored === 'string' ? JSON.parse(stored) : stored),
});

/** A table in an export: the schema of its rows there, a stored row's fields, and its JSON, in which `fields` are changed. */
export function exportedTable<T extends Columns, Fields extends Readonly<Record<string, ExportedField<z.ZodMiniType>>>>(
  columns: T,
  fields: Fields,
) {
  const stored = fileRowSchema<Columns>(columns);
  const shape = objectOf<{ [Name in keyof Fields]: Fields[Name]['schema'] }>(
    Object.entries(fields).map(([name, { schema }]) => [name, schema]),
  );
  const rowOf = (row: StoredRow): StoredRow => {
    const values = z.parse(stored, row);
    return objectOf(
      exportedColumns(columns).map(({ sql, exported, time }) => {
        const value = values[sql] ?? null;
        return [exported, time !== null && typeof value === 'number' ? isoTime(value) : value];
      }),
    );
  };
  return {
    schema: z.extend(exportedSchema(columns), shape),
    rowOf,
    jsonOf: (row: StoredRow): string => {
      const exported = rowOf(row);
      const changed = Object.entries(fields).map(([name, { schema, valueOf }]) => [
        name,
        z.parse(schema, valueOf(exported[name])),
      ]);
      return JSON.stringify({ ...exported, ...Object.fromEntries(changed) });
    },
  };
}
