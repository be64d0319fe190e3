import { clsx } from 'clsx';
import type { ReactNode } from 'react';

export interface DataColumn<Row> {
  head: string;
  cell: (row: Row) => ReactNode;
  /** Whether the column contains numbers, which are aligned by their digits. */
  numeric?: boolean;
}

export interface DataTableProps<Row> {
  /** Describes the table for people who do not see its context. */
  label: string;
  /** The columns. The first column contains the name of the row. */
  columns: readonly DataColumn<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row) => string;
}

/** On a phone a long text breaks into lines of this width, not into its words. */
const WORDS = 'max-sm:w-max max-sm:max-w-40';

/** Anything but plain text has a width of its own. */
const fitted = (content: ReactNode): ReactNode =>
  typeof content === 'string' ? <div className={WORDS}>{content}</div> : content;

/**
 * A table with rows and columns in their natural width. Columns that do not fit are reached by scrolling, with thumb or
 * keys. The first column stays in place.
 */
export function DataTable<Row>({ label, columns, rows, keyOf }: DataTableProps<Row>) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- keys scroll what has the focus (WCAG 2.1.1)
    <div role="group" aria-label={label} tabIndex={0} className="overflow-x-auto">
      <table aria-label={label} className="w-full border-collapse text-sm tabular-nums">
        <thead>
          <tr className="border-b border-line-strong text-left align-bottom text-muted">
            {columns.map(({ head, numeric = false }, i) => (
              <th
                key={head}
                scope="col"
                className={clsx(
                  'px-2 py-2 font-medium first:pl-0 last:pr-0',
                  numeric && 'text-right',
                  i === 0 ? 'sticky left-0 min-w-28 bg-surface' : 'whitespace-nowrap',
                )}
              >
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)} className="border-b border-line align-top last:border-b-0">
              {columns.map(({ head, cell, numeric = false }, i) =>
                i === 0 ? (
                  <th
                    key={head}
                    scope="row"
                    className="sticky left-0 max-w-72 min-w-28 bg-surface py-2 pr-2 text-left font-semibold"
                  >
                    <div className={WORDS}>{cell(row)}</div>
                  </th>
                ) : (
                  <td key={head} className={clsx('px-2 py-2 last:pr-0', numeric && 'text-right whitespace-nowrap')}>
                    {numeric ? cell(row) : fitted(cell(row))}
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
