import { DAY_MS } from '../../shared/durations';

/** For how long entries of the audit log are kept: two years. */
export const AUDIT_RETENTION_MS = 731 * DAY_MS;
/** The most entries of a page. */
export const AUDIT_PER_PAGE_MAX = 200;
