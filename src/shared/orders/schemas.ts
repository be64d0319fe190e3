import * as z from 'zod/mini';
import { ORDER_NOTE_MAX_LENGTH } from './limits';
import { ClientIdSchema } from '../schemas/device';

/** What doors can be told to do, the strictest first. Times below are ISO 8601. */
export const ORDER_KINDS = ['stop', 'hold', 'one_in_one_out', 'open'] as const;
export const OrderKindSchema = z.enum(ORDER_KINDS);
export type OrderKind = z.infer<typeof OrderKindSchema>;

/** Whether people come in under an order of this kind (docs/product.md, O10). */
export const letsIn = (kind: OrderKind): boolean => kind === 'open' || kind === 'one_in_one_out';

/** Whom an order addresses: all devices of the event, those that count in an area, or one device. */
export const OrderTargetSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('event') }),
  z.object({ type: z.literal('area'), areaId: z.string() }),
  z.object({ type: z.literal('device'), deviceId: z.string() }),
]);
export type OrderTarget = z.infer<typeof OrderTargetSchema>;

/** An area's totals at the moment at which an order was given. */
export const BaselineSchema = z.object({ areaId: z.string(), ins: z.int(), outs: z.int() });
export type Baseline = z.infer<typeof BaselineSchema>;

/** An order in force, as the organizer sees it. */
export const OrderSchema = z.object({
  orderId: z.string(),
  kind: OrderKindSchema,
  target: OrderTargetSchema,
  note: z.nullable(z.string()),
  givenAt: z.string(),
  /** The name of the device on which the order was given; null if it has none. */
  givenBy: z.nullable(z.string()),
  /** With one_in_one_out only: the totals of all areas when the order was given. */
  baselines: z.optional(z.array(BaselineSchema)),
  /**
   * With one_in_one_out only: the ids of the devices that share what may come in, because they have confirmed the order,
   * are connected and count entries. The order of the list decides who gets the first place. Only the organizer's devices
   * are told of it.
   */
  doors: z.optional(z.array(z.string())),
});
export type Order = z.infer<typeof OrderSchema>;

/** A device's part of what may come in under one_in_one_out. */
const ShareSchema = z.object({
  /** Its place among the doors that share it, from 0. */
  place: z.int(),
  /** How many doors share it. */
  doors: z.int(),
  /**
   * The areas with an order of their own to let one in for each one who leaves, with their totals at its beginning: who
   * leaves there is let in there, and at no other door.
   */
  kept: z.array(BaselineSchema),
});
export type Share = z.infer<typeof ShareSchema>;

/**
 * An order in force, as one device is told of it. A door is told of those that are for it, and no other device's id.
 */
export const ToldOrderSchema = z.extend(OrderSchema, {
  /** Whether the order is for the device that is told: the organizer's devices are told of all orders. */
  isForYou: z.boolean(),
  /** With one_in_one_out only, and only if the device shares what may come in. */
  share: z.optional(ShareSchema),
});
export type ToldOrder = z.infer<typeof ToldOrderSchema>;

/** The body of POST /api/events/{eventId}/orders. `clientId` says on which device the order is given. */
export const NewOrderSchema = z.object({
  kind: OrderKindSchema,
  target: OrderTargetSchema,
  note: z.optional(z.nullable(z.string().check(z.maxLength(ORDER_NOTE_MAX_LENGTH)))),
  clientId: z.optional(ClientIdSchema),
});
export type NewOrder = z.infer<typeof NewOrderSchema>;

const OrderDeviceSchema = z.object({
  deviceId: z.string(),
  deviceName: z.nullable(z.string()),
  isAdmin: z.boolean(),
});

/** An order in force, as the control room sees it. */
const GivenOrderSchema = z.extend(OrderSchema, {
  confirmations: z.array(z.extend(OrderDeviceSchema, { at: z.string() })),
  /** The addressed devices that have not confirmed yet, connected ones first. */
  waiting: z.array(
    z.extend(OrderDeviceSchema, {
      isOnline: z.boolean(),
      /** Since when the device could have confirmed: since the order was given, or the device connected or left later. */
      since: z.string(),
    }),
  ),
});
export type GivenOrder = z.infer<typeof GivenOrderSchema>;

/** The answer of GET /api/events/{eventId}/orders: the orders in force, newest first. */
export const OrderListSchema = z.object({
  /** When the list was made, by the clock of `since`. */
  readAt: z.string(),
  orders: z.array(GivenOrderSchema),
});
export type OrderList = z.infer<typeof OrderListSchema>;

/** What the journal keeps of an order. */
export const JournalOrderSchema = z.object({
  orderId: z.string(),
  kind: OrderKindSchema,
  target: OrderTargetSchema,
  /** The name of the device that the order addresses, if it addresses one. */
  deviceName: z.nullable(z.string()),
  /** How many devices the order addressed: those that had confirmed it, and those that were connected. */
  devices: z.int(),
});
export type JournalOrder = z.infer<typeof JournalOrderSchema>;
