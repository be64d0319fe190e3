import type { AlarmJob } from '../../durable-object/alarm-scheduler';
import type { Orders } from './orders';

/** Tells recipients of orders that a door has not confirmed (docs/product.md, N9). */
export class UnconfirmedOrders implements AlarmJob {
  readonly name = 'unconfirmed orders';

  /** @param ordersInForce those of a room that knows its event; undefined in another one */
  constructor(private readonly ordersInForce: () => Pick<Orders, 'unconfirmedDueAt' | 'tellUnconfirmed'> | undefined) {}

  dueAt(): number | undefined {
    return this.ordersInForce()?.unconfirmedDueAt;
  }

  async run(): Promise<void> {
    this.ordersInForce()?.tellUnconfirmed();
  }
}
