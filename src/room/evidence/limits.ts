import { HOUR_MS } from '../../shared/durations';

/** Ledger rows that one step of sealing hashes: writing them as CSV takes most of it, and taps wait for a step. */
export const SEAL_STEP_ROWS = 500;
/** A day that could not be sealed is tried again after this time. */
export const SEAL_RETRY_MS = HOUR_MS;
/** The mail with a fingerprint is given up after this many failures, which take about two days. */
export const SEAL_MAIL_ATTEMPTS_MAX = 15;
/** The most links that one mail names, the newest ones: after an upgrade, years of days are sealed at once. */
export const SEAL_MAIL_LINKS_MAX = 10;
