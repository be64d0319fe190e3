import * as z from 'zod/mini';
import { isoTime } from '../time/iso-time';
import { type Columns, objectOf, type Row, rowSchema, type SqlRow } from './columns';

/** A stored row in an account's export. Times are ISO 8601 in UTC. */
export type Exported<T extends Columns> = {
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

export const exportedSchema = <T extends Columns>(columns: T) => {
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

export const exportedRow = <T extends Columns>(columns: T, row: Readonly<SqlRow<T>>): Exported<T> => {
  const values: Readonly<Record<string, string | number | null>> = row;
  return objectOf(
    exportedColumns(columns).map(({ sql, exported, time }) => {
      const value = values[sql] ?? null;
      return [exported, time !== null && typeof value === 'number' ? isoTime(value) : value];
    }),
  );
};
