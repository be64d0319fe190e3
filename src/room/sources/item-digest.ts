import { createHash } from 'node:crypto';
import type { Delta, WrongItem } from '../../rpc/source-batch';

/** Characters of a digest: 32 bits tell a second sender from a repetition, and 256 of them fit into a source's row. */
export const DIGEST_LENGTH = 8;

/** What an item says, in a few characters. Spelled-out defaults, and the order of its fields, make no difference. */
export function itemDigest(item: Delta | WrongItem): string {
  // Sent again, it may have another place in its call.
  if ('wrong' in item) return textDigest(item.wrong.replace(/^items\[\d+\]/, ''));
  const { areaId = null, in: ins = 0, out: outs = 0, category = null, at = null } = item;
  return textDigest(JSON.stringify([areaId, ins, outs, category, at]));
}

export const textDigest = (text: string): string =>
  createHash('sha256').update(text).digest('hex').slice(0, DIGEST_LENGTH);
