import type { AlarmJob } from '../../durable-object/alarm-scheduler';
import type { RoomCore } from '../core/room-core';
import type { Orders } from './orders';

/** Tells recipients of orders that a door has not confirmed (docs/product.md, N11). */
export class UnconfirmedOrders implements AlarmJob {
  readonly name = 'unconfirmed orders';

  constructor(
    private readonly core: RoomCore,
    private readonly orders: Orders,
  ) {}

  dueAt(): number | undefined {
    return this.core.openState && this.orders.unconfirmedDueAt;
  }

  async run(): Promise<void> {
    if (this.core.openState !== undefined) this.orders.tellUnconfirmed();
  }
}
