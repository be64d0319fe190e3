import { type SpinnerProps, SpinningRing } from './spinner';
import { texts } from '../texts/texts';

const CARDS = ['first', 'second', 'third'] as const;

/** A placeholder in the shape of the area cards, so that nothing moves when the areas have loaded. */
export function CardsSkeleton({ label = texts.common.loading }: SpinnerProps) {
  return (
    <output data-loading className="fade-in grid flex-1 auto-rows-fr gap-3 sm:gap-4 md:auto-rows-auto md:grid-cols-3">
      {CARDS.map((card) => (
        <span
          key={card}
          aria-hidden
          className="grid min-h-29 animate-pulse content-between gap-4 rounded-card bg-surface p-4 shadow-lift motion-reduce:animate-none md:min-h-72"
        >
          <span className="h-4 w-2/5 rounded-full bg-sunken" />
          <span className="h-10 w-1/4 rounded-field bg-sunken" />
          <span className="h-2.5 rounded-full bg-sunken" />
        </span>
      ))}
      <span className="flex items-center gap-2 place-self-center text-sm text-muted md:col-span-full">
        <SpinningRing className="size-4 border-2" />
        {label}
      </span>
    </output>
  );
}
