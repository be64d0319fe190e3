import { DAY_MS } from '../../shared/durations';

/** The most members and open invitations of an account. */
export const MEMBERS_MAX = 50;
/** How long an invitation to an account works. */
export const MEMBER_INVITATION_MS = 7 * DAY_MS;
