import type { SealContents } from '../../shared/sealed/schemas';

/**
 * Returns the columns of a table that its day's seal lists, in the seal's order; none of a table that it does not list,
 * because an earlier release sealed the day without it.
 * @param columns all columns that the table has today, by their names in the seal
 * @throws {Error} a later release has sealed the day with a column that this one does not know
 */
export function sealedColumns<Column>(
  { tables }: SealContents,
  table: string,
  columns: Readonly<Record<string, Column>>,
): Column[] {
  return (tables[table] ?? []).map((name) => {
    const column = columns[name];
    if (column === undefined) throw new Error(`The table ${table} has no column ${name}`);
    return column;
  });
}
