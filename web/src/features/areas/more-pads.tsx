import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { formatCount } from '../../lib/format';
import { lateTexts } from '../../lib/late-texts';
import { tick } from '../../lib/tick';
import type { MorePadsProps } from './area-card';
import { usePress } from './use-press';

/** Groups that arrive or leave at once. Each size has a pad of its own: no choice stays behind that the next tap would count. */
const GROUPS = [5, 10] as const;

/** Below the pads: groups, and moves to other areas. */
export function MorePads({ area, locked, direction, onTap }: MorePadsProps) {
  const { areaId, areaName, currentOccupancy } = area;
  return (
    <div className="grid auto-cols-fr grid-flow-col gap-2">
      {direction !== 'in' &&
        GROUPS.toReversed().map((people) => (
          <SmallPad
            key={people}
            label={lateTexts.group.take(formatCount(people), areaName)}
            disabled={locked || currentOccupancy === 0}
            onPress={() => onTap(areaId, 0 - people)}
          >
            −{formatCount(people)}
          </SmallPad>
        ))}
      {direction !== 'out' &&
        GROUPS.map((people) => (
          <SmallPad
            key={people}
            label={lateTexts.group.add(formatCount(people), areaName)}
            disabled={locked}
            isIn
            onPress={() => onTap(areaId, people)}
          >
            +{formatCount(people)}
          </SmallPad>
        ))}
    </div>
  );
}

interface SmallPadProps {
  label: string;
  disabled: boolean;
  isIn?: boolean;
  onPress: () => void;
  children: ReactNode;
}

function SmallPad({ label, disabled, isIn = false, onPress, children }: SmallPadProps) {
  const { pressed, handlers } = usePress(() => {
    onPress();
    tick();
  }, disabled);
  return (
    <button
      type="button"
      aria-label={label}
      disabled={disabled}
      className={clsx(
        'touch-pad min-h-12 rounded-field text-lg font-semibold tabular-nums transition-[background-color] disabled:opacity-50',
        isIn ? 'bg-good-soft text-good' : 'bg-sunken text-ink',
        pressed && 'bg-sunken-strong! duration-0!',
      )}
      {...handlers}
    >
      {children}
    </button>
  );
}
