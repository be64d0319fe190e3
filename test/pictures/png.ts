import { inflateSync } from 'node:zlib';

/** The pixels of a picture, row by row, with `channels` bytes each. */
export interface Picture {
  width: number;
  height: number;
  channels: number;
  pixels: Uint8Array;
}

const SIGNATURE_BYTES = 8;
/** A chunk's length and type stand before its data, a checksum after it. */
const CHUNK_HEAD_BYTES = 8;
const CHUNK_TAIL_BYTES = 4;
/** How many bytes a pixel has in the color types without a palette (PNG, section 11.2.1). */
const CHANNELS: Readonly<Record<number, number>> = { 2: 3, 6: 4 };

/** Predicts a byte from those at its left, above it, and above its left (PNG, section 9.4). */
function paeth(left: number, above: number, corner: number): number {
  const guess = left + above - corner;
  const [toLeft, toAbove, toCorner] = [Math.abs(guess - left), Math.abs(guess - above), Math.abs(guess - corner)];
  if (toLeft <= toAbove && toLeft <= toCorner) return left;
  return toAbove <= toCorner ? above : corner;
}

/** What each filter adds to a byte (PNG, section 9.2). */
const FILTERS: readonly ((left: number, above: number, corner: number) => number)[] = [
  () => 0,
  (left) => left,
  (_left, above) => above,
  (left, above) => (left + above) >> 1,
  paeth,
];

/**
 * Reads a PNG as Chromium writes it.
 * @throws {Error} it has a palette, 16 bits a channel, or interlaced rows
 */
export function readPng(file: Buffer): Picture {
  let [width, height, channels] = [0, 0, 0];
  const packed: Buffer[] = [];
  for (let at = SIGNATURE_BYTES; at < file.length;) {
    const length = file.readUInt32BE(at);
    const type = file.toString('latin1', at + 4, at + CHUNK_HEAD_BYTES);
    const data = file.subarray(at + CHUNK_HEAD_BYTES, at + CHUNK_HEAD_BYTES + length);
    at += CHUNK_HEAD_BYTES + length + CHUNK_TAIL_BYTES;
    if (type === 'IDAT') packed.push(data);
    if (type !== 'IHDR') continue;
    const [bits, color = 0, , , interlaced] = data.subarray(8);
    [width, height, channels] = [data.readUInt32BE(0), data.readUInt32BE(4), CHANNELS[color] ?? 0];
    if (bits !== 8 || channels === 0 || interlaced !== 0) throw new Error('This form of PNG is not read here');
  }
  const rowBytes = width * channels;
  const filtered = inflateSync(Buffer.concat(packed));
  const pixels = new Uint8Array(rowBytes * height);
  for (let row = 0; row < height; row += 1) {
    const start = row * rowBytes;
    const add = FILTERS[filtered[start + row] ?? 0] ?? paeth;
    for (let i = 0; i < rowBytes; i += 1) {
      const left = i < channels ? 0 : (pixels[start + i - channels] ?? 0);
      const above = row === 0 ? 0 : (pixels[start + i - rowBytes] ?? 0);
      const corner = row === 0 || i < channels ? 0 : (pixels[start + i - rowBytes - channels] ?? 0);
      pixels[start + i] = (filtered[start + row + 1 + i] ?? 0) + add(left, above, corner);
    }
  }
  return { width, height, channels, pixels };
}

/** Returns the share of pixels that differ, from 0 to 1. Pictures of different sizes differ in all. */
export function changedShare(one: Picture, other: Picture): number {
  if (one.width !== other.width || one.height !== other.height || one.channels !== other.channels) return 1;
  const { width, height, channels } = one;
  let changed = 0;
  for (let start = 0; start < one.pixels.length; start += channels) {
    let i = start;
    while (i < start + channels && one.pixels[i] === other.pixels[i]) i += 1;
    if (i < start + channels) changed += 1;
  }
  return changed / (width * height);
}
