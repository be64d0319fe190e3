import type { Direction } from '../../../../../src/shared/schemas/device';
import type { Area } from '../../../../../src/shared/schemas/area';
import type { Hand } from '../../../device/hand';
import { CountButton } from './count-button';

export interface CardPadsProps {
  area: Area;
  locked: boolean;
  direction: Direction;
  hand: Hand;
  onTap: (areaId: string, change: number) => void;
}

/**
 * The pads of a card, with the large pad under the thumb. A device that counts one direction has only the pad of that
 * direction: a missing pad cannot be hit by mistake, and a tap too many can be undone.
 */
export function CardPads({ area, locked, direction, hand, onTap }: CardPadsProps) {
  const { areaId, areaName, currentOccupancy } = area;
  const out = direction !== 'in' && (
    <CountButton
      key="out"
      direction="out"
      isMain={direction === 'out'}
      areaName={areaName}
      locked={locked}
      disabled={currentOccupancy === 0}
      onCount={() => onTap(areaId, -1)}
    />
  );
  const into = direction !== 'out' && (
    <CountButton key="in" direction="in" isMain areaName={areaName} locked={locked} onCount={() => onTap(areaId, 1)} />
  );
  return <div className="pads grid touch-manipulation gap-2.5">{hand === 'left' ? [into, out] : [out, into]}</div>;
}
