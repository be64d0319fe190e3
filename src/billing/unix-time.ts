export const SECOND_MS = 1000;

/** Stripe's times are in whole seconds; ours in epoch ms. */
export const toMs = (seconds: number): number => seconds * SECOND_MS;

/** For a time in ms that is on a whole second. */
export const toSeconds = (ms: number): number => ms / SECOND_MS;
