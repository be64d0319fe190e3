import { queryOptions } from '@tanstack/react-query';
import { type NewOrder, type OrderList, OrderListSchema } from '../../../../src/shared/orders/schemas';
import { callApi } from '../../api/api-client';
import { eventPath } from '../events/events-api';

const ordersPath = (eventId: string): string => `${eventPath(eventId)}/orders`;

/** How often the confirmations are read again while somebody looks at them, in ms. */
const POLL_EVERY_MS = 2_000;

/** The orders in force with their confirmations. They are read again while they are on a visible screen. */
export const ordersQuery = (eventId: string) =>
  queryOptions({
    queryKey: ['orders', eventId],
    queryFn: ({ signal }) => callApi(ordersPath(eventId), OrderListSchema, { signal }),
    refetchInterval: POLL_EVERY_MS,
    staleTime: 0,
  });

export const giveOrder = (eventId: string, order: NewOrder): Promise<OrderList> =>
  callApi(ordersPath(eventId), OrderListSchema, { method: 'POST', body: order });

export const endOrder = (eventId: string, orderId: string): Promise<OrderList> =>
  callApi(`${ordersPath(eventId)}/${encodeURIComponent(orderId)}`, OrderListSchema, {
    method: 'DELETE',
    keepalive: true,
  });
