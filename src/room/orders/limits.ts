/**
 * Orders *open* and *one in, one out* that can be given at an event in a minute. Those that keep people out are never
 * refused (docs/product.md, O9).
 */
export const LENIENT_ORDERS_PER_MINUTE = 10;
/** The most devices that can confirm one order: more than a room has sockets for counting devices. */
export const CONFIRMATIONS_PER_ORDER_MAX = 5_000;
