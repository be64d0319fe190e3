import { clsx } from 'clsx';
import { type ReactNode, useEffect, useId, useState } from 'react';
import { createPortal } from 'react-dom';
import type { Event } from '../../../../src/shared/schemas/event';
import { letsIn, type Order } from '../../../../src/shared/orders/schemas';
import { useDevice } from '../../device/device';
import type { RoomSnapshot } from '../../realtime/view/snapshot';
import type { UndoableTap } from '../../realtime/view/undo-history';
import { texts } from '../../texts/app-texts';
import { dialogTexts } from '../../texts/dialog-texts';
import { formatCount } from '../../texts/format';
import { areaNameOf } from '../counting/areas/area-name';
import { useHeldHeight } from '../counting/press/use-held-height';
import { useNoRecentTaps, useWhenNoRecentTaps } from '../counting/press/use-no-recent-taps';
import { guarded } from '../in-force/guard-place';
import { ReadOut } from '../in-force/read-out';
import { TONES } from '../in-force/sound';
import { useAnnouncement } from '../in-force/use-announcement';
import { useConfirmations } from './confirmations';
import { type DoorOrder, doorOrders } from './door-orders';
import { CALM, LOUD, OrderIcon } from './order-appearance';
import { orderSlot } from './order-slots';
import { useEndedOrders } from './use-ended-orders';

export interface OrderBandProps {
  room: RoomSnapshot;
  event: Event;
}

/**
 * Shows the orders that this device follows over its pads, and lets a person confirm them. While somebody counts, a new
 * order lies over the top bar: it moves no pad, and covers no pad, name or number. It never blocks counting. The end of an
 * order is told, too.
 */
export function OrderBand({ room, event }: OrderBandProps) {
  const device = useDevice();
  const { isConfirmed, confirm } = useConfirmations(event.eventId, room);
  const shown = doorOrders(room, event, device);
  const ended = useEndedOrders(
    shown.map(({ order }) => order),
    room,
  );
  const unconfirmed = shown.filter(({ order }) => !isConfirmed(order));
  const { band, height } = useHeldHeight<HTMLUListElement>();
  const calm = useNoRecentTaps();
  const ids = [...shown.map(({ order }) => order), ...ended].map(({ orderId }) => orderId).join();
  const isFresh = useWhenNoRecentTaps(ids, calm ? ids : '') !== ids && !calm;
  const fit = !isFresh ? 'page' : shown.length + ended.length > 1 ? 'line' : 'bar';
  const isClosed = shown.some(({ order }) => !letsIn(order.kind));
  const isWarned = useEntryWarning(room.undoable, isClosed);
  const isDrill = room.evacuation?.isDrill ?? false;
  useAnnouncement({
    key: 'headroom.toldOrders',
    ids: unconfirmed.map(({ order }) => order.orderId),
    repeats: unconfirmed.length > 0,
    tones: unconfirmed.some(({ order }) => !letsIn(order.kind)) ? TONES.closing : TONES.opening,
  });
  useAnnouncement({
    key: 'headroom.toldEnds',
    ids: ended.map(({ orderId }) => orderId),
    repeats: false,
    tones: TONES.over,
  });
  const nameOf = ({ target }: Order) => {
    if (target.type !== 'area' || (room.areas?.length ?? 0) < 2) return null;
    return areaNameOf(room.areas ?? [], target.areaId);
  };
  const words = dialogTexts.order;
  const said = [
    ...unconfirmed.map(({ order }) => `${words.new}: ${wordsOf(order, nameOf(order), isDrill)}`),
    ...ended.map((order) => `${words.ended(titleOf(order, nameOf(order)))}. ${words.endedDoes}`),
  ].join(' ');
  return (
    <>
      {(shown.length + ended.length > 0 || height > 0) && (
        <BandPlace isOver={isFresh && height === 0} height={height}>
          <ul
            ref={band}
            className="grid max-h-[45dvh] grid-cols-[minmax(0,1fr)] overflow-y-auto shadow-lift md:rounded-b-field"
            style={isFresh ? { maxHeight: height === 0 ? OVER_BAR : height } : {}}
          >
            {shown.map((one) => (
              <OrderRow
                key={one.order.orderId}
                {...one}
                place={nameOf(one.order)}
                isConfirmed={isConfirmed(one.order)}
                fit={fit}
                isWarned={isWarned}
                isDrill={isDrill}
                onConfirm={() => confirm(one.order)}
              />
            ))}
            {ended.map((order) => (
              <li
                key={order.orderId}
                data-ended
                className={clsx(
                  'safe-x flex items-center gap-3 bg-sunken leading-tight text-ink forced-colors:border-b',
                  fit === 'page' ? 'min-h-16 py-2' : 'min-h-12 py-0.5',
                )}
              >
                <OrderIcon kind="open" size={fit === 'line' ? 24 : 32} />
                <div className="min-w-0 flex-1">
                  <p className="text-lg leading-tight font-bold">{words.ended(titleOf(order, nameOf(order)))}</p>
                  {fit !== 'line' && <p className="text-sm leading-tight">{words.endedDoes}</p>}
                </div>
              </li>
            ))}
          </ul>
        </BandPlace>
      )}
      <ReadOut>{said}</ReadOut>
    </>
  );
}

/** The height of the top bar, with what an area's card keeps free above its name. */
const OVER_BAR = 'max(var(--bar-height) + 0.5rem, 6.25rem)';

/**
 * Where the orders are: in the page, as high as `height` (px), or over the top bar. Only outside of the page nothing of it
 * lies above them.
 */
function BandPlace({ isOver, height, children }: { isOver: boolean; height: number; children: ReactNode }) {
  if (isOver) {
    return createPortal(
      // When the orders go from here into the page, a press that was meant for them must not hit the top bar.
      <div ref={guarded} data-orders className="fixed inset-x-0 top-0 z-35">
        {children}
      </div>,
      document.body,
    );
  }
  return (
    <div data-orders className="sticky top-(--bar-height) z-20 max-md:-mx-4" style={{ height }}>
      {children}
    </div>
  );
}

/**
 * How much room an order has: its own in the page, that of the top bar, or a line of it beside other orders. What is cut
 * there is shown when nobody counts.
 */
type Fit = 'page' | 'bar' | 'line';

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
  fit: Fit;
  /** Whether somebody has just counted an entry although nobody may come in. */
  isWarned: boolean;
  /** Whether a drill runs, of which the order is no part. */
  isDrill: boolean;
  onConfirm: () => void;
}

function OrderRow({ order, mayLetIn, place, isConfirmed, fit, isWarned, isDrill, onConfirm }: OrderRowProps) {
  const titleId = useId();
  const [slot] = useState(() => orderSlot(order.orderId));
  const { kind, note, givenBy } = order;
  const words = dialogTexts.order;
  // An order that nobody has read yet says what it is, whatever was counted just before it came.
  const warns = isWarned && isConfirmed && !letsIn(kind);
  const unknown = mayLetIn === null ? words.unknownShare : mayLetIn === 'in_doubt' ? words.shareInDoubt : null;
  const line = warns ? words.counted : ((isConfirmed ? unknown : null) ?? words.does[kind]);
  const isLine = fit === 'line' || (fit === 'bar' && isConfirmed);
  const said = givenBy === null ? note : `${note} · ${words.from(givenBy)}`;
  return (
    <li
      data-kind={kind}
      className={clsx(
        'safe-x flex items-center gap-x-3 gap-y-1 forced-colors:border-b',
        fit === 'page' ? 'min-h-16 flex-wrap py-2' : 'min-h-12 py-0.5',
        isConfirmed && !warns ? CALM[kind] : LOUD,
      )}
    >
      <OrderIcon kind={kind} size={isLine ? 24 : 32} />
      <div
        className={clsx(
          'min-w-0 flex-1 leading-tight',
          // With large text the button goes below, and no word is broken into letters.
          fit === 'page' ? 'basis-[min(8rem,calc(100%-3.5rem))]' : 'basis-0',
        )}
      >
        {isDrill && <p className="text-xs leading-tight font-extrabold tracking-wide">{words.notADrill}</p>}
        <p id={titleId} className={clsx('leading-tight font-bold', isLine ? 'truncate text-base' : 'text-lg')}>
          {titleOf(order, place)}
        </p>
        {(!isLine || warns) && (
          <p className={clsx('text-sm leading-tight font-semibold', fit !== 'page' && 'line-clamp-3')}>
            {line}
            {fit === 'bar' && note !== null && <span className="font-normal"> {said}</span>}
          </p>
        )}
      </div>
      {isConfirmed ? (
        <Share mayLetIn={mayLetIn} isLine={isLine} />
      ) : (
        <button
          type="button"
          aria-describedby={titleId}
          onClick={onConfirm}
          className={clsx(
            'touch-pad shrink-0 rounded-field bg-page px-4 text-base font-semibold text-ink forced-colors:border',
            isLine ? 'min-h-11' : 'min-h-12',
          )}
        >
          {words.confirm}
        </button>
      )}
      {/* Over the whole width: beside the button a narrow phone would break it into many lines. */}
      {note !== null && fit === 'page' && <p className="basis-full text-sm leading-tight break-words">{said}</p>}
      {/* While the row still waits for a person to read it, it would leave a small phone no room for a pad. */}
      <div
        ref={slot}
        className={clsx(
          'min-w-0 basis-full items-center gap-x-3 empty:hidden',
          fit !== 'page' ? 'hidden' : isConfirmed ? 'flex' : 'hidden has-[[data-waiting]]:flex',
        )}
      />
    </li>
  );
}

function Share({ mayLetIn, isLine }: Pick<DoorOrder, 'mayLetIn'> & { isLine: boolean }) {
  if (mayLetIn === undefined) return null;
  const people = typeof mayLetIn === 'number' ? formatCount(mayLetIn) : '–';
  return (
    <p className={clsx('shrink-0 text-end leading-none', isLine && 'flex items-baseline gap-2')}>
      <span className={clsx('block leading-none font-bold tabular-nums', isLine ? 'text-2xl' : 'text-4xl')}>
        {people}
      </span>
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
