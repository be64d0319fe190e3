import type { Report } from '../../../../../src/shared/schemas/report';
import type { DataColumn } from '../../../ui/data-table';
import { clockOf, formatCell, isNumeric } from './format-cell';
import type { Table } from './table';

/** The columns with which the screen shows a table of the files: all but those that only the files have. */
export function screenColumns<Row>({ columns }: Table<Row>, report: Report): DataColumn<Row>[] {
  const clock = clockOf(report);
  return columns
    .filter(({ onlyInFiles }) => onlyInFiles !== true)
    .map(({ head, kind, value }) => ({
      head,
      numeric: isNumeric(kind),
      cell: (row) => formatCell(kind, value(row), clock),
    }));
}
