import { MINUTE_MS } from '../../shared/durations';

/** If the room stops before the hub knows the newest counts, it starts again within this time and tells it. */
export const COUNTS_CHECK_MS = MINUTE_MS;
