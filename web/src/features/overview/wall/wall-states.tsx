import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { texts } from '../../../texts/app-texts';
import { formatCount } from '../../../texts/format';
import { remainingIn } from '../../evacuation/counting-place';
import { lookOf } from '../../evacuation/evacuation-look';
import { CALM, LOUD, OrderIcon } from '../../orders/order-look';
import { waitsOf } from '../../orders/order-waits';
import { ordersQuery } from '../../orders/orders-api';
import type { EventSummary } from '../event-summary';
import { wallWords } from './wall-words';

interface WallStatesProps extends Pick<EventSummary, 'event' | 'room'> {
  isWide: boolean;
}

/** What the control room has begun at an event: an evacuation or drill with who remains, and the newest order. */
export function WallStates({ event, room, isWide }: WallStatesProps) {
  return (
    <>
      {room.evacuation && <Remaining room={room} running={room.evacuation} />}
      {room.orders.length > 0 && <NewestOrder eventId={event.eventId} isWide={isWide} />}
    </>
  );
}

interface RemainingProps extends Pick<WallStatesProps, 'room'> {
  running: NonNullable<EventSummary['room']['evacuation']>;
}

/** In a drill the lines keep the numbers of the day, so that what remains stands only here. */
function Remaining({ room, running }: RemainingProps) {
  const { title, Icon, band } = lookOf(running.isDrill);
  const { people } = remainingIn(room.areas ?? [], room.sideAreas, running);
  return (
    <strong data-testid="running" className={clsx('wall-state wall-running', band)}>
      <Icon aria-hidden className="wall-icon" />
      {title} · {wallWords.stillInside(formatCount(people))}
    </strong>
  );
}

/** The newest order: how many doors have confirmed it, and on a wide tile who has not, and for how long. */
function NewestOrder({ eventId, isWide }: { eventId: string; isWide: boolean }) {
  const { data } = useQuery(ordersQuery(eventId));
  const [order] = data?.orders ?? [];
  if (!data || order === undefined) return null;
  const { kind, confirmations } = order;
  const { all, online } = waitsOf(order, Date.parse(data.readAt));
  const confirmed = wallWords.confirmed(formatCount(confirmations.length), formatCount(all));
  const [first, ...others] = online;
  const missing = first === undefined || !isWide ? confirmed : wallWords.waits(first, others.length);
  return (
    <span
      data-testid="order"
      title={[confirmed, ...online].join(' · ')}
      className={clsx('wall-state', online.length > 0 ? LOUD : CALM[kind])}
    >
      <OrderIcon kind={kind} size={24} />
      <span className="wall-words">
        {texts.orderKinds[kind]} · {missing}
      </span>
    </span>
  );
}
