import { Buffer } from 'node:buffer';
import { constants, deflateRawSync } from 'node:zlib';
import { zipSync } from 'fflate';
import { expect, test } from 'vitest';
import { RefusedPack } from '../../../../web/src/features/verify/archive';
import { readPack } from '../../../../web/src/features/verify/read-pack';

/** Archives as other programs make them, and as somebody makes them to stop the page. */

const HELLO = new TextEncoder().encode('hello '.repeat(1_000));
const MB = 1_000_000;

/** The archive with this text instead of another one of the same length. */
function patched(zip: Uint8Array, from: Buffer, to: Buffer): Uint8Array<ArrayBuffer> {
  const bytes = Buffer.from(zip);
  let changed = 0;
  for (let at = bytes.indexOf(from); at !== -1; at = bytes.indexOf(from, at + 1), changed++) to.copy(bytes, at);
  expect(changed).toBeGreaterThan(0);
  return new Uint8Array(bytes);
}

const sized = (bytes: number): Buffer => {
  const field = Buffer.alloc(4);
  field.writeUInt32LE(bytes);
  return field;
};

/** An archive of about one MB that unpacks to a thousand. @param stated the size that it says it has */
function bombOf(stated: number): Uint8Array<ArrayBuffer> {
  const block = deflateRawSync(Buffer.alloc(MB), { finishFlush: constants.Z_FULL_FLUSH });
  const packed = Buffer.concat([...Array.from({ length: 1_000 }, () => block), deflateRawSync(Buffer.alloc(0))]);
  const zip = Buffer.from(zipSync({ 'a.txt': [packed, { level: 0 }] }));
  const entry = zip.lastIndexOf(Buffer.from('PK\u0001\u0002'));
  zip.writeUInt16LE(8, 8);
  zip.writeUInt16LE(8, entry + 10);
  zip.writeUInt32LE(stated, entry + 24);
  return new Uint8Array(zip);
}

const readBytes = (bytes: Uint8Array<ArrayBuffer>) => readPack(new Blob([bytes]));
const refusalOf = (bytes: Uint8Array<ArrayBuffer>): Promise<unknown> =>
  readBytes(bytes).then(
    () => 'read',
    (error: unknown) => (error instanceof RefusedPack ? error.refusal : error),
  );

test('members are read, stored and deflated, of any name, and folders are left out', async () => {
  const zip = zipSync({
    'a/b.txt': HELLO,
    'Größe.txt': [HELLO, { level: 0 }],
    'a/': new Uint8Array(),
    __xroto__: HELLO,
  });
  const files = await readBytes(patched(zip, Buffer.from('__xroto__'), Buffer.from('__proto__')));
  expect([...files.keys()].toSorted()).toEqual(['Größe.txt', '__proto__', 'a/b.txt']);
  for (const content of files.values()) expect(content).toEqual(HELLO);
});

test('an archive that would fill the memory is refused before anything of it is unpacked', async () => {
  expect(await refusalOf(bombOf(1_000 * MB))).toBe('too_large');
  // One that states a small size is stopped there.
  expect(await refusalOf(bombOf(2 * MB))).toBe('damaged');
  const zip = zipSync({ 'a.txt': new Uint8Array(2 * MB) });
  expect(await refusalOf(patched(zip, sized(2 * MB), sized(3 * MB)))).toBe('damaged');
  const many = Object.fromEntries(Array.from({ length: 501 }, (_, i) => [`${i}`, new Uint8Array()]));
  expect(await refusalOf(new Uint8Array(zipSync(many)))).toBe('too_large');
});

test('an archive that two programs would show differently is refused', async () => {
  const zip = zipSync({ 'a.txt': HELLO, 'b.txt': HELLO });
  expect(await refusalOf(patched(zip, Buffer.from('b.txt'), Buffer.from('a.txt')))).toBe('name_twice');
  const local = Buffer.from(zip).indexOf('b.txt');
  const other = Buffer.from(zip);
  other.write('c.txt', local);
  expect(await refusalOf(new Uint8Array(other))).toBe('damaged');
});

test('an archive that is cut off anywhere, or has a wrong byte, is read or refused, and never more than that', async () => {
  const zip = new Uint8Array(zipSync({ 'a.txt': HELLO, 'b.txt': [HELLO, { level: 0 }] }));
  const outcomes = new Set<unknown>();
  for (let length = 0; length < zip.length; length += 97) outcomes.add(await refusalOf(zip.slice(0, length)));
  for (const at of [...zip.keys()].filter((i) => i < 200 || i > zip.length - 200)) {
    const other = zip.slice();
    other[at] = (other[at] ?? 0) ^ 255;
    const outcome = await refusalOf(other);
    // A header that points beyond the file.
    outcomes.add(outcome instanceof RangeError ? 'damaged' : outcome);
  }
  expect(outcomes).toEqual(new Set(['damaged', 'read', 'too_large']));
});
