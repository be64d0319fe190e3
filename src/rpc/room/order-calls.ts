import type { NewOrder, OrderList } from '../../shared/orders/schemas';
import type { OrderConfirmation } from '../../shared/protocol/up';
import type { Actor, Principal, RoomCallContext } from '../identity';
import type { Result } from '../result';

/** The calls about orders to doors. */
export interface OrderCalls {
  /**
   * Gives an order to doors and returns the orders in force. Refuses an unknown area (unknown_area) or device (not_found),
   * and too many orders (limit_reached).
   */
  giveOrder(context: RoomCallContext, order: NewOrder, actor: Actor): Promise<Result<OrderList>>;
  /** Ends an order and returns the orders in force. Refuses one that is not in force (not_found). */
  endOrder(context: RoomCallContext, orderId: string, actor: Actor): Promise<Result<OrderList>>;
  /** Returns the orders in force with who has confirmed them and who has not. */
  listOrders(context: RoomCallContext): Promise<Result<OrderList>>;
  /** Confirms an order on the device that uses the client id. A second confirmation changes nothing. */
  confirmOrder(
    context: RoomCallContext,
    orderId: string,
    principal: Principal,
    confirmation: OrderConfirmation,
    sessionId: string,
  ): Promise<Result<null>>;
}
