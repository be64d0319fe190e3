import { readSums, SUMS_FILE } from '../../../../src/shared/sealed/sums';
import type { Finding } from './findings';

/**
 * Compares each file with the pack's list of sums. The list is in no seal, so it proves nothing: but a wrong sum shows a
 * changed file or list, also of a file that no seal has.
 * @param hashes the hash of each file of the pack
 * @param found files about which their seals have said already that they are changed or missing
 */
export function checkSums(
  list: Uint8Array | undefined,
  hashes: ReadonlyMap<string, string>,
  found: ReadonlySet<string>,
): Finding[] {
  const sums = list === undefined ? null : readSums(new TextDecoder().decode(list));
  if (sums === null) return [{ type: 'file_unreadable', file: SUMS_FILE }];
  const findings: Finding[] = [];
  const others = [...hashes].filter(([file]) => file !== SUMS_FILE);
  let right = 0;
  for (const [file, hash] of others) {
    const sum = sums.get(file);
    if (sum === undefined) findings.push({ type: 'file_without_sum', file });
    else if (hash === sum) right += 1;
    else if (!found.has(file)) findings.push({ type: 'sum_wrong', file });
  }
  for (const file of sums.keys()) {
    if (!hashes.has(file) && !found.has(file)) findings.push({ type: 'sum_without_file', file });
  }
  if (right < others.length || findings.length > 0) return findings;
  // Whoever changed a file has changed the list, too.
  return [{ type: [...found].some((file) => hashes.has(file)) ? 'sums_changed' : 'sums_right' }];
}
