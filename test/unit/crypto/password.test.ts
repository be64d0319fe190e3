import type * as Crypto from 'node:crypto';
import { scrypt } from 'node:crypto';
import { expect, test, vi } from 'vitest';
import { hashPassword, isCheap, verifyPassword } from '../../../src/crypto/password';

vi.mock('node:crypto', async (importOriginal) => {
  const original = await importOriginal<typeof Crypto>();
  return { ...original, scrypt: vi.fn<typeof original.scrypt>(original.scrypt) };
});

test('a hash tells how it was made, is salted, and matches only its password', async () => {
  const [hash, again] = await Promise.all([hashPassword('Abcdefg1!'), hashPassword('Abcdefg1!')]);
  expect(hash).toMatch(/^scrypt\$16384\$8\$5\$[0-9a-f]{32}\$[0-9a-f]{64}$/);
  expect(again).not.toBe(hash);
  expect(await verifyPassword('Abcdefg1!', hash)).toBe(true);
  expect(await verifyPassword('Abcdefg1', hash)).toBe(false);
  expect(await verifyPassword('', hash)).toBe(false);
  // The same letters from another keyboard are the same password.
  const accented = await hashPassword('Abcdéfg1!'.normalize('NFC'));
  expect(await verifyPassword('Abcdéfg1!'.normalize('NFD'), accented)).toBe(true);
});

test('hashes with older parameters still verify and are recognized as cheap', async () => {
  // RFC 7914 section 12, third vector: N=16384, r=8, p=1. The first 32 bytes of the key are those of a shorter key.
  const salt = [...new TextEncoder().encode('SodiumChloride')].map((byte) => byte.toString(16)).join('');
  const key = '7023bdcb3afd7348461c06cd81fd38ebfda8fbba904f8e3ea9b543f6545da1f2';
  expect(await verifyPassword('pleaseletmein', `scrypt$16384$8$1$${salt}$${key}`)).toBe(true);
  expect(await verifyPassword('x', `scrypt$1024$8$16$${salt}$${key}`)).toBe(false);
  const stored = ['scrypt$16384$8$1$00$00', 'scrypt$16384$8$5$00$00', 'scrypt$131072$8$1$00$00'];
  expect(stored.map(isCheap)).toEqual([true, false, false]);
});

test('a check without an account matches nothing and costs the same hash', async () => {
  const hash = await hashPassword('Abcdefg1!');
  const costs = async (stored: string | undefined) => {
    vi.mocked(scrypt).mockClear();
    expect(await verifyPassword('Wrong123!', stored)).toBe(false);
    return vi.mocked(scrypt).mock.calls.map(([password, salt, keyBytes, cost]) => {
      return { password, saltBytes: salt instanceof Uint8Array && salt.length, keyBytes, cost };
    });
  };
  const wrong = await costs(hash);
  expect(wrong).toMatchObject([
    { password: 'Wrong123!', saltBytes: 16, keyBytes: 32, cost: { N: 16_384, r: 8, p: 5 } },
  ]);
  expect(await costs(undefined)).toEqual(wrong);
  // The check of an older hash costs the missing part as well.
  const before = await costs(`scrypt$16384$8$1$${'00'.repeat(16)}$${'00'.repeat(32)}`);
  expect(before).toMatchObject([{ cost: { N: 16_384, r: 8, p: 1 } }, { cost: { N: 16_384, r: 8, p: 4 } }]);
  expect(await verifyPassword('', undefined)).toBe(false);
});
