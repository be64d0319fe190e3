import { useQuery, useQueryClient } from '@tanstack/react-query';
import { clsx } from 'clsx';
import type { Area } from '../../../../src/shared/schemas/area';
import type { GivenOrder, OrderTarget } from '../../../../src/shared/orders/schemas';
import { isRefusal, ownMessage } from '../../api/api-client';
import { texts } from '../../texts/app-texts';
import { dialogTexts } from '../../texts/dialog-texts';
import { formatCount, formatRecent } from '../../texts/format';
import { showToast } from '../../ui/overlays/toasts';
import { Spinner } from '../../ui/spinner';
import { useSecond } from '../../ui/use-second';
import { useUndoable } from '../../ui/use-undoable';
import { LoadFailed } from '../../ui/load-failed';
import { guardedRow } from '../in-force/guard-place';
import { areaNameOf } from '../counting/areas/area-name';
import { deviceLabel } from '../devices/device-list';
import { CALM, OrderIcon } from './order-appearance';
import { waitsOf } from './order-waits';
import { endOrder, ordersQuery } from './orders-api';

export interface OrderStatesProps {
  eventId: string;
  areas: readonly Area[];
  /** Whether a drill runs, of which no order is a part. */
  isDrill?: boolean;
  /** Shown while no order is in force; nothing by default. */
  whenNone?: string;
  /** Whether each order has one line, above pads that must stay in sight. */
  isLine?: boolean;
}

/**
 * Lists the orders in force for the control room: who has confirmed each, who has not and for how long, and its end. New
 * ones come last, so that no row moves under the pointer.
 */
export function OrderStates({ eventId, areas, isDrill = false, whenNone, isLine = false }: OrderStatesProps) {
  const { data, dataUpdatedAt, error, isPending, refetch } = useQuery(ordersQuery(eventId));
  const now = useSecond();
  if (isPending) return whenNone === undefined ? null : <Spinner />;
  if (!data)
    return <LoadFailed text={ownMessage(error, dialogTexts.orders.loadFailed)} onRetry={() => void refetch()} />;
  if (data.orders.length === 0) return whenNone !== undefined && <p className="text-muted">{whenNone}</p>;
  // Times are the server's. The seconds since its answer are this device's.
  const serverNow = Date.parse(data.readAt) + Math.max(0, now - dataUpdatedAt);
  return (
    <ul aria-label={dialogTexts.orders.list} className="grid grid-cols-[minmax(0,1fr)] gap-2">
      {data.orders.toReversed().map((order) => (
        <OrderState
          key={order.orderId}
          eventId={eventId}
          order={order}
          areas={areas}
          isDrill={isDrill}
          isLine={isLine}
          now={serverNow}
        />
      ))}
    </ul>
  );
}

/** Returns for whom an order is, in words. */
export function whomOf(target: OrderTarget, areas: readonly Area[], deviceName: string | null): string {
  const words = dialogTexts.orders;
  if (target.type === 'event') return words.allDoors;
  return target.type === 'area'
    ? words.area(areaNameOf(areas, target.areaId))
    : words.door(deviceName ?? words.deletedDoor);
}

/** The name of the device that the order addresses; null if it addresses others, or if the device is gone. */
function deviceNameOf({ target, confirmations, waiting }: GivenOrder): string | null {
  if (target.type !== 'device') return null;
  const device = [...waiting, ...confirmations].find(({ deviceId }) => deviceId === target.deviceId);
  return device === undefined ? null : deviceLabel(device);
}

interface OrderStateProps extends Pick<OrderStatesProps, 'eventId' | 'areas' | 'isDrill' | 'isLine'> {
  order: GivenOrder;
  /** By the server's clock, epoch ms. */
  now: number;
}

function OrderState({ eventId, order, areas, isDrill, isLine, now }: OrderStateProps) {
  const { kind, target, note, givenAt, confirmations, waiting } = order;
  const words = dialogTexts.orders;
  const whom = whomOf(target, areas, deviceNameOf(order));
  const { all, online, offline } = waitsOf(order, now);
  const names = [...online, ...offline.map((name) => `${name} (${words.offline})`)];
  return (
    <li
      ref={guardedRow}
      className={clsx(
        'flex items-center gap-x-4 gap-y-2 rounded-field px-4 forced-colors:border',
        isLine ? 'py-0.5' : 'flex-wrap py-3',
        CALM[kind],
      )}
    >
      <OrderIcon kind={kind} size={isLine ? 22 : 28} />
      <div className={clsx('min-w-0 flex-1', isLine ? 'flex items-baseline gap-x-4 *:truncate' : 'basis-52')}>
        <p className={clsx('font-semibold', isLine && 'shrink-0')}>
          {isDrill && `${dialogTexts.order.notADrill} · `}
          {texts.orderKinds[kind]} · {whom}
        </p>
        <p className={clsx('text-sm tabular-nums', isLine && 'order-last shrink-0')}>
          {words.since(formatRecent(Date.parse(givenAt)))}
          {all > 0 && ` · ${words.confirmedBy(formatCount(confirmations.length), formatCount(all))}`}
          {all === 0 && waiting.length === 0 && ` · ${words.nobodyToAsk}`}
        </p>
        {note !== null && (
          <p title={note} className={clsx('text-sm break-words', isLine && 'order-last shrink-[99]')}>
            {note}
          </p>
        )}
        {names.length > 0 && (
          <p title={words.notConfirmedBy(names.join(' · '))} className="text-sm font-semibold tabular-nums">
            {words.notConfirmedBy(names.join(' · '))}
          </p>
        )}
      </div>
      <EndButton eventId={eventId} orderId={order.orderId} kind={texts.orderKinds[kind]} whom={whom} />
    </li>
  );
}

interface EndButtonProps {
  eventId: string;
  orderId: string;
  kind: string;
  whom: string;
}

/** Ends an order, in words of its own while that can be undone. The button keeps its place. */
function EndButton({ eventId, orderId, kind, whom }: EndButtonProps) {
  const client = useQueryClient();
  const { busy, secondsLeft, press } = useUndoable();
  const { queryKey } = ordersQuery(eventId);
  const words = dialogTexts.orders;
  async function end() {
    try {
      client.setQueryData(queryKey, await endOrder(eventId, orderId));
    } catch (error) {
      // Somebody else has ended it.
      if (isRefusal(error, 'not_found')) await client.invalidateQueries({ queryKey });
      else showToast(ownMessage(error, words.endFailed));
    }
  }
  const isWaiting = secondsLeft !== null;
  return (
    <span className="flex shrink-0 flex-wrap items-center justify-end gap-2">
      {isWaiting && (
        <span aria-hidden className="text-sm font-semibold tabular-nums">
          {words.endsIn(secondsLeft)}
        </span>
      )}
      <button
        type="button"
        aria-label={isWaiting ? words.keepOf(kind, whom) : words.endOf(kind, whom)}
        aria-disabled={busy}
        onClick={(event) => press(event, end)}
        className="touch-pad min-h-11 min-w-28 rounded-field bg-raised px-4 text-sm font-semibold text-ink shadow-lift aria-disabled:text-muted forced-colors:border"
      >
        {isWaiting ? words.undo : words.end}
      </button>
    </span>
  );
}
