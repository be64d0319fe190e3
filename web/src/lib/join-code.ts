import { normaliseAccessCode } from '../../../src/shared/rules/access-code';

/** The access code of a join link's query (/login?code=…); null where there is none. */
export const readJoinCode = (search: string): string | null =>
  normaliseAccessCode(new URLSearchParams(search).get('code') ?? '');

/** The server's word for having made that link (/login?code=…&key=…); null where there is none. */
export const readJoinKey = (search: string): string | null => new URLSearchParams(search).get('key');
