import * as z from 'zod/mini';
import { FileHash } from '../../crypto/file-hash';
import { newContents } from '../../reports/sealed/contents';
import { DayEvents } from '../../reports/sealed/day-events';
import { JournalFile } from '../../reports/sealed/journal-file';
import { LedgerFile } from '../../reports/sealed/ledger-file';
import { type DaySpan, journalSpanOf, ledgerSpanOf, type SealedDay } from '../../reports/sealed/sealed-day';
import { smallFiles } from '../../reports/sealed/small-files';
import { type DayFigures, DayFiguresSchema } from '../../reports/figures';
import { EVIDENCE_FILES } from '../../shared/sealed/sealing';
import type { SealedFile } from '../../shared/sealed/schemas';
import { SEAL_STEP_ROWS } from './limits';
import type { LedgerReader } from '../storage/ledger-reader';
import type { TableDump } from '../storage/table-dump';

/** Which rows of a day are sealed, and the hashes of the files that they make. */
export interface HashedDay {
  sealed: SealedDay;
  /** Null if the day's single taps are deleted. */
  ledgerUpTo: number | null;
  journalUpTo: number;
  files: SealedFile[];
}

export interface DayHashesDeps {
  ledgerReader: Pick<LedgerReader, 'days' | 'journalSpan'>;
  tableDump: Pick<TableDump, 'page'>;
}

/** Hashes the files of sealed days without keeping them. */
export class DayHashes {
  constructor(private readonly deps: DayHashesDeps) {}

  /**
   * Works for some milliseconds in each step, whatever the day's size.
   * @param text the figures as stored
   */
  *of(
    day: Omit<SealedDay, 'contents'>,
    text: string,
    { ledgerUpTo, journalLastId }: { ledgerUpTo: number | null; journalLastId: number },
  ): Generator<undefined, HashedDay> {
    const figures = z.parse(DayFiguresSchema, JSON.parse(text));
    const files: SealedFile[] = [];
    const events = new DayEvents(day, journalSpanOf(day, journalLastId));
    yield* this.journalPages(day, journalLastId, (rows) => events.add(rows));
    const sealed = { ...day, contents: newContents(events) };
    for (const [name, content] of smallFiles(sealed, figures, text, events)) {
      const hash = new FileHash(name);
      hash.add(content);
      files.push(hash.finish());
      yield;
    }
    if (ledgerUpTo !== null) files.push(yield* this.ledger(sealed, figures, ledgerUpTo));
    files.push(yield* this.journal(sealed, journalLastId));
    const { upTo } = journalSpanOf(sealed, journalLastId);
    return { sealed, ledgerUpTo, journalUpTo: upTo, files };
  }

  private *ledger(sealed: SealedDay, figures: DayFigures, ledgerUpTo: number): Generator<undefined, SealedFile> {
    const hash = new FileHash(EVIDENCE_FILES.ledger);
    const file = new LedgerFile(sealed, figures);
    hash.add(file.head);
    const { upTo, ...span } = ledgerSpanOf(sealed, ledgerUpTo);
    for (let { after } = span; ;) {
      const rows = this.deps.ledgerReader.days.page(after, upTo, SEAL_STEP_ROWS);
      hash.add(file.lines(rows));
      yield;
      const last = rows.at(-1);
      if (last === undefined || rows.length < SEAL_STEP_ROWS) return hash.finish();
      after = last.id;
    }
  }

  private *journal(sealed: SealedDay, lastId: number): Generator<undefined, SealedFile> {
    const hash = new FileHash(EVIDENCE_FILES.journal);
    const file = new JournalFile(sealed, journalSpanOf(sealed, lastId));
    hash.add(file.head);
    yield* this.journalPages(sealed, lastId, (rows) => {
      const { text, isEnd } = file.lines(rows);
      hash.add(text);
      return isEnd;
    });
    return hash.finish();
  }

  /** @param take takes the rows of a page and returns whether it has all that it needs */
  private *journalPages(
    day: DaySpan,
    lastId: number,
    take: (rows: readonly unknown[]) => boolean,
  ): Generator<undefined, void> {
    const { after: from } = journalSpanOf(day, lastId);
    for (let after: readonly (string | number | null)[] | null = [from]; after !== null;) {
      const page = this.deps.tableDump.page('journal', after);
      const isEnd = take(page.rows);
      yield;
      after = isEnd ? null : page.next;
    }
  }
}
