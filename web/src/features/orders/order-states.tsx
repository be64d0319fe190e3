import { useQuery, useQueryClient } from '@tanstack/react-query';
import { clsx } from 'clsx';
import type { MouseEvent } from 'react';
import type { Area } from '../../../../src/shared/schemas/area';
import type { GivenOrder, Order, OrderList, OrderTarget } from '../../../../src/shared/orders/schemas';
import { isRefusal, ownMessage } from '../../api/api-client';
import { useMay } from '../../session/may';
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
import { devicesQuery } from '../devices/devices-api';
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
}

/**
 * Lists the orders in force for the control room: who has confirmed each, who has not and for how long, and its end. New
 * ones come last, so that no row moves under the pointer.
 */
export function OrderStates({ eventId, areas, isDrill = false, whenNone }: OrderStatesProps) {
  const { data, dataUpdatedAt, error, isPending, refetch } = useQuery(ordersQuery(eventId));
  const now = useSecond();
  const nameOf = useDeviceNames(eventId, data?.orders ?? [], data?.orders ?? []);
  if (isPending) return whenNone === undefined ? null : <Spinner />;
  if (!data)
    return <LoadFailed text={ownMessage(error, dialogTexts.orders.loadFailed)} onRetry={() => void refetch()} />;
  if (data.orders.length === 0) return whenNone !== undefined && <p className="text-muted">{whenNone}</p>;
  return (
    <ul aria-label={dialogTexts.orders.list} className="grid grid-cols-[minmax(0,1fr)] gap-2">
      {data.orders.toReversed().map((order) => (
        <OrderState
          key={order.orderId}
          eventId={eventId}
          order={order}
          whom={whomOf(order.target, areas, nameOf(order.target))}
          isDrill={isDrill}
          now={serverNow(data, now, dataUpdatedAt)}
        />
      ))}
    </ul>
  );
}

/**
 * Returns the server's time, epoch ms: that of its answer, and the seconds since by this device's clock.
 * @param now this device's time, epoch ms
 * @param answeredAt when the answer came, by the same clock
 */
export const serverNow = ({ readAt }: OrderList, now: number, answeredAt: number): number =>
  Date.parse(readAt) + Math.max(0, now - answeredAt);

/** Returns for whom an order is, in words. */
export function whomOf(target: OrderTarget, areas: readonly Area[], deviceName: string | null): string {
  const words = dialogTexts.orders;
  if (target.type === 'event') return words.allDoors;
  return target.type === 'area'
    ? words.area(areaNameOf(areas, target.areaId))
    : words.door(deviceName ?? words.deletedDoor);
}

/**
 * Returns the name of the device that an order addresses; null if it addresses others, or if the device is not known. The
 * list of devices is asked for one that is not known to have confirmed or to be waited for, as before the first answer.
 * @param given the orders of the last answer, with who has confirmed them
 */
export function useDeviceNames(
  eventId: string,
  orders: readonly Order[],
  given: readonly GivenOrder[],
): (target: OrderTarget) => string | null {
  const heard = given.flatMap(({ confirmations, waiting }) => [...waiting, ...confirmations]);
  const isHeard = ({ target }: Order) =>
    target.type !== 'device' || heard.some(({ deviceId }) => deviceId === target.deviceId);
  const { data: devices = [] } = useQuery({ ...devicesQuery(eventId), enabled: !orders.every(isHeard) });
  return (target) => {
    if (target.type !== 'device') return null;
    const device = [...heard, ...devices].find(({ deviceId }) => deviceId === target.deviceId);
    return device === undefined ? null : deviceLabel(device);
  };
}

/**
 * Returns by how many an order is confirmed, in words; null if it is for a door that is not connected.
 * @param now by the server's clock, epoch ms
 */
export function confirmedText(order: GivenOrder, now: number): string | null {
  const { all } = waitsOf(order, now);
  const words = dialogTexts.orders;
  if (all > 0) return words.confirmedBy(formatCount(order.confirmations.length), formatCount(all));
  return order.waiting.length === 0 ? words.nobodyToAsk : null;
}

/**
 * Returns the names of the devices that have not confirmed an order, connected ones first.
 * @param now by the server's clock, epoch ms
 */
export function unconfirmedOf(order: GivenOrder, now: number): readonly string[] {
  const { online, offline } = waitsOf(order, now);
  return [...online, ...offline.map((name) => `${name} (${dialogTexts.orders.offline})`)];
}

interface OrderStateProps extends Pick<OrderStatesProps, 'eventId' | 'isDrill'> {
  order: GivenOrder;
  /** For whom the order is, in words. */
  whom: string;
  /** By the server's clock, epoch ms. */
  now: number;
}

function OrderState({ eventId, order, whom, isDrill, now }: OrderStateProps) {
  const { kind, note, givenAt } = order;
  const ending = useEnding(eventId, order.orderId);
  const words = dialogTexts.orders;
  const confirmed = confirmedText(order, now);
  const names = unconfirmedOf(order, now);
  return (
    <li
      ref={guardedRow}
      className={clsx(
        'flex flex-wrap items-center gap-x-4 gap-y-2 rounded-field px-4 py-3 forced-colors:border',
        CALM[kind],
      )}
    >
      <OrderIcon kind={kind} size={28} />
      <div className="min-w-0 flex-1 basis-52">
        <p className="font-semibold">
          {isDrill && `${dialogTexts.order.notADrill} · `}
          {texts.orderKinds[kind]} · {whom}
        </p>
        <p className="text-sm tabular-nums">
          {words.since(formatRecent(Date.parse(givenAt)))}
          {confirmed !== null && ` · ${confirmed}`}
        </p>
        {note !== null && <p className="text-sm break-words">{note}</p>}
        {names.length > 0 && (
          <p className="text-sm font-semibold tabular-nums">{words.notConfirmedBy(names.join(' · '))}</p>
        )}
      </div>
      <EndButton ending={ending} kind={texts.orderKinds[kind]} whom={whom} />
    </li>
  );
}

interface Ending {
  busy: boolean;
  secondsLeft: number | null;
  press: (event: MouseEvent) => void;
}

/**
 * Returns the state of an order's `EndButton`, and what a press does; null for users who give no orders. It is apart,
 * because the button may change its place.
 */
export function useEnding(eventId: string, orderId: string): Ending | null {
  const mayEnd = useMay('control', eventId);
  const client = useQueryClient();
  const { busy, secondsLeft, press } = useUndoable();
  const { queryKey } = ordersQuery(eventId);
  async function end() {
    try {
      client.setQueryData(queryKey, await endOrder(eventId, orderId));
    } catch (error) {
      // Somebody else has ended it.
      if (isRefusal(error, 'not_found')) await client.invalidateQueries({ queryKey });
      else showToast(ownMessage(error, dialogTexts.orders.endFailed));
    }
  }
  return mayEnd ? { busy, secondsLeft, press: (event) => press(event, end) } : null;
}

interface EndButtonProps {
  ending: Ending | null;
  kind: string;
  whom: string;
  /** Whether the button stands in a line that must keep its height, with little room for words. */
  isSmall?: boolean;
}

/** Ends an order, in words of its own while that can be undone. The button keeps its place. */
export function EndButton({ ending, kind, whom, isSmall = false }: EndButtonProps) {
  if (ending === null) return null;
  const { busy, secondsLeft, press } = ending;
  const words = dialogTexts.orders;
  const isWaiting = secondsLeft !== null;
  return (
    <span className="flex shrink-0 flex-wrap items-center justify-end gap-2">
      {isWaiting && !isSmall && (
        <span aria-hidden className="text-sm font-semibold tabular-nums">
          {words.endsIn(secondsLeft)}
        </span>
      )}
      <button
        type="button"
        aria-label={isWaiting ? words.keepOf(kind, whom) : words.endOf(kind, whom)}
        aria-disabled={busy}
        data-waiting={isWaiting || undefined}
        onClick={press}
        className={clsx(
          'touch-pad min-h-11 rounded-field bg-raised text-sm font-semibold text-ink shadow-lift aria-disabled:text-muted forced-colors:border',
          isSmall ? 'min-w-24 px-2' : 'min-w-28 px-4',
        )}
      >
        {isWaiting ? words.undo : words.end}
      </button>
    </span>
  );
}
