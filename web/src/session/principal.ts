import type { User } from '../../../src/shared/schemas/user';

/**
 * The owner of taps and of everything that is kept, as far as this device knows. The room's own principals
 * (docs/product.md, R7) name accounts by id.
 */
export const principalOf = ({ role, username, eventId }: User): string =>
  role === 'admin' ? `admin:${username}` : `code:${eventId ?? username}`;

export const isSamePerson = (a: User, b: User): boolean => principalOf(a) === principalOf(b);
