/** The characters of access codes. It leaves out look-alikes: 0 O, 1 I L, 5 S. There are 29^8 codes (39 bits). */
export const ACCESS_CODE_ALPHABET = '2346789ABCDEFGHJKMNPQRTUVWXYZ';
export const ACCESS_CODE_LENGTH = 8;

const WELL_FORMED = new RegExp(`^[${ACCESS_CODE_ALPHABET}]{${ACCESS_CODE_LENGTH}}$`);

/** Returns the typed text in capitals without spaces and hyphens; null if it cannot be an access code. */
export function normalizeAccessCode(typed: string): string | null {
  const code = typed.replaceAll(/[\s\p{Pd}]/gu, '').toUpperCase();
  return WELL_FORMED.test(code) ? code : null;
}

/**
 * For JSON.stringify: empties access codes. Whoever has one can log in with it and count, so nobody is told one who may not
 * count.
 */
export const withoutAccessCode = (name: string, value: unknown): unknown => (name === 'accessCode' ? '' : value);

/** Writes an access code as people read it aloud: ABCD-EFGH. */
export const formatAccessCode = (code: string): string => `${code.slice(0, 4)}-${code.slice(4)}`;
