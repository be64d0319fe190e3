import { HOUR_MS, MINUTE_MS } from '../../shared/durations';

/** The first limit stops guessing at one account, the second one guessing at codes (docs/product.md, S8). */
export const FAILED_LOGINS_PER_IDENTIFIER = { limit: 20, windowMs: 15 * MINUTE_MS } as const;
export const FAILED_LOGINS_PER_ADDRESS = { limit: 100, windowMs: 15 * MINUTE_MS } as const;
/** Each login stores a session. The limit is three times the devices of the largest event (env.ts), every hour. */
export const LOGINS_PER_IDENTIFIER = { limit: 15_000, windowMs: HOUR_MS } as const;
/**
 * How often a session may fail to confirm its account's password: somebody with a stolen session must not guess it,
 * from any address.
 */
export const FAILED_PASSWORDS_PER_ACCOUNT = { limit: 20, windowMs: 15 * MINUTE_MS } as const;
/** How often a right password may come with a wrong code, from all addresses together: a code has only six digits. */
export const FAILED_CODES_PER_PERSON = { limit: 20, windowMs: 15 * MINUTE_MS } as const;
/** After so many of them the person is told: somebody knows the password. */
export const CODES_BEFORE_MAIL = { limit: 10, windowMs: 15 * MINUTE_MS } as const;
/** Each attempt can mail somebody who did not ask for it. A whole venue may share one address. */
export const RESETS_PER_EMAIL = { limit: 5, windowMs: HOUR_MS } as const;
export const RESETS_PER_ADDRESS = { limit: 20, windowMs: HOUR_MS } as const;
export const SIGNUPS_PER_ADDRESS = { limit: 100, windowMs: HOUR_MS } as const;
/** The limits for calls that ask Stripe. Several admins of a venue may share an address. */
export const CARD_CALLS_PER_ACCOUNT = { limit: 10, windowMs: HOUR_MS } as const;
export const CARD_CALLS_PER_ADDRESS = { limit: 30, windowMs: HOUR_MS } as const;
/** Each save calls Stripe twice or more, in the background. */
export const DETAILS_SAVES_PER_ACCOUNT = { limit: 30, windowMs: HOUR_MS } as const;
/** The token has too many bits to guess; the limit keeps the log readable. */
export const FAILED_OPERATORS_PER_ADDRESS = { limit: 20, windowMs: 15 * MINUTE_MS } as const;
/** A key has too many bits to guess; the limit keeps the load of wrong ones low. */
export const FAILED_KEYS_PER_ADDRESS = { limit: 100, windowMs: 15 * MINUTE_MS } as const;
/** Each key is a row of D1 for months. */
export const API_KEYS_PER_ACCOUNT = { limit: 30, windowMs: HOUR_MS } as const;
/** Each export wakes all rooms of the account and reads all their data. */
export const EXPORTS_PER_ACCOUNT = { limit: 10, windowMs: HOUR_MS } as const;

/** Each link is a row of D1 for months, and an entry of the journal. */
export const INSPECTOR_LINKS_PER_ACCOUNT = { limit: 60, windowMs: HOUR_MS } as const;
/** Each switch stores a session, and asks two hubs. */
export const SWITCHES_PER_PERSON = { limit: 120, windowMs: HOUR_MS } as const;
/** Each invitation is a row of D1, and can be a mail to somebody who did not ask for it. */
export const MEMBER_INVITATIONS_PER_ACCOUNT = { limit: 20, windowMs: HOUR_MS } as const;
/** A refused acceptance tells whether an address has a login, and leaves the invitation open for the next address. */
export const ACCEPTANCES_PER_INVITATION = { limit: 10, windowMs: HOUR_MS } as const;
/** Each opening writes into the journal, and whoever has the link can open it. */
export const OPENINGS_PER_LINK = { limit: 30, windowMs: HOUR_MS } as const;

/** Each answer reads a day's taps from the room, and each pack reads them, the journal and the chain of seals. */
export const MOMENTS_PER_LINK = { limit: 60, windowMs: HOUR_MS } as const;
export const PACKS_PER_LINK = { limit: 10, windowMs: HOUR_MS } as const;

/** Each address can be a mail to somebody who did not ask for it, or questions to name servers; refused ones count, too. */
export const RECIPIENTS_PER_ACCOUNT = { limit: 30, windowMs: HOUR_MS } as const;
export const CONFIRM_MAILS_PER_ADDRESS = { limit: 3, windowMs: HOUR_MS } as const;
/** The same for invitations to an account. Several owners of a venue may share one address. */
export const INVITATION_MAILS_PER_ADDRESS = { limit: 20, windowMs: HOUR_MS } as const;
/** Each test is a message to somebody, or a call of a server. */
export const TEST_MESSAGES_PER_ACCOUNT = { limit: 20, windowMs: HOUR_MS } as const;

/** Slices that are older than the longest window no longer count. */
export const LONGEST_WINDOW_MS = HOUR_MS;
