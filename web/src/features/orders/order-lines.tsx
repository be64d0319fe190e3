import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { createPortal } from 'react-dom';
import type { GivenOrder, Order } from '../../../../src/shared/orders/schemas';
import type { Area } from '../../../../src/shared/schemas/area';
import { useDoorScreen } from '../../device/door-screen';
import { texts } from '../../texts/app-texts';
import { dialogTexts } from '../../texts/dialog-texts';
import { formatCount, formatRecent } from '../../texts/format';
import { useSecond } from '../../ui/use-second';
import { useWhenNoRecentTaps } from '../counting/press/use-no-recent-taps';
import { guardedRow } from '../in-force/guard-place';
import { CALM, OrderIcon } from './order-appearance';
import { useOrderSlots } from './order-slots';
import { confirmedText, EndButton, serverNow, unconfirmedOf, useDeviceNames, useEnding, whomOf } from './order-states';
import { ordersQuery } from './orders-api';

/** How many characters of the names of doors have room in a line beside the number of the others. */
const NAMES_MAX = 60;

export interface OrderLinesProps {
  eventId: string;
  /** The orders in force, as the room tells them. */
  orders: readonly Order[];
  areas: readonly Area[];
  /** Whether a drill runs, of which no order is a part. */
  isDrill: boolean;
}

/**
 * Lists the orders in force above the pads of the organizer's page. The room says what, for whom and since when; a call says
 * who has confirmed. New ones come last, so that no row moves under the pointer. A line keeps its height, whoever confirms,
 * and many lines on a phone scroll, so that the pads stay in sight. An order that the band shows has its line in there.
 */
export function OrderLines({ eventId, orders, areas, isDrill }: OrderLinesProps) {
  const { data, dataUpdatedAt, errorUpdatedAt } = useQuery(ordersQuery(eventId));
  const nameOf = useDeviceNames(eventId, orders, data?.orders ?? []);
  const now = useSecond();
  const isDoor = useDoorScreen();
  const slots = useOrderSlots();
  // Lines come and go only when nobody counts, so that no pad moves under a thumb.
  const inBand = new Set(useWhenNoRecentTaps([...slots.keys()].join(' ')).split(' '));
  return (
    <ul
      hidden={orders.every(({ orderId }) => inBand.has(orderId))}
      aria-label={dialogTexts.orders.list}
      className={clsx(
        'grid grid-cols-[minmax(0,1fr)]',
        isDoor ? 'max-h-[max(4rem,15dvh)] shrink-0 gap-px overflow-y-auto max-md:-mx-4' : 'gap-2',
      )}
    >
      {orders
        .toSorted((a, b) => Date.parse(a.givenAt) - Date.parse(b.givenAt))
        .map((order) => (
          <OrderLine
            key={order.orderId}
            eventId={eventId}
            order={order}
            given={data?.orders.find(({ orderId }) => orderId === order.orderId)}
            loadFailed={errorUpdatedAt > dataUpdatedAt}
            whom={whomOf(order.target, areas, nameOf(order.target))}
            isDrill={isDrill}
            isDoor={isDoor}
            place={inBand.has(order.orderId) ? (slots.get(order.orderId) ?? null) : 'list'}
            now={data === undefined ? now : serverNow(data, now, dataUpdatedAt)}
          />
        ))}
    </ul>
  );
}

interface OrderLineProps extends Pick<OrderLinesProps, 'eventId' | 'isDrill'> {
  order: Order;
  /** For whom the order is, in words. */
  whom: string;
  /** The same with its confirmations; undefined until they are known. */
  given: GivenOrder | undefined;
  /** Whether the last call failed: who has confirmed since is not known. */
  loadFailed: boolean;
  isDoor: boolean;
  /** The place in the order's row in the band; null while it is about to go from there. */
  place: Element | 'list' | null;
  /** By the server's clock, epoch ms. */
  now: number;
}

function OrderLine({ eventId, order, whom: newWhom, given, loadFailed, place, ...props }: OrderLineProps) {
  const { isDrill, isDoor, now } = props;
  const { orderId, kind, note, givenAt } = order;
  const ending = useEnding(eventId, orderId);
  const words = dialogTexts.orders;
  // A longer name may need a second line, which would move the pads.
  const whom = useWhenNoRecentTaps(newWhom);
  const title = [...(isDrill ? [dialogTexts.order.notADrill] : []), texts.orderKinds[kind], whom].join(' · ');
  const known = loadFailed ? undefined : given;
  const confirmed = loadFailed ? words.loadFailed : known === undefined ? null : confirmedText(known, now);
  // The row in the band has the note.
  const facts = [words.since(formatRecent(Date.parse(givenAt))), confirmed, place === 'list' ? note : null]
    .filter((fact) => fact !== null)
    .join(' · ');
  const unconfirmed = known && <Unconfirmed names={unconfirmedOf(known, now)} isDoor={isDoor} />;
  const isSmall = isDoor || place !== 'list';
  const end = <EndButton isSmall={isSmall} ending={ending} kind={texts.orderKinds[kind]} whom={whom} />;
  if (place === null) return null;
  if (place !== 'list') {
    return createPortal(
      <>
        <div className="min-w-0 flex-1">
          <p title={facts} className="truncate text-sm leading-tight tabular-nums">
            {facts}
          </p>
          {unconfirmed}
        </div>
        {end}
      </>,
      place,
    );
  }
  return (
    <li
      ref={guardedRow}
      className={clsx(
        'flex items-center gap-x-3 py-0.5 leading-tight @max-[15rem]:flex-wrap forced-colors:border',
        isDoor ? 'safe-x' : 'rounded-field px-4',
        CALM[kind],
      )}
    >
      <OrderIcon kind={kind} size={22} />
      <div className="min-w-0 flex-1">
        <div className={clsx('flex', isDoor ? 'flex-col' : 'items-baseline gap-x-4')}>
          <p title={title} className={clsx('leading-tight font-semibold', isDoor ? 'line-clamp-2' : 'truncate')}>
            {title}
          </p>
          <p
            title={facts}
            className={clsx('truncate text-sm leading-tight tabular-nums', !isDoor && 'max-w-3/5 shrink-0')}
          >
            {facts}
          </p>
        </div>
        {unconfirmed}
      </div>
      {end}
    </li>
  );
}

/** Returns as many of the names as have room, at least one. */
function shortened(names: readonly string[]): readonly string[] {
  const isBeyond = (_: string, i: number) => i > 0 && names.slice(0, i + 1).join(' · ').length > NAMES_MAX;
  const end = names.findIndex(isBeyond);
  return end === -1 ? names : names.slice(0, end);
}

/** Names who has not confirmed an order: some on a wide screen, all in the title and for screen readers. */
function Unconfirmed({ names, isDoor }: { names: readonly string[]; isDoor: boolean }) {
  if (names.length === 0) return null;
  const words = dialogTexts.orders;
  const all = words.notConfirmedBy(names.join(' · '));
  const some = shortened(names);
  const rest = names.length - some.length;
  return (
    <>
      <p className="sr-only">{all}</p>
      {!isDoor && (
        <p aria-hidden title={all} className="truncate text-sm leading-tight font-semibold tabular-nums">
          {rest === 0 ? all : words.notConfirmedByMore(some.join(' · '), formatCount(rest))}
        </p>
      )}
    </>
  );
}
