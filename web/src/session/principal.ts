import type { User } from '../../../src/shared/schemas/user';

/**
 * Returns the principal to which taps and kept data on this device belong. Unlike the room's principals
 * (docs/product.md, R7), it identifies accounts by email.
 */
export const principalOf = ({ role, username, eventId }: User): string =>
  role === 'admin' ? `admin:${username}` : `code:${eventId ?? username}`;

export const isSamePerson = (a: User, b: User): boolean => principalOf(a) === principalOf(b);
