import * as z from 'zod/mini';
import { type JournalOrder, JournalOrderSchema } from '../../shared/orders/schemas';
import type { JournalFact } from '../facts';

/**
 * Entries about orders to doors. A report lists orders in a table of their own. `after` of `order_given` and `before` of
 * both are JournalOrders: the order that was given, the one that it replaced, the one that has ended. `after` of an end
 * says why, if it is `evacuation_started`. The value of a confirmation is the order's id, its note the device's name.
 */
export const ORDER_KINDS = ['order_given', 'order_confirmed', 'order_ended'] as const;

const ON_ORDERS: ReadonlySet<string> = new Set(ORDER_KINDS);

export const isOnOrder = ({ kind }: { kind: string }): boolean => ON_ORDERS.has(kind);

/** What a journal entry says of an order. Its values are parsed here. */
type OrderEntry = Pick<JournalFact, 'kind' | 'at' | 'actor' | 'note'> & Readonly<Record<'before' | 'after', unknown>>;

/** An order from when it was given to its end. A field is null if its journal entry was not read. Times are epoch ms. */
export interface OrderRecord extends Pick<JournalOrder, 'kind' | 'target' | 'deviceName' | 'devices'> {
  note: string | null;
  givenAt: number | null;
  /** The principals who gave and ended it, as in the journal. */
  givenBy: string | null;
  endedAt: number | null;
  endedBy: string | null;
  isReplaced: boolean;
  confirmed: number;
  lastConfirmedAt: number | null;
}

/**
 * Combines the journal's entries about orders into one record for each order, in the order of the entries. Sealed reports
 * are made of these records, too: other records from the same entries need a new `version` of seals.
 */
export class OrderHistory {
  readonly records: OrderRecord[] = [];
  /** How many further orders exceeded the limit `most` and are not in `records`. */
  leftOut = 0;
  private readonly open = new Map<string, OrderRecord>();
  /** Confirmations of orders that were given before the first entry, until the end of such an order says what it was. */
  private readonly early = new Map<string, Pick<OrderRecord, 'confirmed' | 'lastConfirmedAt'>>();

  constructor(private readonly most: number) {}

  /** Adds one entry about an order; entries must come in order. Throws on an entry that no room can have written. */
  add({ kind, at, actor, before, after, note }: OrderEntry): void {
    if (kind === 'order_confirmed') {
      this.confirm(z.parse(z.string(), after), at);
      return;
    }
    if (before !== null) this.end(z.parse(JournalOrderSchema, before), at, actor, kind === 'order_given');
    if (kind === 'order_given') this.put(z.parse(JournalOrderSchema, after), { givenAt: at, givenBy: actor, note });
  }

  private confirm(orderId: string, at: number): void {
    const record = this.open.get(orderId) ?? this.early.get(orderId) ?? { confirmed: 0, lastConfirmedAt: null };
    record.confirmed += 1;
    record.lastConfirmedAt = at;
    if (!this.open.has(orderId)) this.early.set(orderId, record);
  }

  private end(order: JournalOrder, endedAt: number, endedBy: string, isReplaced: boolean): void {
    const record = this.open.get(order.orderId) ?? this.put(order, { givenAt: null, givenBy: null, note: null });
    Object.assign(record, { devices: order.devices, endedAt, endedBy, isReplaced });
    this.open.delete(order.orderId);
  }

  private put(
    { orderId, kind, target, deviceName, devices }: JournalOrder,
    given: Pick<OrderRecord, 'givenAt' | 'givenBy' | 'note'>,
  ): OrderRecord {
    const ending = { endedAt: null, endedBy: null, isReplaced: false };
    const confirmations = this.early.get(orderId) ?? { confirmed: 0, lastConfirmedAt: null };
    const record = { kind, target, deviceName, devices, ...given, ...ending, ...confirmations };
    if (this.records.length < this.most) this.records.push(record);
    else this.leftOut += 1;
    this.open.set(orderId, record);
    return record;
  }
}
