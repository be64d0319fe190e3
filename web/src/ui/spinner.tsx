import { clsx } from 'clsx';
import { texts } from '../texts/texts';

export interface SpinnerProps {
  label?: string | undefined;
}

export function Spinner({ label = texts.common.loading }: SpinnerProps) {
  return (
    <output data-loading className="fade-in grid place-items-center gap-3 py-16 text-muted">
      <SpinningRing className="size-8 border-3" />
      <span className="text-sm">{label}</span>
    </output>
  );
}

export const SpinningRing = ({ className }: { className: string }) => (
  <span aria-hidden className={clsx('animate-spin rounded-full border-line border-t-ink', className)} />
);
