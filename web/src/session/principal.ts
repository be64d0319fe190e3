import type { User } from '../../../src/shared/schemas/user';

/**
 * Returns the principal to which taps and kept data on this device belong. Unlike the room's principals
 * (docs/product.md, R7), it identifies people by email, and one person in two accounts is two. A new role changes nothing,
 * so that unsent taps stay the member's.
 */
export function principalOf({ role, username, eventId, accountId }: User): string {
  if (role === 'user') return `code:${eventId ?? username}`;
  return accountId === undefined ? `admin:${username}` : `admin:${username} ${accountId}`;
}

export const isSamePerson = (a: User, b: User): boolean => principalOf(a) === principalOf(b);
