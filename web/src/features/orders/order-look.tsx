import type { OrderKind } from '../../../../src/shared/orders/schemas';
import type { Icon } from '../../ui/icon';
import { OctagonAlert } from '../../ui/icons/alerts';
import { DoorOpen, TriangleAlert } from '../../ui/icons/counting';
import { ArrowLeftRight } from '../../ui/icons/menus';

/** Each kind of order has a shape of its own, so that color is not the only sign. */
const ICONS: Readonly<Record<OrderKind, Icon>> = {
  stop: OctagonAlert,
  hold: TriangleAlert,
  one_in_one_out: ArrowLeftRight,
  open: DoorOpen,
};

export function OrderIcon({ kind, size }: { kind: OrderKind; size: number }) {
  const KindIcon = ICONS[kind];
  return <KindIcon aria-hidden size={size} className="shrink-0" />;
}

/** The colors of an order that nobody has confirmed on this device yet. */
export const LOUD: Readonly<Record<OrderKind, string>> = {
  stop: 'bg-bad text-page',
  hold: 'bg-warn text-page',
  one_in_one_out: 'bg-ink text-page',
  open: 'bg-good text-page',
};

/** The colors of a confirmed order. */
export const CALM: Readonly<Record<OrderKind, string>> = {
  stop: 'bg-bad-soft text-bad',
  hold: 'bg-warn-soft text-warn',
  one_in_one_out: 'bg-sunken text-ink',
  open: 'bg-good-soft text-good',
};
