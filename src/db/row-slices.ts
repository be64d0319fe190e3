/**
 * The most bytes of rows that one statement inserts. D1 takes 2,000,000 bytes in a value
 * (developers.cloudflare.com/d1/platform/limits), and a row has up to 600 KB: the definition of an event with a thousand
 * areas whose names have three bytes a character.
 */
const SLICE_BYTES = 1_000_000;
const encoder = new TextEncoder();

/** Divides rows among few statements, because a call may make a thousand queries. A large row has one of its own. */
export function slicesOf<Row>(rows: readonly Row[]): Row[][] {
  const slices: Row[][] = [];
  let bytes = Infinity;
  for (const row of rows) {
    const own = encoder.encode(JSON.stringify(row)).length;
    if (bytes + own > SLICE_BYTES) {
      slices.push([]);
      bytes = 0;
    }
    slices.at(-1)?.push(row);
    bytes += own;
  }
  return slices;
}
