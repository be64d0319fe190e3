import { orInvalidInput, parse } from '../../http/input';
import { OrderConfirmationSchema } from '../../shared/protocol/up';
import type { Unchecked } from '../../shared/rules/checked';
import { checkNewOrder } from '../../shared/rules/orders/check-order';
import type { NewOrder, OrderList } from '../../shared/orders/schemas';
import type { ControlAccess, CountingAccess, ReviewAccess } from '../access/event';
import { callRoom, valueOrThrow } from '../call-room';
import type { ServiceContext } from '../context';

/** Returns the orders in force, with the devices that have confirmed them and those that have not. */
export async function listOrders(ctx: ServiceContext, { roomContext }: ReviewAccess): Promise<OrderList> {
  return valueOrThrow(await callRoom(ctx, 'list orders', roomContext, (room) => room.listOrders(roomContext)));
}

/** Gives an order to doors. Returns the orders in force. */
export async function giveOrder(
  ctx: ServiceContext,
  { roomContext, principal }: ControlAccess,
  input: Unchecked<NewOrder>,
): Promise<OrderList> {
  const order = orInvalidInput(checkNewOrder(input));
  return valueOrThrow(
    await callRoom(ctx, 'give order', roomContext, (room) => room.giveOrder(roomContext, order, principal)),
  );
}

/** Ends an order. Returns the orders that are still in force. */
export async function endOrder(
  ctx: ServiceContext,
  { roomContext, principal }: ControlAccess,
  orderId: string,
): Promise<OrderList> {
  return valueOrThrow(
    await callRoom(ctx, 'end order', roomContext, (room) => room.endOrder(roomContext, orderId, principal)),
  );
}

/** Confirms an order on one device. Everyone who is allowed to count at the event can do this. */
export async function confirmOrder(
  ctx: ServiceContext,
  { roomContext, principal, sessionId }: CountingAccess,
  orderId: string,
  body: unknown,
): Promise<void> {
  const confirmation = parse(OrderConfirmationSchema, body);
  valueOrThrow(
    await callRoom(ctx, 'confirm order', roomContext, (room) =>
      room.confirmOrder(roomContext, orderId, principal, confirmation, sessionId),
    ),
  );
}
