import { clsx } from 'clsx';
import { texts } from '../../../texts/texts';
import { Lock } from '../../../ui/icons/counting';
import { Minus, Plus } from '../../../ui/icons/signs';
import { usePress } from '../press/use-press';

export interface CountButtonProps {
  direction: 'in' | 'out';
  /** Whether this is the large pad or the only pad. */
  isMain?: boolean;
  areaName: string;
  locked: boolean;
  disabled?: boolean;
  /** A word below the sign of a large pad; the pad keeps its place and size. */
  word?: string | undefined;
  /** Marks a pad for entries while nobody may come in. It still counts. */
  isAgainstOrder?: boolean;
  onCount: () => void;
}

export function CountButton({
  direction,
  isMain = false,
  areaName,
  locked,
  disabled = false,
  word,
  isAgainstOrder = false,
  onCount,
}: CountButtonProps) {
  const inactive = locked || disabled;
  const { pressed, handlers } = usePress(onCount, inactive);
  const isIn = direction === 'in';
  const label = isIn ? texts.card.addOne(areaName) : texts.card.takeOne(areaName);
  const Icon = locked ? Lock : isIn ? Plus : Minus;
  return (
    <button
      type="button"
      aria-label={locked ? `${label}. ${texts.card.locked}` : label}
      disabled={inactive}
      className={clsx(
        'touch-pad relative disabled:pointer-events-none grid h-full min-h-16 place-content-center place-items-center rounded-pad transition-[scale] duration-100',
        isAgainstOrder &&
          "before:absolute before:inset-1 before:rounded-[1.05rem] before:border-4 before:border-dashed before:border-current before:content-['']",
        locked && 'bg-sunken text-muted',
        !locked && isMain && 'bg-accent text-on-accent',
        !locked && !isMain && 'bg-sunken text-ink',
        !locked && disabled && 'bg-sunken! text-muted! opacity-50',
        pressed && isMain && 'scale-[0.98] bg-accent-lit! text-on-accent-lit! duration-0!',
        pressed && !isMain && 'scale-[0.97] bg-sunken-strong! duration-0!',
      )}
      {...handlers}
    >
      <Icon size={locked ? 24 : isMain ? (word === undefined ? 44 : 34) : 30} strokeWidth={locked ? 2 : 2.5} />
      {word !== undefined && isMain && (
        // Drawn and not text: the name of the button says what it does, in more words.
        <span
          data-word={word}
          className="max-w-full px-2.5 text-center text-sm leading-tight font-extrabold after:content-[attr(data-word)]"
        />
      )}
    </button>
  );
}
