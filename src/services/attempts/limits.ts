import { HOUR_MS, MINUTE_MS } from '../../shared/limits';

/**
 * Design section 5. A venue's whole staff shares one address, so that only failures count there; the narrow limit stops
 * guessing at one account, the wide one guessing at codes.
 */
export const FAILED_LOGINS_PER_IDENTIFIER = { limit: 20, windowMs: 15 * MINUTE_MS } as const;
export const FAILED_LOGINS_PER_ADDRESS = { limit: 100, windowMs: 15 * MINUTE_MS } as const;
/** Each leaves a session's row: three times the staff of the largest venue, each hour anew. */
export const LOGINS_PER_IDENTIFIER = { limit: 3_000, windowMs: HOUR_MS } as const;
/** The account's own password, asked for again in a session: who has stolen one must not guess it, from wherever. */
export const FAILED_PASSWORDS_PER_ACCOUNT = { limit: 20, windowMs: 15 * MINUTE_MS } as const;
/** Each may be a mail to somebody who did not ask for it; an address may be a whole venue's. */
export const RESETS_PER_EMAIL = { limit: 5, windowMs: HOUR_MS } as const;
export const RESETS_PER_ADDRESS = { limit: 20, windowMs: HOUR_MS } as const;
export const SIGNUPS_PER_ADDRESS = { limit: 100, windowMs: HOUR_MS } as const;
/** Each of the two asks the payment provider; several admins of a venue may share an address. */
export const CARD_CALLS_PER_ACCOUNT = { limit: 10, windowMs: HOUR_MS } as const;
export const CARD_CALLS_PER_ADDRESS = { limit: 30, windowMs: HOUR_MS } as const;
/** Each save asks the payment provider twice or more, in the background. */
export const DETAILS_SAVES_PER_ACCOUNT = { limit: 30, windowMs: HOUR_MS } as const;
/** The token has more bits than anybody can guess: this keeps the log readable. */
export const FAILED_OPERATORS_PER_ADDRESS = { limit: 20, windowMs: 15 * MINUTE_MS } as const;
/** Each wakes all of the account's rooms, and reads what they hold. */
export const EXPORTS_PER_ACCOUNT = { limit: 10, windowMs: HOUR_MS } as const;

/** Slices older than the longest window are of no use. */
export const LONGEST_WINDOW_MS = HOUR_MS;
