import { clsx } from 'clsx';
import { useEffect, useId, useState } from 'react';
import { createPortal } from 'react-dom';
import type { Event } from '../../../../src/shared/schemas/event';
import { letsIn, type Order } from '../../../../src/shared/orders/schemas';
import { useDevice } from '../../device/device';
import type { RoomSnapshot } from '../../realtime/view/snapshot';
import type { UndoableTap } from '../../realtime/view/undo-history';
import { texts } from '../../texts/app-texts';
import { dialogTexts } from '../../texts/dialog-texts';
import { formatCount } from '../../texts/format';
import { ORDER_TONES } from '../alerts/alert-sound';
import { useAnnouncement } from '../alerts/use-alarm';
import { areaNameOf } from '../counting/areas/area-name';
import { useHeldHeight } from '../counting/press/use-held-height';
import { useConfirmations } from './confirmations';
import { type DoorOrder, doorOrders } from './door-orders';
import { CALM, LOUD, OrderIcon } from './order-look';
import { useEndedOrders } from './use-ended-orders';

export interface OrderBandProps {
  room: RoomSnapshot;
  event: Event;
}

/**
 * Shows the orders that this device follows over its pads, and lets a person confirm them. While somebody counts, a new
 * order lies over the page instead of moving the pads. It never blocks counting. The end of an order is told, too.
 */
export function OrderBand({ room, event }: OrderBandProps) {
  const device = useDevice();
  const { isConfirmed, confirm } = useConfirmations(event.eventId, room);
  const shown = doorOrders(room, event, device);
  const ended = useEndedOrders(
    shown.map(({ order }) => order),
    room,
  );
  const news = shown.filter(({ order }) => !isConfirmed(order));
  const { band, height } = useHeldHeight<HTMLUListElement>();
  const isClosed = shown.some(({ order }) => !letsIn(order.kind));
  const isWarned = useEntryWarning(room.undoable, isClosed);
  const isDrill = room.evacuation?.isDrill ?? false;
  useAnnouncement({
    key: 'headroom.toldOrders',
    ids: news.map(({ order }) => order.orderId),
    repeats: news.length > 0,
    tones: news.some(({ order }) => !letsIn(order.kind)) ? ORDER_TONES.closing : ORDER_TONES.opening,
  });
  useAnnouncement({
    key: 'headroom.toldEnds',
    ids: ended.map(({ orderId }) => orderId),
    repeats: false,
    tones: ORDER_TONES.over,
  });
  const nameOf = ({ target }: Order) => {
    if (target.type !== 'area' || (room.areas?.length ?? 0) < 2) return null;
    return areaNameOf(room.areas ?? [], target.areaId);
  };
  const words = dialogTexts.order;
  const said = [
    ...news.map(({ order }) => `${words.new}: ${wordsOf(order, nameOf(order), isDrill)}`),
    ...ended.map((order) => `${words.ended(titleOf(order, nameOf(order)))}. ${words.endedDoes}`),
  ].join(' ');
  return (
    <>
      {(shown.length + ended.length > 0 || height > 0) && (
        <div data-orders className="sticky top-(--bar-height) z-20 max-md:-mx-4" style={{ height }}>
          <ul ref={band} className="grid max-h-[45dvh] overflow-y-auto shadow-lift md:rounded-b-field">
            {shown.map((one) => (
              <OrderRow
                key={one.order.orderId}
                {...one}
                place={nameOf(one.order)}
                isConfirmed={isConfirmed(one.order)}
                isWarned={isWarned}
                isDrill={isDrill}
                onConfirm={() => confirm(one.order)}
              />
            ))}
            {ended.map((order) => (
              <li
                key={order.orderId}
                data-ended
                className="safe-x flex min-h-16 items-center gap-3 bg-sunken py-2 leading-tight text-ink forced-colors:border-b"
              >
                <OrderIcon kind="open" size={32} />
                <div className="min-w-0 flex-1">
                  <p className="text-lg leading-tight font-bold">{words.ended(titleOf(order, nameOf(order)))}</p>
                  <p className="text-sm leading-tight">{words.endedDoes}</p>
                </div>
              </li>
            ))}
          </ul>
        </div>
      )}
      {createPortal(
        <p role="alert" aria-live="assertive" className="sr-only">
          {said}
        </p>,
        document.body,
      )}
    </>
  );
}

const titleOf = ({ kind }: Order, place: string | null): string =>
  place === null ? texts.orderKinds[kind] : dialogTexts.order.at(texts.orderKinds[kind], place);

const wordsOf = (order: Order, place: string | null, isDrill: boolean): string =>
  [
    isDrill ? `${dialogTexts.order.notADrill}.` : '',
    `${titleOf(order, place)}.`,
    dialogTexts.order.does[order.kind],
    order.note ?? '',
  ]
    .join(' ')
    .trim();

interface OrderRowProps extends DoorOrder {
  /** The area that the order is for; null if that is clear. */
  place: string | null;
  isConfirmed: boolean;
  /** Whether somebody has just counted an entry although nobody may come in. */
  isWarned: boolean;
  /** Whether a drill runs, of which the order is no part. */
  isDrill: boolean;
  onConfirm: () => void;
}

function OrderRow({ order, mayLetIn, place, isConfirmed, isWarned, isDrill, onConfirm }: OrderRowProps) {
  const titleId = useId();
  const { kind, note, givenBy } = order;
  const words = dialogTexts.order;
  // An order that nobody has read yet says what it is, whatever was counted just before it came.
  const warns = isWarned && isConfirmed && !letsIn(kind);
  const line = isConfirmed && mayLetIn === null ? words.unknownShare : words.does[kind];
  return (
    <li
      data-kind={kind}
      className={clsx(
        'safe-x flex min-h-16 items-center gap-3 py-2 forced-colors:border-b',
        isConfirmed && !warns ? CALM[kind] : LOUD,
      )}
    >
      <OrderIcon kind={kind} size={32} />
      <div className="min-w-0 flex-1 leading-tight">
        {isDrill && <p className="text-xs leading-tight font-extrabold tracking-wide">{words.notADrill}</p>}
        <p id={titleId} className="text-lg leading-tight font-bold">
          {titleOf(order, place)}
        </p>
        <p className="text-sm leading-tight font-semibold">{warns ? words.counted : line}</p>
        {note !== null && (
          <p className="text-sm leading-tight break-words">
            {givenBy === null ? note : `${note} · ${words.from(givenBy)}`}
          </p>
        )}
      </div>
      {isConfirmed ? (
        <Share mayLetIn={mayLetIn} />
      ) : (
        <button
          type="button"
          aria-describedby={titleId}
          onClick={onConfirm}
          className="touch-pad min-h-12 shrink-0 rounded-field bg-page px-4 text-base font-semibold text-ink forced-colors:border"
        >
          {words.confirm}
        </button>
      )}
    </li>
  );
}

function Share({ mayLetIn }: Pick<DoorOrder, 'mayLetIn'>) {
  if (mayLetIn === undefined) return null;
  const people = mayLetIn === null ? '–' : formatCount(mayLetIn);
  return (
    <p className="shrink-0 text-right leading-none">
      <span className="block text-4xl leading-none font-bold tabular-nums">{people}</span>
      <span className="text-xs font-semibold">{dialogTexts.order.mayLetIn}</span>
    </p>
  );
}

/** How long a warning stays, in ms. */
const WARNED_MS = 4_000;

/** Whether an entry was counted on this device in the last seconds, although nobody may come in. */
function useEntryWarning(tap: UndoableTap | null, isClosed: boolean): boolean {
  const at = tap !== null && tap.change > 0 && tap.to === undefined ? tap.at : 0;
  const [over, setOver] = useState(at);
  // What was counted before the order is no reason to warn.
  if (!isClosed && over !== at) setOver(at);
  useEffect(() => {
    if (!isClosed || at <= over) return undefined;
    const timer = setTimeout(() => setOver(at), WARNED_MS);
    return () => clearTimeout(timer);
  }, [at, over, isClosed]);
  return isClosed && at > over;
}
