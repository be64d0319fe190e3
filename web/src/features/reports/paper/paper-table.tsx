import { createContext, type ReactNode, useContext, useId } from 'react';
import type { Report } from '../../../../../src/shared/schemas/report';
import { formatCount } from '../../../texts/format';
import { reportTexts } from '../../../texts/report-texts';
import { type CellClock, clockOf, formatCell, isMoment, isNumeric } from '../tables/format-cell';
import type { CellKind, Line, SectionTable, Table } from '../tables/table';

export interface PaperSectionProps {
  title: string;
  lead?: string;
  /** Whether the section stays on one page. */
  keepsTogether?: boolean;
  children: ReactNode;
}

/** Whether the paper stands on a page with sections of the same names: then only the paper as a whole is a landmark. */
export const PaperIsPart = createContext(false);

export function PaperSection({ title, lead, keepsTogether = false, children }: PaperSectionProps) {
  const id = useId();
  const isPart = useContext(PaperIsPart);
  return (
    <section
      aria-labelledby={isPart ? undefined : id}
      className={keepsTogether ? 'paper-section paper-whole' : 'paper-section'}
    >
      <h2 id={id}>{title}</h2>
      {lead !== undefined && <p className="paper-lead">{lead}</p>}
      {children}
    </section>
  );
}

/** On a phone its content scrolls sideways, and a keyboard must be able to focus it for that. */
export const Wide = ({ name, children }: { name: string | undefined; children: ReactNode }) => (
  // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
  <div role="group" aria-label={name} tabIndex={0} className="paper-scroll">
    {children}
  </div>
);

export interface PaperTableProps<Row> {
  table: Table<Row>;
  clock: CellClock;
  /** The title above the headings, repeated on each page of the table. */
  title?: string;
  /** Describes the table for people who do not see its context. */
  label?: string;
}

function cellClass(kind: CellKind): string | undefined {
  if (kind === 'duration') return 'paper-number paper-duration';
  if (isNumeric(kind)) return 'paper-number';
  return isMoment(kind) ? 'paper-moment' : undefined;
}

export function PaperTable<Row>({ table, clock, title, label }: PaperTableProps<Row>) {
  const columns = table.columns.filter(({ only = 'paper' }) => only === 'paper');
  const name = label ?? title;
  return (
    <Wide name={name}>
      <table className="paper-table" aria-label={name}>
        <thead>
          {title !== undefined && (
            <tr>
              <th colSpan={columns.length} scope="colgroup" className="paper-table-title">
                {title}
              </th>
            </tr>
          )}
          <tr>
            {columns.map(({ head, kind }) => (
              <th key={head} scope="col" className={cellClass(kind)}>
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {table.rows.map((row, i) => (
            // Rows have no id and never change their order.
            // oxlint-disable-next-line react/no-array-index-key
            <tr key={i}>
              {columns.map(({ head, kind, breaks, value }) => (
                <td key={head} className={breaks ? 'paper-breaks' : cellClass(kind)}>
                  {formatCell(kind, value(row), clock)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Wide>
  );
}

export interface TableSectionProps<Row> {
  table: SectionTable<Row>;
  report: Report;
  children?: ReactNode;
}

/** A section with a table, or with the words that there is nothing in it. */
export function TableSection<Row>({ table, report, children }: TableSectionProps<Row>) {
  const { title, lead, leftOut = 0, isShown = true, rows } = table;
  if (!isShown) return null;
  return (
    <PaperSection title={title} {...(lead !== undefined && rows.length > 0 && { lead })}>
      {rows.length === 0 ? (
        <p>{reportTexts.paper.none}</p>
      ) : (
        <PaperTable table={table} clock={clockOf(report)} label={title} />
      )}
      {leftOut > 0 && <p className="paper-note">{reportTexts.paper.leftOut(formatCount(leftOut))}</p>}
      {children}
    </PaperSection>
  );
}

export function PaperLines({ lines, clock }: { lines: readonly Line[]; clock: CellClock }) {
  return (
    <dl className="paper-lines">
      {lines.map(({ label, kind, value }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{formatCell(kind, value, clock)}</dd>
        </div>
      ))}
    </dl>
  );
}
