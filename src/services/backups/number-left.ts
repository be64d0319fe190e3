import type { TableRow } from '../../db/schema';
import { membershipKey } from '../members/end-membership';
import type { EndedAt } from './ended';

const membershipOf = (row: TableRow) => ({ userId: String(row['owner_id']), personId: String(row['person_id']) });

/**
 * Returns the rows of former members, with those who have left since a file was written. They get the next numbers in the
 * order in which they left (docs/product.md, U9).
 * @param left the rows of memberships that do not come back
 */
export function numberLeft(former: readonly TableRow[], left: readonly TableRow[], endedAt: EndedAt): TableRow[] {
  const rows = [...former];
  const known = new Set(former.map((row) => membershipKey(membershipOf(row))));
  const leaving = left
    .map((row) => ({ row, key: membershipKey(membershipOf(row)) }))
    .filter(({ key }) => !known.has(key))
    .toSorted((a, b) => ((endedAt(a.key) ?? '') < (endedAt(b.key) ?? '') ? -1 : 1));
  for (const { row } of leaving) {
    const { owner_id: ownerId = null, person_id: personId = null } = row;
    const numbers = rows.filter((one) => one['owner_id'] === ownerId).map((one) => Number(one['number']));
    rows.push({ owner_id: ownerId, person_id: personId, number: Math.max(0, ...numbers) + 1 });
  }
  return rows;
}
