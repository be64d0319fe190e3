import { normalizeAccessCode } from '../../../src/shared/rules/access-code';

/** Returns the access code in a join link's query (/login?code=…); null without one. */
export const readJoinCode = (search: string): string | null =>
  normalizeAccessCode(new URLSearchParams(search).get('code') ?? '');

/**
 * Returns the signature in a join link's query (/login?code=…&key=…), which proves that the server made the link; null
 * without one.
 */
export const readJoinKey = (search: string): string | null => new URLSearchParams(search).get('key');
