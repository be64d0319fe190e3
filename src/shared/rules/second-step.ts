/** The digits of Base32 (RFC 4648, 6), in which authenticator apps take secrets. */
export const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** The digits of a new secret: 160 bits (RFC 4226, 4, R6). */
export const SECRET_LENGTH = 32;

/** The most digits of a secret: 512 bits, the block of SHA-1, beyond which more bits add nothing. */
const SECRET_MAX_LENGTH = 102;

const SECRET = new RegExp(`^[${BASE32}]{${SECRET_LENGTH},${SECRET_MAX_LENGTH}}$`);

export const isSecret = (text: string): boolean => SECRET.test(text);

/** Returns a code as it is compared: people type it with blanks and hyphens. */
export const normalizeCode = (typed: string): string => typed.replaceAll(/[\s-]/g, '').toLowerCase();
