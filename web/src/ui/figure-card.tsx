import { clsx } from 'clsx';
import { Link } from './link';

/** An important number with its name. */
export interface Figure {
  name: string;
  value: string;
  detail?: string | null;
  bad?: boolean;
  /** Whether `detail` is marked as bad, if that differs from the value. */
  detailBad?: boolean;
  /** The path to which the value leads. */
  to?: string;
}

interface FigureCardProps extends Figure {
  className?: string | undefined;
  /** The classes for the size of the number. */
  valueClassName: string;
}

/** A card in a `<dl>` of figures. */
export const FigureCard = ({
  name,
  value,
  detail,
  bad = false,
  detailBad = bad,
  to,
  className,
  valueClassName,
}: FigureCardProps) => (
  <div className={clsx('grid content-start rounded-card bg-surface p-4 shadow-lift', className)}>
    <dt className="text-sm text-muted">{name}</dt>
    <dd className={clsx('leading-tight font-semibold tracking-tight tabular-nums', valueClassName, bad && 'text-bad')}>
      {to === undefined ? (
        value
      ) : (
        <Link
          to={to}
          aria-label={`${name}: ${value}`}
          className="relative underline decoration-2 underline-offset-4 after:absolute after:-inset-x-4 after:-inset-y-2.5 after:content-['']"
        >
          {value}
        </Link>
      )}
    </dd>
    {detail && <dd className={clsx('text-sm tabular-nums', detailBad ? 'text-bad' : 'text-muted')}>{detail}</dd>}
  </div>
);
