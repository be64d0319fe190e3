import { hashOf } from '../../../../src/shared/evidence/sealing';
import { readSums, SUMS_FILE } from '../../../../src/shared/evidence/sums';
import type { Finding } from './findings';
import type { PackFiles } from './read-pack';

/**
 * Compares each file with the pack's list of sums; packs of earlier releases have none. The list is in no seal, so it
 * proves nothing: but a wrong sum shows a changed file or list, also of a file that no seal has.
 * @param found files about which their seals have said already that they are changed or missing
 */
export async function checkSums(files: PackFiles, found: ReadonlySet<string>): Promise<Finding[]> {
  const list = files.get(SUMS_FILE);
  if (list === undefined) return [];
  const sums = readSums(new TextDecoder().decode(list));
  if (sums === null) return [{ type: 'file_unreadable', file: SUMS_FILE }];
  const findings: Finding[] = [];
  const others = [...files].filter(([file]) => file !== SUMS_FILE);
  let right = 0;
  for (const [file, content] of others) {
    const sum = sums.get(file);
    if (sum === undefined) findings.push({ type: 'file_without_sum', file });
    else if ((await hashOf(content)) === sum) right += 1;
    else if (!found.has(file)) findings.push({ type: 'sum_wrong', file });
  }
  for (const file of sums.keys()) {
    if (!files.has(file) && !found.has(file)) findings.push({ type: 'sum_without_file', file });
  }
  if (right < others.length || findings.length > 0) return findings;
  // Whoever changed a file has changed the list, too.
  return [{ type: [...found].some((file) => files.has(file)) ? 'sums_changed' : 'sums_right' }];
}
