/** The most orders of an event that are in force, and the most UTF-16 units of an order's note: doors show it. */
export const ORDERS_IN_FORCE_MAX = 50;
export const ORDER_NOTE_MAX_LENGTH = 120;
/** The minutes after which recipients are told of an order that a door has not confirmed (docs/product.md, N11). */
export const UNCONFIRMED_MINUTES = 2;
export const UNCONFIRMED_MINUTES_MAX = 60;
