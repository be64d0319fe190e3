import { HOUR_MS, MINUTE_MS } from '../../shared/limits';

/** See docs/product.md, S8. The narrow limit stops guessing at one account, the wide one guessing at codes. */
export const FAILED_LOGINS_PER_IDENTIFIER = { limit: 20, windowMs: 15 * MINUTE_MS } as const;
export const FAILED_LOGINS_PER_ADDRESS = { limit: 100, windowMs: 15 * MINUTE_MS } as const;
/** Each login leaves a session's row: three times the staff of the largest venue, every hour. */
export const LOGINS_PER_IDENTIFIER = { limit: 3_000, windowMs: HOUR_MS } as const;
/**
 * The account's own password, asked for again within a session: somebody with a stolen session must not guess it, from
 * wherever.
 */
export const FAILED_PASSWORDS_PER_ACCOUNT = { limit: 20, windowMs: 15 * MINUTE_MS } as const;
/** Each may be a mail to somebody who did not ask for it; an address may belong to a whole venue. */
export const RESETS_PER_EMAIL = { limit: 5, windowMs: HOUR_MS } as const;
export const RESETS_PER_ADDRESS = { limit: 20, windowMs: HOUR_MS } as const;
export const SIGNUPS_PER_ADDRESS = { limit: 100, windowMs: HOUR_MS } as const;
/** Both calls ask Stripe; several admins of a venue may share an address. */
export const CARD_CALLS_PER_ACCOUNT = { limit: 10, windowMs: HOUR_MS } as const;
export const CARD_CALLS_PER_ADDRESS = { limit: 30, windowMs: HOUR_MS } as const;
/** Each save asks Stripe twice or more, in the background. */
export const DETAILS_SAVES_PER_ACCOUNT = { limit: 30, windowMs: HOUR_MS } as const;
/** The token has too many bits to guess: this limit keeps the log readable. */
export const FAILED_OPERATORS_PER_ADDRESS = { limit: 20, windowMs: 15 * MINUTE_MS } as const;
/** Each export wakes all rooms of the account and reads what they hold. */
export const EXPORTS_PER_ACCOUNT = { limit: 10, windowMs: HOUR_MS } as const;

/** Slices older than the longest window do not matter. */
export const LONGEST_WINDOW_MS = HOUR_MS;
