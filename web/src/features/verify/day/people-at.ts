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

/** Finds when the tap that an undo takes back was made, epoch ms. */
function undoneTimes(lines: readonly LedgerLine[]): (undo: LedgerLine) => number {
  const byClient = new Map<string, LedgerLine[]>();
  const index = () => {
    for (const line of lines) {
      const known = byClient.get(line.clientId);
      if (known === undefined) byClient.set(line.clientId, [line]);
      else known.push(line);
    }
  };
  return ({ clientId, undoes, madeAt }) => {
    if (byClient.size === 0) index();
    const seq = undoes ?? 0;
    const line = byClient.get(clientId)?.find(({ firstSeq, lastSeq }) => firstSeq <= seq && seq <= lastSeq);
    return line === undefined ? madeAt : line.madeAt + (line.offsets?.[seq - line.firstSeq] ?? 0);
  };
}

/**
 * Returns how many people were in each area at a moment (epoch ms), as the report counts: each tap from its own time on,
 * also if it arrived late (docs/product.md, D14). The venue has the sum. A broken line makes its area NaN.
 */
export function peopleAt(records: DayRecords, at: number): Map<string, number> {
  const { startsAt, endsAt } = records.report;
  const all = bases(records, at);
  const undoneAt = undoneTimes(records.lines);
  /** A reset or recount between a tap and its undo has taken the tap out already. */
  const isSettled = (undo: LedgerLine, madeAt: number): boolean =>
    undo.undoes !== null &&
    undo.adjusted !== 0 &&
    records.sets.some(
      (set) => set.type === 'set' && set.areaId === undo.areaId && set.at > undoneAt(undo) && set.at <= madeAt,
    );
  for (const line of records.lines) {
    const base = all.get(line.areaId);
    if (base === undefined || base.isGone) continue;
    const { ins, outs, floored, adjusted, madeAt, arrivedAt } = line;
    const offsets = line.offsets ?? [0];
    for (const offset of offsets) {
      // An undo counts on the day of its tap, even if it was made later.
      const tapAt = Math.min(Math.max(madeAt + offset, startsAt), endsAt - 1);
      if (tapAt > at || tapAt < base.since || (tapAt === base.since && arrivedAt <= base.since)) continue;
      base.people += (ins - outs + floored + (isSettled(line, tapAt) ? adjusted : 0)) / offsets.length;
    }
  }
  return new Map([...all].map(([areaId, { people }]) => [areaId, people]));
}
