import { clsx } from 'clsx';
import type { Icon } from '../../../ui/icon';
import { ChevronRight } from '../../../ui/icons/arrows';

export interface MenuRowProps {
  icon: Icon;
  onClick: () => void;
  className?: string;
  /** A second line that says what the view contains. */
  detail?: string;
  children: string;
}

/** A row of a menu that opens another view. */
export function MenuRow({ icon: RowIcon, onClick, className, detail, children }: MenuRowProps) {
  return (
    <button
      type="button"
      onClick={onClick}
      className={clsx(
        'touch-pad flex min-h-16 items-center gap-3.5 rounded-pad border border-line px-4 py-3 text-start font-semibold transition-colors hover:bg-sunken active:bg-sunken-strong',
        className,
      )}
    >
      <RowIcon size={22} className="shrink-0" />
      <span className="min-w-0 flex-1">
        {children}
        {detail && <span className="block text-sm font-normal text-muted text-pretty">{detail}</span>}
      </span>
      <ChevronRight size={20} className="shrink-0 text-muted" />
    </button>
  );
}
