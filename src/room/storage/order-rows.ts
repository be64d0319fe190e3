import * as z from 'zod/mini';
import { type Baseline, BaselineSchema, OrderKindSchema, OrderTargetSchema } from '../../shared/orders/schemas';
import type { OrderKind, OrderTarget } from '../../shared/orders/schemas';
import { insertInto, type Row, rowSchema, selectList, valuesOf } from '../../stored/columns';
import { CONFIRMATIONS, ORDERS } from '../../stored/tables';
import type { RoomSql } from '../ports';
import { PrincipalSchema } from './row-schemas';
import type { Principal } from '../../rpc/identity';

/** An order in force. Times are epoch ms. */
export interface StoredOrder extends Readonly<Omit<Row<typeof ORDERS>, 'kind' | 'target' | 'baselines'>> {
  readonly kind: OrderKind;
  readonly target: OrderTarget;
  /** The areas' totals when the order was given; null except for one_in_one_out. */
  readonly baselines: readonly Baseline[] | null;
}

export interface StoredConfirmation extends Readonly<Row<typeof CONFIRMATIONS>> {
  readonly principal: Principal;
}

const OrderRowSchema = rowSchema(ORDERS);
const BaselinesSchema = z.array(BaselineSchema);
const ConfirmationRowSchema: z.ZodMiniType<StoredConfirmation> = z.extend(rowSchema(CONFIRMATIONS), {
  principal: PrincipalSchema,
});

const ORDER_COLUMNS = selectList(ORDERS);
const CONFIRMATION_COLUMNS = selectList(CONFIRMATIONS);
const INSERT_ORDER = insertInto('orders', ORDERS);
const INSERT_CONFIRMATION = insertInto('confirmations', CONFIRMATIONS);

/** All SQL on a room's orders. */
export class OrderRows {
  constructor(private readonly sql: RoomSql) {}

  /** The orders in force, in the order in which they were given. */
  all(): StoredOrder[] {
    return this.sql.exec(`SELECT ${ORDER_COLUMNS} FROM orders ORDER BY given_at, order_id`).map((row) => {
      const { kind, target, baselines, ...rest } = z.parse(OrderRowSchema, row);
      return {
        ...rest,
        kind: z.parse(OrderKindSchema, kind),
        target: z.parse(OrderTargetSchema, JSON.parse(target)),
        baselines: baselines === null ? null : z.parse(BaselinesSchema, JSON.parse(baselines)),
      };
    });
  }

  /** All confirmations, in the order in which they were made. */
  confirmations(): StoredConfirmation[] {
    return this.sql
      .exec(`SELECT ${CONFIRMATION_COLUMNS} FROM confirmations ORDER BY confirmed_at, device_id`)
      .map((row) => z.parse(ConfirmationRowSchema, row));
  }

  put({ target, baselines, ...order }: StoredOrder): void {
    const texts = { target: JSON.stringify(target), baselines: baselines && JSON.stringify(baselines) };
    this.sql.exec(INSERT_ORDER, ...valuesOf(ORDERS, { ...order, ...texts }));
  }

  /** Notes when recipients were told that a door has not confirmed it. */
  noteUnconfirmed(orderId: string, at: number): void {
    this.sql.exec('UPDATE orders SET unconfirmed_at = ? WHERE order_id = ?', at, orderId);
  }

  confirm(confirmation: StoredConfirmation): void {
    this.sql.exec(INSERT_CONFIRMATION, ...valuesOf(CONFIRMATIONS, confirmation));
  }

  /** Deletes an order that has ended, and its confirmations. */
  remove(orderId: string): void {
    this.sql.exec('DELETE FROM orders WHERE order_id = ?', orderId);
    this.sql.exec('DELETE FROM confirmations WHERE order_id = ?', orderId);
  }
}
