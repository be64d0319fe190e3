import type { Report } from '../../../../../src/shared/schemas/report';
import type { DataColumn } from '../../../ui/data-table';
import { clockOf, formatCell, isMoment, isNumeric } from './format-cell';
import type { Column, Table } from './table';

/** What the screen shows in another way than paper, by the heads of the columns. */
export type ScreenCells<Row> = Readonly<Record<string, Partial<DataColumn<Row>>>>;

const placeOf = <Row,>({ leads = false }: Column<Row>): number => (leads ? 0 : 1);

/** Returns the columns with which the screen shows a table. */
export function screenColumns<Row>(
  { columns }: Table<Row>,
  report: Report,
  cells: ScreenCells<Row> = {},
): DataColumn<Row>[] {
  const clock = clockOf(report);
  return columns
    .filter(({ only = 'screen' }) => only === 'screen')
    .toSorted((a, b) => placeOf(a) - placeOf(b))
    .map(({ head, kind, screenKind = kind, value, below }) => ({
      head,
      numeric: isNumeric(kind),
      cell: (row) => {
        const text = formatCell(screenKind, value(row), clock);
        const shown = isMoment(kind) ? <span className="whitespace-nowrap">{text}</span> : text;
        const more = below?.(row) ?? null;
        if (more === null) return shown;
        return (
          <span className="grid">
            {shown}
            <span className="max-w-80 text-xs font-normal text-muted">{more}</span>
          </span>
        );
      },
      ...cells[head],
    }));
}
