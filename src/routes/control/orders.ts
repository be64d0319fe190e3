import { confirmOrder, endOrder, giveOrder, listOrders } from '../../services/events/orders';
import { OrderConfirmationSchema } from '../../shared/protocol/up';
import { NewOrderSchema, OrderListSchema } from '../../shared/orders/schemas';
import { type Call, call } from '../call';
import { COUNTING, REVIEWER, SUPERVISOR } from '../who';

export const ORDER_CALLS: readonly Call[] = [
  call({
    route: 'GET /api/events/:eventId/orders',
    id: 'listOrders',
    summary: 'List the orders to doors that are in force',
    description:
      'Each order has the devices that have confirmed it, and those that have not, with the time since which each of them ' +
      'could have. Devices get the orders themselves with `sync`, `orders_changed` and the list of areas.',
    who: REVIEWER,
    scope: 'read',
    answer: OrderListSchema,
    errors: ['unavailable'],
    handle: ({ ctx, access }) => listOrders(ctx, access),
  }),
  call({
    route: 'POST /api/events/:eventId/orders',
    id: 'giveOrder',
    summary: 'Give an order to one door, to the doors of an area, or to all',
    description:
      'The order replaces the one in force for the same target. At a door, the newest order that is for it counts. An ' +
      'order never blocks counting. At most 10 orders a minute let people in (`open`, `one_in_one_out`); `stop` and `hold` ' +
      'are never refused.',
    who: SUPERVISOR,
    scope: 'manage',
    body: NewOrderSchema,
    example: { kind: 'one_in_one_out', target: { type: 'event' }, note: 'Until the support act is over' },
    answer: OrderListSchema,
    status: 201,
    errors: ['limit_reached', 'too_fast', 'unknown_area', 'unavailable'],
    handle: ({ ctx, access, body }) => giveOrder(ctx, access, body),
  }),
  call({
    route: 'DELETE /api/events/:eventId/orders/:orderId',
    id: 'endOrder',
    summary: 'End an order',
    description: 'The answer has the orders that are still in force.',
    who: SUPERVISOR,
    scope: 'manage',
    answer: OrderListSchema,
    errors: ['unavailable'],
    handle: ({ ctx, access, params }) => endOrder(ctx, access, params.orderId),
  }),
  call({
    route: 'POST /api/events/:eventId/orders/:orderId/confirm',
    id: 'confirmOrder',
    summary: 'Confirm on a device that an order was read',
    description:
      'The journal has one confirmation of each device, however often it is sent. An order that has ended does not exist ' +
      'any more.',
    who: COUNTING,
    body: OrderConfirmationSchema,
    example: { clientId: 'door-phone-00000001', deviceId: 'device-north-gate-01', deviceName: 'North gate' },
    errors: ['client_id_taken', 'limit_reached', 'too_fast', 'unavailable'],
    handle: ({ ctx, access, params, body }) => confirmOrder(ctx, access, params.orderId, body),
  }),
];
