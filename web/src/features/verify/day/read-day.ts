import * as z from 'zod/mini';
import { EVIDENCE_FILES } from '../../../../../src/shared/evidence/sealing';
import type { PackFiles } from '../read-pack';
import { type DayReport, DayReportSchema } from './day-report';
import { readSets } from './journal-sets';
import { readLedger } from './ledger-lines';
import type { DayRecords } from './people-at';

/** Much more than a day with as many taps as a report can hold. A larger text would stop the page for long. */
const TEXT_BYTES_MAX = 400_000_000;

/** Decodes UTF-8, without the mark that is at the start of the pack's CSV files. */
function textOf(files: PackFiles, name: string): string {
  const content = files.get(name);
  if (content === undefined) throw new Error(`${name} is not in the pack`);
  if (content.byteLength > TEXT_BYTES_MAX) throw new Error(`${name} is too large`);
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

/** A sealed day as its seal describes it. Times are epoch ms. */
interface DayOfSeal {
  folder: string;
  startsAt: number;
  endsAt: number;
}

/** Reads what a moment of a day needs; null as with {@link readReportAndLedger}, and if the report is one of another day. */
export function readDay(files: PackFiles, { folder, startsAt, endsAt }: DayOfSeal): DayRecords | null {
  const read = readReportAndLedger(files, folder);
  if (read === null || read.report.startsAt !== startsAt || read.report.endsAt !== endsAt) return null;
  try {
    return { ...read, sets: readSets(textOf(files, `${folder}/${EVIDENCE_FILES.journal}`)) };
  } catch (error) {
    console.warn('The journal cannot be read', error);
    return null;
  }
}
