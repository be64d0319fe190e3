import { useEffect, useSyncExternalStore } from 'react';
import * as z from 'zod/mini';
import type { Order } from '../../../../src/shared/orders/schemas';
import { AnySchema, callApi, isRefusal } from '../../api/api-client';
import { readDevice } from '../../device/device';
import { deviceAt } from '../../device/device-at';
import { useRealtime } from '../../realtime/hooks';
import type { RoomSnapshot } from '../../realtime/view/snapshot';
import { keep } from '../../session/plain-storage';
import { readJson } from '../../session/storage';
import { eventPath } from '../events/events-api';
import { CONNECT_TIMEOUT_MS } from '../../../../src/shared/protocol/limits';

/** An order that somebody has confirmed on this device. */
export interface Confirmation {
  readonly eventId: string;
  readonly orderId: string;
  /** When the room had it, epoch ms; null while it is still to be sent. */
  readonly sentAt: number | null;
}

const KEY = 'headroom.confirmedOrders';
const StoredSchema = z.array(z.object({ eventId: z.string(), orderId: z.string(), sentAt: z.nullable(z.number()) }));
/** Confirmations of other events that are kept: those events are over by then. */
const OTHERS_MAX = 100;
/**
 * The wait in ms before a confirmation that did not get through is sent again, and without a connection to the room, which
 * is a reason to send it at once when it works again.
 */
const RETRY_AFTER_MS = 3_000;
const OFFLINE_RETRY_AFTER_MS = 10_000;
/** A sync that arrives this long after a confirmation was taken, in ms, cannot be older than it. */
const SYNC_DELAY_MS = 5_000;

let current: readonly Confirmation[] | null = null;
const subscribers = new Set<() => void>();

function read(): readonly Confirmation[] {
  current ??= z.safeParse(StoredSchema, readJson(KEY)).data ?? [];
  return current;
}

function write(next: readonly Confirmation[]): void {
  current = next;
  keep(KEY, JSON.stringify(next));
  for (const subscriber of subscribers) subscriber();
}

/** Reads again what another tab has changed: all tabs are the same device. */
function takeOver({ key }: StorageEvent): void {
  if (key !== KEY) return;
  current = null;
  for (const subscriber of subscribers) subscriber();
}

function subscribe(subscriber: () => void): () => void {
  if (subscribers.size === 0) window.addEventListener('storage', takeOver);
  subscribers.add(subscriber);
  return () => {
    subscribers.delete(subscriber);
    if (subscribers.size > 0) return;
    window.removeEventListener('storage', takeOver);
    current = null;
  };
}

const isOf = (eventId: string, orderId: string) => (one: Confirmation) =>
  one.eventId === eventId && one.orderId === orderId;

function put(eventId: string, orderId: string, sentAt: number | null): void {
  const others = read().filter((one) => !isOf(eventId, orderId)(one));
  write([...others.slice(-OTHERS_MAX), { eventId, orderId, sentAt }]);
}

const drop = (eventId: string, orderId: string): void => write(read().filter((one) => !isOf(eventId, orderId)(one)));

/** Sends a confirmation. Returns false if it did not get through and must be sent again. */
async function send(eventId: string, orderId: string, clientId: string | null): Promise<boolean> {
  if (clientId === null) return false;
  try {
    await callApi(`${eventPath(eventId)}/orders/${encodeURIComponent(orderId)}/confirm`, AnySchema, {
      method: 'POST',
      body: { clientId, ...deviceAt(readDevice(), eventId) },
      signal: AbortSignal.timeout(CONNECT_TIMEOUT_MS),
    });
    put(eventId, orderId, Date.now());
    return true;
  } catch (error) {
    if (!isRefusal(error, 'not_found')) return false;
    // The order has ended meanwhile.
    drop(eventId, orderId);
    return true;
  }
}

type Known = Pick<RoomSnapshot, 'orders' | 'confirmed' | 'connection' | 'remembered'>;

/**
 * Returns what this device still has to forget: orders that are over, and confirmations that the room took and does not
 * know any more, because it was restored or the device has another login.
 */
function outdated(own: readonly Confirmation[], { orders, confirmed, connection, remembered }: Known): Confirmation[] {
  if (connection !== 'connected' || remembered) return [];
  return own.filter(({ orderId, sentAt }) => {
    if (!orders.some((order) => order.orderId === orderId)) return true;
    if (sentAt === null || confirmed === null || confirmed.at < sentAt + SYNC_DELAY_MS) return false;
    return !confirmed.orderIds.includes(orderId);
  });
}

/**
 * Confirms orders on this device. A confirmation is kept on the device until the room has it, also over a reload and
 * without a network.
 */
export function useConfirmations(eventId: string, room: Known) {
  const realtime = useRealtime();
  const all = useSyncExternalStore(subscribe, read);
  const own = all.filter((one) => one.eventId === eventId);
  const waiting = own
    .filter(({ sentAt }) => sentAt === null)
    .map(({ orderId }) => orderId)
    .join(' ');
  const gone = outdated(own, room)
    .map(({ orderId }) => orderId)
    .join(' ');
  const retryMs = room.connection === 'connected' ? RETRY_AFTER_MS : OFFLINE_RETRY_AFTER_MS;

  useEffect(() => {
    for (const orderId of gone.split(' ')) if (orderId !== '') drop(eventId, orderId);
  }, [eventId, gone]);

  useEffect(() => {
    if (waiting === '') return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isOver = false;
    const attempt = async () => {
      const clientId = realtime.clientIdOf(eventId);
      const sent = await Promise.all(waiting.split(' ').map((orderId) => send(eventId, orderId, clientId)));
      if (!isOver && sent.includes(false)) timer = setTimeout(() => void attempt(), retryMs);
    };
    void attempt();
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [eventId, waiting, realtime, retryMs]);

  return {
    isConfirmed: ({ orderId }: Pick<Order, 'orderId'>): boolean =>
      own.some((one) => one.orderId === orderId) || (room.confirmed?.orderIds.includes(orderId) ?? false),
    confirm: ({ orderId }: Pick<Order, 'orderId'>): void => put(eventId, orderId, null),
  };
}
