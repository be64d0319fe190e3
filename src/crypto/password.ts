import { scrypt, timingSafeEqual } from 'node:crypto';
import { fromHex, randomBytes, toHex } from './bytes';
import { COST, type PasswordCost } from './password-cost';
import { createSemaphore } from '../concurrency/semaphore';

const KEY_BYTES = 32;
const SALT_BYTES = 16;
/** A worker has 128 MB of memory, so only a few hashes run at a time. */
const HASHES_AT_ONCE = 2;
const MAX_MEMORY_BYTES = 64 * 1024 * 1024;

const takeTurn = createSemaphore(HASHES_AT_ONCE);

function derive(password: string, salt: Uint8Array, cost: PasswordCost, keyBytes: number): Promise<Uint8Array> {
  // Different keyboards can produce the same character as different code points, so the text is normalized.
  const text = password.normalize('NFKC');
  const options = { ...cost, maxmem: MAX_MEMORY_BYTES };
  return takeTurn(
    () =>
      new Promise((resolve, reject) => {
        scrypt(text, salt, keyBytes, options, (error, key) => (error ? reject(error) : resolve(key)));
      }),
  );
}

const describe = ({ N, r, p }: PasswordCost, salt: Uint8Array, key: Uint8Array): string =>
  ['scrypt', N, r, p, toHex(salt), toHex(key)].join('$');

/** Hashes a password. The result contains its parameters: `scrypt$N$r$p$salt$key`, the last two in hex. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  return describe(COST, salt, await derive(password, salt, COST, KEY_BYTES));
}

/** The hash to compare with if there is no such account, so that an unknown email takes the same time. */
const NOBODYS_HASH = describe(COST, new Uint8Array(SALT_BYTES), new Uint8Array(KEY_BYTES));

/**
 * A hash that no password has, for accounts whose founder must not log in to the release before. It is stored, so it
 * does not follow COST.
 */
export const NO_PASSWORD = describe({ N: 16_384, r: 8, p: 5 }, new Uint8Array(SALT_BYTES), new Uint8Array(KEY_BYTES));

function readHash(stored: string): { cost: PasswordCost; salt: Uint8Array; key: Uint8Array } {
  const [scheme, N, r, p, salt, key] = stored.split('$');
  if (scheme !== 'scrypt' || salt === undefined || key === undefined) throw new Error('Unreadable password hash');
  return { cost: { N: Number(N), r: Number(r), p: Number(p) }, salt: fromHex(salt), key: fromHex(key) };
}

/** Returns a number that is proportional to the time of a hash: scrypt's blocks that are filled. */
const workOf = ({ N, r, p }: PasswordCost): number => N * r * p;

/** Whether the hash was made at a lower cost than a new one. */
export const isCheap = (stored: string): boolean => workOf(readHash(stored).cost) < workOf(COST);

/**
 * Checks a password. Without a stored hash (no such account) it returns false after the same amount of work. A cheap
 * hash is followed by extra work, so that the time of a refusal does not reveal an account that has not logged in for
 * long.
 */
export async function verifyPassword(password: string, stored: string | undefined): Promise<boolean> {
  const { cost, salt, key: expected } = readHash(stored ?? NOBODYS_HASH);
  const actual = await derive(password, salt, cost, expected.length);
  const missing = Math.floor((workOf(COST) - workOf(cost)) / workOf({ ...COST, p: 1 }));
  if (missing > 0) await derive(password, salt, { ...COST, p: missing }, expected.length);
  return timingSafeEqual(actual, expected) && stored !== undefined;
}
