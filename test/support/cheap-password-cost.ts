import type { PasswordCost } from '../../src/crypto/password-cost';

/** Replaces src/crypto/password-cost.ts where hundreds of tests sign up; test/unit/crypto/password.test.ts tests the real cost. */
export const COST: PasswordCost = { N: 16, r: 1, p: 1 };
