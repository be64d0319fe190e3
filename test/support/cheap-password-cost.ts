import type { PasswordCost } from '../../src/crypto/password-cost';

/** Stands in for src/crypto/password-cost.ts where hundreds of tests sign up; test/unit/crypto/password.test.ts sees the true cost. */
export const COST: PasswordCost = { N: 16, r: 1, p: 1 };
