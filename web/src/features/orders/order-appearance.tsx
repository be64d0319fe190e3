import { clsx } from 'clsx';
import type { OrderKind } from '../../../../src/shared/orders/schemas';
import { type Icon, icon } from '../../ui/icon';
import { DoorOpen } from '../../ui/icons/counting';

const door = (name: string, ...signs: readonly string[]): Icon =>
  icon(name, 'M2 21.5h20', 'M4.5 21.5v-18a1.5 1.5 0 0 1 1.5-1.5h12a1.5 1.5 0 0 1 1.5 1.5v18', ...signs);

/** An order is a door, with a sign of its own for each kind, so that color is not the only one. */
const ICONS: Readonly<Record<OrderKind, Icon>> = {
  stop: door('door-stop', 'm8.5 8.5 7 7', 'm15.5 8.5-7 7'),
  hold: door('door-hold', 'M9.5 8v8', 'M14.5 8v8'),
  one_in_one_out: door('door-one-in-one-out', 'M8.5 9h7l-2.5-2.5', 'M15.5 15h-7l2.5 2.5'),
  open: DoorOpen,
};

const SIGNS: Readonly<Record<OrderKind, string>> = {
  stop: 'text-bad',
  hold: 'text-warn',
  one_in_one_out: 'text-ink',
  open: 'text-good',
};

interface OrderIconProps {
  kind: OrderKind;
  size: number;
}

/** The sign of an order on a ground of its own, which stands out from the order's colors. */
export function OrderIcon({ kind, size }: OrderIconProps) {
  const KindIcon = ICONS[kind];
  return (
    <span aria-hidden className={clsx('inline-flex shrink-0 rounded-field bg-page p-1', SIGNS[kind])}>
      <KindIcon size={size} />
    </span>
  );
}

/** The colors of an order that nobody has confirmed on this device yet. */
export const LOUD = 'bg-order text-page';

const QUIET = 'bg-order-soft text-order';

/** The colors of a confirmed order. Under one that lets nobody in, a solid stripe stays. */
export const CALM: Readonly<Record<OrderKind, string>> = {
  stop: `${QUIET} border-s-12 border-bad`,
  hold: `${QUIET} border-s-12 border-warn`,
  one_in_one_out: QUIET,
  open: QUIET,
};
