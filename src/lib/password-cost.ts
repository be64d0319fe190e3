/** scrypt's parameters (RFC 7914): a hash takes 128 × N × r bytes of memory. */
export interface PasswordCost {
  N: number;
  r: number;
  p: number;
}

/**
 * What a new hash costs: 16 MB, five times over (OWASP Password Storage Cheat Sheet, scrypt: the minimum with that much
 * memory). Hashes say at which cost they were made; cheaper ones are made anew at the next login.
 */
export const COST: PasswordCost = { N: 16_384, r: 8, p: 5 };
