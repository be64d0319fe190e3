/** scrypt's parameters (RFC 7914): a hash takes 128 × N × r bytes of memory. */
export interface PasswordCost {
  N: number;
  r: number;
  p: number;
}

/**
 * The cost of a new hash: 16 MB, filled five times (OWASP Password Storage Cheat Sheet, scrypt: the minimum for that
 * much memory). A hash contains its cost; a cheaper hash is replaced at the next login.
 */
export const COST: PasswordCost = { N: 16_384, r: 8, p: 5 };
