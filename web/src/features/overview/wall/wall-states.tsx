import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { type Order, ORDER_KINDS } from '../../../../../src/shared/orders/schemas';
import { texts } from '../../../texts/app-texts';
import { dialogTexts } from '../../../texts/dialog-texts';
import { formatCount } from '../../../texts/format';
import { remainingIn } from '../../evacuation/counting-place';
import { appearanceOf } from '../../evacuation/evacuation-appearance';
import { CALM, LOUD, OrderIcon } from '../../orders/order-appearance';
import { waitsOf } from '../../orders/order-waits';
import { ordersQuery } from '../../orders/orders-api';
import type { EventSummary } from '../event-summary';
import { WallElapsed } from './wall-elapsed';
import { wallTexts } from '../../../texts/wall-texts';

type Room = EventSummary['room'];

/** A line of a tile that says what the control room has begun. An order has two: what it is, and who has not confirmed. */
export type StateLine =
  | { readonly type: 'running'; readonly evacuation: NonNullable<Room['evacuation']> }
  | { readonly type: 'order' | 'waits'; readonly order: Order };

/** A tile shows this many orders, so that its areas keep room; its note says how many others there are. */
export const ORDERS_SHOWN = 2;

/** A wide tile names this many doors that have not confirmed, and counts the others. */
const NAMED_WIDE = 2;

/** The strictest first, so that no newer order hides a *stop*. Equal ones stay newest first. */
const byStrictness = (orders: readonly Order[]): Order[] =>
  orders.toSorted((a, b) => ORDER_KINDS.indexOf(a.kind) - ORDER_KINDS.indexOf(b.kind));

/** The lines that stand above the areas of a tile, as large as theirs. Their number does not change with confirmations. */
export function stateLines({ evacuation, orders }: Room): StateLine[] {
  const shown = byStrictness(orders).slice(0, ORDERS_SHOWN);
  return [
    ...(evacuation === null ? [] : [{ type: 'running' as const, evacuation }]),
    ...shown.flatMap((order) => [
      { type: 'order' as const, order },
      { type: 'waits' as const, order },
    ]),
  ];
}

export interface WallStateProps extends Pick<EventSummary, 'event' | 'room'> {
  line: StateLine;
  isWide: boolean;
}

/** One such line. */
export function WallState({ line, event: { eventId }, room, isWide }: WallStateProps) {
  if (line.type === 'running') return <Running room={room} running={line.evacuation} isWide={isWide} />;
  const isDrill = room.evacuation?.isDrill ?? false;
  return (
    <OrderLine eventId={eventId} order={line.order} isDrill={isDrill} isWide={isWide} names={line.type === 'waits'} />
  );
}

interface RunningProps {
  room: Room;
  running: NonNullable<Room['evacuation']>;
  isWide: boolean;
}

/**
 * In an evacuation the head of the tile has the number. In a drill that is the day's, and what remains stands here. The
 * time against a target leaves room for one of them, so that the words never shrink.
 */
function Running({ room, running, isWide }: RunningProps) {
  const { isDrill, targetMinutes } = running;
  const { title, Icon, band } = appearanceOf(isDrill);
  const { people } = remainingIn(room.areas ?? [], room.sideAreas, running);
  return (
    <div data-testid="running" className={clsx('wall-state', band)}>
      <Icon />
      <strong className="wall-words">{title}</strong>
      {(isDrill || (isWide && targetMinutes === undefined)) && (
        <span className="wall-fixed">{wallTexts.stillInside(formatCount(people))}</span>
      )}
      {(!isDrill || isWide) && (
        <WallElapsed evacuation={running} people={people} fits={!isWide ? 'time' : isDrill ? 'one' : 'all'} />
      )}
    </div>
  );
}

interface OrderLineProps {
  eventId: string;
  order: Order;
  /** Whether a drill runs, of which the order is no part. */
  isDrill: boolean;
  isWide: boolean;
  /** Whether this is the line with the names of the doors. */
  names: boolean;
}

/** An order with how many doors have confirmed it, or who has not, and for how long. */
function OrderLine({ eventId, order: { orderId, kind, note }, isDrill, isWide, names }: OrderLineProps) {
  const { data } = useQuery(ordersQuery(eventId));
  const given = data?.orders.find((one) => one.orderId === orderId);
  const { all, online, offline } = given
    ? waitsOf(given, Date.parse(data?.readAt ?? given.givenAt))
    : { all: 0, online: [], offline: [] };
  const look = clsx('wall-state', online.length > 0 || !given ? LOUD : CALM[kind]);
  if (names) {
    const missing = [...online, ...offline.map(wallTexts.isOffline)];
    const named = missing.slice(0, isWide ? NAMED_WIDE : 1);
    const others = missing.length - named.length;
    const calm = note ?? (all > 0 ? wallTexts.allConfirmed : wallTexts.nobodyToAsk);
    return (
      <div data-testid="order-waits" className={clsx(look, 'wall-waits')} title={missing.join(' · ')}>
        <span className="wall-words">{missing.length === 0 ? given && calm : wallTexts.waits(named.join(' · '))}</span>
        {others > 0 && <span className="wall-fixed">+{formatCount(others)}</span>}
      </div>
    );
  }
  const [confirmed, asked] = [formatCount(given?.confirmations.length ?? 0), formatCount(all)];
  return (
    <div data-testid="order" className={clsx(look, 'wall-order')}>
      <OrderIcon kind={kind} size={24} />
      <strong className="wall-words">
        {texts.orderKinds[kind]}
        {isDrill && ` · ${dialogTexts.order.notADrill}`}
      </strong>
      {given && (
        <span className="wall-fixed">
          {isWide ? wallTexts.confirmed(confirmed, asked) : wallTexts.confirmedShort(confirmed, asked)}
        </span>
      )}
    </div>
  );
}
