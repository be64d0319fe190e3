import { normaliseAccessCode } from '../../../src/shared/rules/access-code';

/** The access code of a join link's query (/login?code=…); null where there is none. */
export const readJoinCode = (search: string): string | null =>
  normaliseAccessCode(new URLSearchParams(search).get('code') ?? '');
