// oxlint-disable-next-line import/no-unassigned-import -- a style sheet has nothing to assign
import './data-table.css';
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
  /** Whether heads break into lines, and each row becomes a list of its cells on a phone: for tables whose last columns matter. */
  stacks?: boolean;
}

/** On a phone a long text breaks into lines of this width, not into its words. */
const WORDS = 'max-sm:w-max max-sm:max-w-40';

/** Anything but plain text has a width of its own. */
const fitted = (content: ReactNode): ReactNode =>
  typeof content === 'string' ? <div className={WORDS}>{content}</div> : content;

/**
 * A table with rows and columns in their natural width. Columns that do not fit are reached by scrolling, with thumb or
 * keys; a shade at the edge says that there are some. The first column stays in place.
 */
export function DataTable<Row>({ label, columns, rows, keyOf, stacks = false }: DataTableProps<Row>) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- keys scroll what has the focus (WCAG 2.1.1)
    <div role="group" aria-label={label} tabIndex={0} className="data-table">
      <table
        aria-label={label}
        className={clsx('w-full border-collapse text-sm tabular-nums', stacks && 'stacked-rows')}
      >
        <thead>
          <tr className="border-b border-line-strong align-bottom text-muted">
            {columns.map(({ head, numeric = false }, i) => (
              <th
                key={head}
                scope="col"
                className={clsx(
                  'px-2 py-2 font-medium first:ps-0 last:pe-0',
                  // Without a value of its own, a head is centered.
                  numeric ? 'text-end' : 'text-start',
                  i === 0 ? 'sticky start-0 min-w-28 bg-surface' : stacks ? 'wrap-normal' : 'whitespace-nowrap',
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
                    className="sticky start-0 max-w-72 min-w-28 bg-surface py-2 pe-2 text-start font-semibold"
                  >
                    <div className={clsx(!stacks && WORDS)}>{cell(row)}</div>
                  </th>
                ) : (
                  <td
                    key={head}
                    data-head={head}
                    className={clsx('px-2 py-2 last:pe-0', numeric && 'text-end whitespace-nowrap')}
                  >
                    {numeric || stacks ? cell(row) : fitted(cell(row))}
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
