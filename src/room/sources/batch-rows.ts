import type { Source, SourceCall } from '../../rpc/source-batch';

/**
 * The most rows of ledger and keys that a call can write: an item is one tap of those who went in and one of those who went
 * out, however many they are, each in two areas for a passage.
 * @param about the source as the call leaves it
 */
export function mostRowsOf(call: SourceCall, { otherAreaId }: Source): number {
  const perTap = otherAreaId === undefined ? 1 : 2;
  if (!('items' in call)) return perTap + 1;
  let rows = 0;
  for (const item of call.items) {
    if ('wrong' in item) continue;
    const taps = 'inTotal' in item ? 2 : Number((item.in ?? 0) > 0) + Number((item.out ?? 0) > 0);
    rows += taps * perTap + ('key' in item && taps > 0 ? 1 : 0);
  }
  return rows;
}
