import * as z from 'zod/mini';
import { EVIDENCE_FILES } from '../../../../../src/shared/evidence/sealing';
import type { PackFiles } from '../read-pack';
import { type DayReport, DayReportSchema } from './day-report';
import { readSets } from './journal-sets';
import { readLedger } from './ledger-lines';
import type { DayRecords } from './people-at';

/** Decodes UTF-8, without the mark that is at the start of the pack's CSV files. */
function textOf(files: PackFiles, name: string): string {
  const content = files.get(name);
  if (content === undefined) throw new Error(`${name} is not in the pack`);
  return new TextDecoder('utf-8', { fatal: true, ignoreBOM: false }).decode(content);
}

/** Reads the report and the ledger of a day; null if one of them is missing or was changed so that it cannot be read. */
export function readReportAndLedger(files: PackFiles, folder: string): Omit<DayRecords, 'sets'> | null {
  try {
    const report: DayReport = z.parse(
      DayReportSchema,
      JSON.parse(textOf(files, `${folder}/${EVIDENCE_FILES.figures}`)),
    );
    return { report, lines: readLedger(textOf(files, `${folder}/${EVIDENCE_FILES.ledger}`)) };
  } catch (error) {
    console.warn('The day cannot be read', error);
    return null;
  }
}

/** Reads what a moment of a day needs; null as with {@link readReportAndLedger}. */
export function readDay(files: PackFiles, folder: string): DayRecords | null {
  const read = readReportAndLedger(files, folder);
  try {
    return read && { ...read, sets: readSets(textOf(files, `${folder}/${EVIDENCE_FILES.journal}`)) };
  } catch (error) {
    console.warn('The journal cannot be read', error);
    return null;
  }
}
