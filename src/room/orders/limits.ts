/** The most devices that can confirm one order: more than a room has sockets for counting devices. */
export const CONFIRMATIONS_PER_ORDER_MAX = 5_000;
