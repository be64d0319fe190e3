import { scrypt, timingSafeEqual } from 'node:crypto';
import { fromHex, randomBytes, toHex } from './bytes';
import { COST, type PasswordCost } from './password-cost';
import { createSemaphore } from './semaphore';

const KEY_BYTES = 32;
const SALT_BYTES = 16;
/** A worker has 128 MB: few hashes at a time. */
const HASHES_AT_ONCE = 2;
const MAX_MEMORY_BYTES = 64 * 1024 * 1024;

const takeTurn = createSemaphore(HASHES_AT_ONCE);

function derive(password: string, salt: Uint8Array, cost: PasswordCost, keyBytes: number): Promise<Uint8Array> {
  // One character may be typed as several code points on another keyboard.
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

/** Self-describing: `scrypt$N$r$p$salt$key`, the last two in hex. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  return describe(COST, salt, await derive(password, salt, COST, KEY_BYTES));
}

/** Compared when there is no such account, so that an unknown email costs the same time. */
const NOBODYS_HASH = describe(COST, new Uint8Array(SALT_BYTES), new Uint8Array(KEY_BYTES));

/** Without a stored hash (no such account) false, after the same work. */
export async function verifyPassword(password: string, stored: string | undefined): Promise<boolean> {
  const [scheme, N, r, p, salt, key] = (stored ?? NOBODYS_HASH).split('$');
  if (scheme !== 'scrypt' || salt === undefined || key === undefined) throw new Error('Unreadable password hash');
  const expected = fromHex(key);
  const actual = await derive(password, fromHex(salt), { N: Number(N), r: Number(r), p: Number(p) }, expected.length);
  return timingSafeEqual(actual, expected) && stored !== undefined;
}
