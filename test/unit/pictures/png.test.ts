import { deflateSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { changedShare, readPng } from '../../pictures/png';

/** One row for each filter of PNG: its number, then what the filter adds to. */
const FILTERED = [
  [0, 10, 20, 30, 40, 50, 60],
  [1, 1, 2, 3, 4, 5, 6],
  [2, 1, 1, 1, 1, 1, 1],
  [3, 0, 0, 0, 0, 0, 0],
  [4, 255, 0, 0, 0, 0, 0],
];
const PIXELS = [
  [10, 20, 30, 40, 50, 60],
  [1, 2, 3, 5, 7, 9],
  [2, 3, 4, 6, 8, 10],
  [1, 1, 2, 3, 4, 6],
  [0, 1, 2, 3, 4, 6],
];

/** A chunk without its checksum, which nobody reads. */
function chunk(type: string, data: Uint8Array): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  return Buffer.concat([length, Buffer.from(type, 'latin1'), data, Buffer.alloc(4)]);
}

/** Two pixels in each of five rows, with 8 bits each for red, green and blue. */
const HEAD = Buffer.from([0, 0, 0, 2, 0, 0, 0, 5, 8, 2, 0, 0, 0]);
const png = (head: Buffer): Buffer =>
  Buffer.concat([Buffer.alloc(8), chunk('IHDR', head), chunk('IDAT', deflateSync(Buffer.from(FILTERED.flat())))]);

test('a picture has the pixels that each filter of PNG stands for', () => {
  const { width, height, pixels } = readPng(png(HEAD));
  expect([width, height, ...pixels]).toEqual([2, 5, ...PIXELS.flat()]);
  const withPalette = Buffer.from(HEAD);
  withPalette[9] = 3;
  expect(() => readPng(png(withPalette))).toThrow('not read here');
});

test('a pixel counts as changed once, whichever of its colors differ', () => {
  const picture = readPng(png(HEAD));
  const pixels = Uint8Array.from(picture.pixels);
  pixels.set([9, 9], 4);
  expect(changedShare(picture, { ...picture, pixels })).toBe(0.1);
  expect(changedShare(picture, picture)).toBe(0);
  expect(changedShare(picture, { ...picture, height: 4 })).toBe(1);
});
