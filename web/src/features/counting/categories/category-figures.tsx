import { clsx } from 'clsx';
import type { Categories, CategoryCount } from '../../../../../src/shared/schemas/category';
import { dialogTexts } from '../../../texts/dialog-texts';
import { formatCount, formatPercent } from '../../../texts/format';
import { Disclosure } from '../../../ui/overlays/disclosure';
import { showToast } from '../../../ui/overlays/toasts';
import { type ShownCategory, shownCategories } from './shown-categories';

export interface CategoryFiguresProps {
  /** The name of the area or venue. */
  name: string;
  categories: Categories;
  /** The counts of the area or venue. */
  counts: readonly CategoryCount[];
  occupancy: number;
  live: boolean;
  /** Whether the table opens on a press, because the pads need its room. */
  folds?: boolean;
}

/** Shows the counts by category, one line each. Counting changes no height, so that no pad below moves. */
export function CategoryFigures({ folds = false, ...figures }: CategoryFiguresProps) {
  if (!folds) return <FiguresTable {...figures} />;
  return (
    <Disclosure summary={dialogTexts.categoryFigures.label(figures.name)}>
      {() => <FiguresTable {...figures} />}
    </Disclosure>
  );
}

function FiguresTable({ name, categories, counts, occupancy, live }: Omit<CategoryFiguresProps, 'folds'>) {
  const words = dialogTexts.categoryFigures;
  const { rows, isInsideKnown, hasOuts } = shownCategories(categories, counts, occupancy);
  if (rows.length === 0) return null;
  return (
    <table
      className={clsx(
        'w-full border-collapse text-xs whitespace-nowrap tabular-nums [&_td]:ps-2 [&_td]:text-end [&_th]:font-normal',
        // An unknown number is pressed.
        isInsideKnown ? 'leading-5' : 'leading-6',
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
            <td className={isFull(row) ? 'font-semibold text-bad' : 'font-semibold'}>
              {row.occupancy === null ? <Unknown /> : insideText(row.occupancy, row.capacity)}
            </td>
            <td>{row.share === null ? '–' : formatPercent(Math.round(row.share))}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const isFull = ({ occupancy, capacity }: ShownCategory): boolean =>
  occupancy !== null && capacity !== null && occupancy >= capacity;

function insideText(occupancy: number, capacity: number | null): string {
  return capacity === null
    ? formatCount(occupancy)
    : dialogTexts.categoryFigures.of(formatCount(occupancy), formatCount(capacity));
}

/** A number that nobody can know. A press says why. */
const Unknown = () => (
  <button
    type="button"
    aria-label={dialogTexts.categoryFigures.unknown}
    title={dialogTexts.categoryFigures.unknownWhy}
    onClick={() => showToast(dialogTexts.categoryFigures.unknownWhy)}
    className="touch-pad relative font-normal before:absolute before:-inset-x-3 before:inset-y-0"
  >
    –
  </button>
);
