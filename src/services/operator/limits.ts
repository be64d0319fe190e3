import { DAY_MS } from '../../shared/durations';

/** How long an invitation to sign up works. */
export const INVITATION_MS = 7 * DAY_MS;
