import { texts } from '../lib/texts';

export interface SpinnerProps {
  label?: string;
}

export function Spinner({ label = texts.common.loading }: SpinnerProps) {
  return (
    <output data-loading className="fade-in grid place-items-center gap-3 py-16 text-muted">
      <span aria-hidden className="size-8 animate-spin rounded-full border-3 border-line border-t-ink" />
      <span className="text-sm">{label}</span>
    </output>
  );
}
