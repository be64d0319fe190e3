import { MINUTE_MS } from '../../shared/durations';

/** News of which one call tells the account's hub. */
export const NEWS_PER_ANNOUNCEMENT = 50;
/** News that waits for a hub that does not answer, the newest: at most 1 MB, of the 2 MB that a row can have. */
export const PENDING_NEWS_MAX = 500;
/** If the room stops before the hub knows the newest counts, it starts again within this time and tells it. */
export const COUNTS_CHECK_MS = MINUTE_MS;
