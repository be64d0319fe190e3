import { clsx } from 'clsx';
import type { Icon } from '../../../ui/icon';
import { ChevronRight } from '../../../ui/icons/arrows';
import { Link } from '../../../ui/link';

interface RowContents {
  icon: Icon;
  /** A second line that says what follows. */
  detail?: string;
  children: string;
}

export interface MenuRowProps extends RowContents {
  onClick: () => void;
  /** Whether the row's action runs. */
  busy?: boolean;
  className?: string;
}

const rowClass =
  'touch-pad flex min-h-16 items-center gap-3.5 rounded-pad border border-line px-4 py-3 text-start font-semibold transition-colors hover:bg-sunken active:bg-sunken-strong';

/** A row of a menu that opens another view. */
export const MenuRow = ({ onClick, busy = false, className, ...contents }: MenuRowProps) => (
  <button type="button" onClick={onClick} aria-busy={busy} className={clsx(rowClass, busy && 'opacity-60', className)}>
    <Contents {...contents} />
  </button>
);

export interface MenuLinkProps extends RowContents {
  to: string;
  onClick: () => void;
}

/** A row of a menu that leads to a page. */
export const MenuLink = ({ to, onClick, ...contents }: MenuLinkProps) => (
  <Link to={to} onClick={onClick} className={rowClass}>
    <Contents {...contents} />
  </Link>
);

const Contents = ({ icon: RowIcon, detail, children }: RowContents) => (
  <>
    <RowIcon size={22} className="shrink-0" />
    <span className="min-w-0 flex-1">
      {children}
      {detail && <span className="block text-sm font-normal text-muted text-pretty">{detail}</span>}
    </span>
    <ChevronRight size={20} className="shrink-0 text-muted" />
  </>
);
