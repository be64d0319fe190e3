import type { User } from '../../../src/shared/schemas/user';

/**
 * In whose name taps are made, and whom what is kept belongs to, as far as this device can say: the room's own principals
 * (design section 3) name accounts by id.
 */
export const principalOf = ({ role, username, eventId }: User): string =>
  role === 'admin' ? `admin:${username}` : `code:${eventId ?? username}`;

export const isSamePerson = (a: User, b: User): boolean => principalOf(a) === principalOf(b);
