/** No look-alikes: without 0 O, 1 I L, 5 S. 29^8 codes, 39 bits. */
export const ACCESS_CODE_ALPHABET = '2346789ABCDEFGHJKMNPQRTUVWXYZ';
export const ACCESS_CODE_LENGTH = 8;

const WELL_FORMED = new RegExp(`^[${ACCESS_CODE_ALPHABET}]{${ACCESS_CODE_LENGTH}}$`);

/** The typed text in capitals without spaces and hyphens; null when it can be no access code. */
export function normalizeAccessCode(typed: string): string | null {
  const code = typed.replaceAll(/[\s\p{Pd}]/gu, '').toUpperCase();
  return WELL_FORMED.test(code) ? code : null;
}

/** For reading aloud: ABCD-EFGH. */
export const formatAccessCode = (code: string): string => `${code.slice(0, 4)}-${code.slice(4)}`;
