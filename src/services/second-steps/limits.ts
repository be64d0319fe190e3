import { DAY_MS } from '../../shared/durations';

/** How many recovery codes a second step has. */
export const RECOVERY_CODES = 10;
/** 48 random bits: with the limits of attempts, too many to guess. */
export const RECOVERY_CODE_BYTES = 6;
/** How long its holder can cancel an owner's reset of a second step. */
export const RESET_MS = DAY_MS;
