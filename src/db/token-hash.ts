import { type Column, inArray, type SQL, sql, type SQLWrapper } from 'drizzle-orm';

/**
 * The prefix of a token's hash that the release before must not find. It takes each session of an account, and each
 * link that resets a password, for those of the account's only owner.
 */
const MEMBER = 'member:';

/**
 * The form in which D1 holds a token's SHA-256, in hex: as it is for a founder who is an owner of the account, with the
 * prefix for everybody else.
 */
export const storedHash = (hash: string, userId: string | SQLWrapper, personId: string | SQLWrapper): SQL<string> =>
  sql`CASE WHEN EXISTS (SELECT 1 FROM members AS founding WHERE founding.owner_id = ${userId}
    AND founding.person_id = ${personId} AND founding.person_id = founding.owner_id AND founding.role = 'owner')
    THEN ${hash} ELSE ${MEMBER + hash} END`;

/** Finds the token with this SHA-256, in either form. */
export const isHash = (column: Column, hash: string): SQL => inArray(column, [hash, MEMBER + hash]);
