import * as z from 'zod/mini';
import { EVIDENCE_FILES } from '../../../../../src/shared/sealed/sealing';
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

/** A day of a pack: where its files are, and the columns of its tables, as its seal lists them. */
interface SealedFolder {
  folder: string;
  tables: Readonly<Record<string, readonly string[]>>;
}

/** Reads the report and the ledger of a day; null if one of them is missing or was changed so that it cannot be read. */
export function readReportAndLedger(
  files: PackFiles,
  { folder, tables }: SealedFolder,
): Omit<DayRecords, 'sets'> | null {
  try {
    const report: DayReport = z.parse(
      DayReportSchema,
      JSON.parse(textOf(files, `${folder}/${EVIDENCE_FILES.figures}`)),
    );
    const ledger = textOf(files, `${folder}/${EVIDENCE_FILES.ledger}`);
    return { report, lines: readLedger(ledger, tables[EVIDENCE_FILES.ledger] ?? []) };
  } catch (error) {
    console.warn('The day cannot be read', error);
    return null;
  }
}

/** A sealed day as its seal describes it. Times are epoch ms. */
interface SealedSpan extends SealedFolder {
  startsAt: number;
  endsAt: number;
}

/** Reads what a moment of a day needs; null as with {@link readReportAndLedger}, and if the report has other times. */
export function readDay(files: PackFiles, { startsAt, endsAt, ...day }: SealedSpan): DayRecords | null {
  const read = readReportAndLedger(files, day);
  if (read === null || read.report.startsAt !== startsAt || read.report.endsAt !== endsAt) return null;
  try {
    const journal = textOf(files, `${day.folder}/${EVIDENCE_FILES.journal}`);
    return { ...read, sets: readSets(journal, day.tables[EVIDENCE_FILES.journal] ?? []) };
  } catch (error) {
    console.warn('The journal cannot be read', error);
    return null;
  }
}
