import { clsx } from 'clsx';
import { Lock, Minus, Plus } from 'lucide-react';
import { texts } from '../../lib/texts';
import { tick } from '../../lib/tick';
import { usePress } from './use-press';

export interface CountButtonProps {
  direction: 'in' | 'out';
  areaName: string;
  locked: boolean;
  disabled?: boolean;
  onCount: () => void;
}

export function CountButton({ direction, areaName, locked, disabled = false, onCount }: CountButtonProps) {
  const inactive = locked || disabled;
  const { pressed, handlers } = usePress(() => {
    onCount();
    tick();
  }, inactive);
  const isIn = direction === 'in';
  const label = isIn ? texts.card.addOne(areaName) : texts.card.takeOne(areaName);
  const Icon = locked ? Lock : isIn ? Plus : Minus;
  return (
    <button
      type="button"
      aria-label={locked ? `${label}. ${texts.card.locked}` : label}
      disabled={inactive}
      className={clsx(
        'touch-pad grid h-full min-h-16 place-items-center rounded-pad transition-[background-color,scale] duration-100',
        locked && 'bg-sunken text-muted',
        !locked && isIn && 'bg-accent text-on-accent',
        !locked && !isIn && 'bg-sunken text-ink disabled:text-muted disabled:opacity-50',
        pressed && isIn && 'scale-[0.98] bg-accent-lit! text-on-accent-lit! duration-0!',
        pressed && !isIn && 'scale-[0.97] bg-sunken-strong! duration-0!',
      )}
      {...handlers}
    >
      <Icon aria-hidden size={locked ? 24 : isIn ? 44 : 30} strokeWidth={locked ? 2 : 2.5} />
    </button>
  );
}
