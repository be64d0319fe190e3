import { clsx } from 'clsx';
import type { Categories, CategoryCount } from '../../../../../src/shared/schemas/category';
import { dialogTexts } from '../../../texts/dialog-texts';
import { formatCount, formatPercent } from '../../../texts/format';
import { type ShownCategory, shownCategories } from './shown-categories';

export interface CategoryFiguresProps {
  /** The name of the area or venue. */
  name: string;
  categories: Categories;
  /** The counts of the area or venue. */
  counts: readonly CategoryCount[];
  occupancy: number;
  live: boolean;
}

/** Shows the counts by category, one line each. Counting changes no height, so that no pad below moves. */
export function CategoryFigures({ name, categories, counts, occupancy, live }: CategoryFiguresProps) {
  const words = dialogTexts.categoryFigures;
  const { rows, isInsideKnown, hasOuts } = shownCategories(categories, counts, occupancy);
  if (rows.length === 0) return null;
  return (
    <table
      className={clsx(
        'w-full border-collapse text-xs leading-5 whitespace-nowrap tabular-nums [&_td]:ps-2 [&_td]:text-end [&_th]:font-normal',
        !live && 'text-muted',
      )}
    >
      <caption className="sr-only">{words.label(name)}</caption>
      <thead className="text-muted [&_th:not(:first-child)]:ps-2 [&_th:not(:first-child)]:text-end">
        <tr>
          <th scope="col" className="text-start">
            {words.category}
          </th>
          <th scope="col">{words.ins}</th>
          {hasOuts && <th scope="col">{words.outs}</th>}
          <th scope="col">{words.inside}</th>
          <th scope="col">{isInsideKnown ? words.shareInside : words.shareIns}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.categoryId}>
            <th scope="row" title={row.name} className="w-full max-w-0 truncate text-start">
              {row.name}
            </th>
            <td>{formatCount(row.ins)}</td>
            {hasOuts && <td>{formatCount(row.outs)}</td>}
            <td className={isFull(row) ? 'font-semibold text-bad' : 'font-semibold'}>{insideText(row)}</td>
            <td>{row.share === null ? '–' : formatPercent(Math.round(row.share))}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const isFull = ({ occupancy, capacity }: ShownCategory): boolean =>
  occupancy !== null && capacity !== null && occupancy >= capacity;

function insideText({ occupancy, capacity }: ShownCategory): string {
  const words = dialogTexts.categoryFigures;
  if (occupancy === null) return words.unknown;
  return capacity === null ? formatCount(occupancy) : words.of(formatCount(occupancy), formatCount(capacity));
}
