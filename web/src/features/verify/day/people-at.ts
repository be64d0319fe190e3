import type { DayReport } from './day-report';
import type { AreaSet } from './journal-sets';
import type { LedgerLine } from './ledger-lines';

/** What the number of people at a moment is made of: the pack's own files. */
export interface DayRecords {
  report: DayReport;
  lines: readonly LedgerLine[];
  /** In order of time. */
  sets: readonly AreaSet[];
}

/** What an area has at a moment before taps are added: the people at the last entry that set them, or at the start. */
interface Base {
  people: number;
  /** Earlier taps are part of `people`; taps of this ms too, unless they arrived later. */
  since: number;
  /** Whether the area is deleted: then nobody is in it. */
  isGone: boolean;
}

function bases({ report, sets }: DayRecords, at: number): Map<string, Base> {
  const all = new Map<string, Base>();
  for (const { areaId, opening } of report.areas) all.set(areaId, { people: opening, since: -Infinity, isGone: false });
  for (const { areaId, type, people, at: since } of sets) {
    if (since > at) continue;
    const before = all.get(areaId);
    // Taps can come before the entry that adds their area. They count.
    if (type === 'added' && before?.isGone === false) continue;
    all.set(areaId, { people, since, isGone: type === 'deleted' });
  }
  return all;
}

/** Puts each value into the list of its key, and sorts the lists. */
function sorted<T>(
  values: readonly T[],
  keyOf: (value: T) => string,
  numberOf: (value: T) => number,
): Map<string, T[]> {
  const lists = new Map<string, T[]>();
  for (const value of values) {
    const known = lists.get(keyOf(value));
    if (known === undefined) lists.set(keyOf(value), [value]);
    else known.push(value);
  }
  for (const list of lists.values()) list.sort((a, b) => numberOf(a) - numberOf(b));
  return lists;
}

/** Returns the last value of a sorted list whose number is at most this. A list can have a million lines. */
function lastUpTo<T>(list: readonly T[], most: number, numberOf: (value: T) => number): T | undefined {
  let [low, high] = [0, list.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    const value = list[middle];
    if (value !== undefined && numberOf(value) <= most) low = middle + 1;
    else high = middle;
  }
  return list[low - 1];
}

const setAt = ({ at }: AreaSet): number => at;
const firstOf = ({ firstSeq }: LedgerLine): number => firstSeq;

/** Whether a reset or recount between a tap and its undo covers the tap: it has taken it out already. */
function coveredBy({ lines, sets }: DayRecords): (undo: LedgerLine, madeAt: number) => boolean {
  const settable = sets.filter(({ type }) => type === 'set');
  if (settable.length === 0) return () => false;
  const byArea = sorted(settable, ({ areaId }) => areaId, setAt);
  const byClient = sorted(lines, ({ clientId }) => clientId, firstOf);
  return ({ areaId, clientId, undoes, adjusted, madeAt: undoneAt }, madeAt) => {
    if (undoes === null || adjusted === 0) return false;
    const set = lastUpTo(byArea.get(areaId) ?? [], madeAt, setAt);
    if (set === undefined) return false;
    const line = lastUpTo(byClient.get(clientId) ?? [], undoes, firstOf);
    const isUndone = line !== undefined && undoes <= line.lastSeq;
    return set.at > (isUndone ? line.madeAt + (line.offsets?.[undoes - line.firstSeq] ?? 0) : undoneAt);
  };
}

/**
 * Returns how many people were in each area at a moment (epoch ms), as the report counts: each tap from its own time on,
 * also if it arrived late (docs/product.md, D14). The venue has the sum. A broken line makes its area NaN.
 */
export function peopleAt(records: DayRecords, at: number): Map<string, number> {
  const { startsAt, endsAt } = records.report;
  const all = bases(records, at);
  const isCovered = coveredBy(records);
  for (const line of records.lines) {
    const base = all.get(line.areaId);
    if (base === undefined || base.isGone) continue;
    const { ins, outs, floored, adjusted, madeAt, arrivedAt } = line;
    const offsets = line.offsets ?? [0];
    for (const offset of offsets) {
      // An undo counts on the day of its tap, even if it was made later.
      const tapAt = Math.min(Math.max(madeAt + offset, startsAt), endsAt - 1);
      if (tapAt > at || tapAt < base.since || (tapAt === base.since && arrivedAt <= base.since)) continue;
      base.people += (ins - outs + floored + (isCovered(line, tapAt) ? adjusted : 0)) / offsets.length;
    }
  }
  return new Map([...all].map(([areaId, { people }]) => [areaId, people]));
}
