import type { Categories } from '../../../../../src/shared/schemas/category';
import type { Direction } from '../../../../../src/shared/schemas/device';
import type { Area } from '../../../../../src/shared/schemas/area';
import type { Hand } from '../../../device/hand';
import { texts } from '../../../texts/texts';
import { isSplit } from '../categories/active-categories';
import { CategoryPads } from '../categories/category-pads';
import { CountButton } from './count-button';

export interface CardPadsProps {
  area: Area;
  categories: Categories;
  locked: boolean;
  direction: Direction;
  hand: Hand;
  /** Whether people leave because of an evacuation or drill: the large pad counts out, also beyond the known people. */
  isLeaving?: boolean;
  /** Whether an order in force lets nobody in here. Entries still count. */
  isClosed?: boolean;
  onTap: (areaId: string, change: number, category?: string) => void;
}

/**
 * The pads of a card, with the large pad under the thumb. A device that counts one direction has only the pad of that
 * direction: a missing pad cannot be hit by mistake, and a tap too many can be undone. With categories, entries have a
 * pad for each of them, and so have exits if they must name one.
 */
export function CardPads(props: CardPadsProps) {
  const { area, categories, locked, direction, hand, isLeaving = false, isClosed = false, onTap } = props;
  const { areaId, areaName, currentOccupancy } = area;
  const split = { area, categories, direction, locked, onTap };
  const isInSplit = isSplit(categories, 'in');
  const isOutSplit = isSplit(categories, 'out');
  const out =
    direction !== 'in' &&
    (isOutSplit ? (
      <CategoryPads key="out" side="out" {...split} />
    ) : (
      <CountButton
        key="out"
        direction="out"
        isMain={isLeaving || direction === 'out'}
        areaName={areaName}
        locked={locked}
        disabled={currentOccupancy === 0 && !isLeaving}
        word={isLeaving ? texts.card.out : undefined}
        onCount={() => onTap(areaId, -1)}
      />
    ));
  const into =
    direction !== 'out' &&
    (isInSplit ? (
      <CategoryPads key="in" side="in" isAgainstOrder={isClosed} {...split} />
    ) : (
      <CountButton
        key="in"
        direction="in"
        isMain={!isLeaving}
        word={isClosed ? texts.card.nobodyIn : undefined}
        isAgainstOrder={isClosed}
        areaName={areaName}
        locked={locked}
        onCount={() => onTap(areaId, 1)}
      />
    ));
  return (
    <div
      data-split={isInSplit ? (isOutSplit ? 'both' : 'in') : undefined}
      className="pads grid touch-manipulation gap-2.5"
    >
      {(hand === 'left') === isLeaving ? [out, into] : [into, out]}
    </div>
  );
}
