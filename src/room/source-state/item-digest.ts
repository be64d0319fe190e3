import type { Delta, WrongItem } from '../../rpc/source-batch';

/**
 * Characters of a digest. One of 1.7 million other items has the same: enough to tell a second sender from a repetition, and
 * few enough that a source's row stays in its page of the table, which is written at each batch.
 */
export const DIGEST_LENGTH = 4;
const RADIX = 36;

/** What an item says, in a few characters. Spelled-out defaults, and the order of its fields, make no difference. */
export function itemDigest(item: Delta | WrongItem): string {
  // Sent again, it may have another place in its call.
  if ('wrong' in item) return textDigest(item.wrong.replace(/^items\[\d+\]/, ''));
  const { areaId = null, in: ins = 0, out: outs = 0, category = null, at = null } = item;
  return textDigest(JSON.stringify([areaId, ins, outs, category, at]));
}

/** FNV-1a (RFC 9923) over the text's UTF-16 units: it only finds differences that nobody has made on purpose. */
export function textDigest(text: string): string {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  return ((hash >>> 0) % RADIX ** DIGEST_LENGTH).toString(RADIX).padStart(DIGEST_LENGTH, '0');
}
