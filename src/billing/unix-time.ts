export const SECOND_MS = 1000;

/** Stripe's times are whole seconds; all other times are epoch ms. */
export const toMs = (seconds: number): number => seconds * SECOND_MS;

/** Converts a time in ms that must be a multiple of 1000. */
export const toSeconds = (ms: number): number => ms / SECOND_MS;
