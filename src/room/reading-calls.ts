import { DurableObject } from 'cloudflare:workers';
import type { Env } from '../env';
import type {
  FiguresRead,
  JournalPage,
  JournalRead,
  LedgerPage,
  MomentPlan,
  ReportDays,
  ReportPlan,
  SealsRead,
  StoredReport,
  StoredSeal,
} from '../reports/plan';
import { ok, type Result, type RoomCallContext } from '../rpc/contract';
import type { LiveFigures } from '../rpc/live-figures';
import type { SourceDetail, SourceFacts } from '../rpc/source-views';
import type { RoomSnapshot, StoredKey, StoredPage, StoredTable } from '../stored/tables';
import { readLiveFigures } from './live/live-figures';
import type { Parts } from './parts';
import type { TableDump } from './storage/table-dump';

/**
 * The calls of a room that read what it has stored, for reports, files and monitoring. They are apart from EventRoom for
 * its length alone: calls can only be methods of the object's class.
 */
export abstract class ReadingCalls extends DurableObject<Env> {
  /** Answers a call after making sure that the room is not behind D1. */
  protected abstract upToDate<T>(
    context: RoomCallContext,
    answer: (parts: Parts) => Result<T> | Promise<Result<T>>,
  ): Promise<Result<T>>;

  async readLiveFigures(context: RoomCallContext): Promise<Result<LiveFigures>> {
    return await this.upToDate(context, ({ room }) => readLiveFigures(room));
  }

  async listSources(context: RoomCallContext): Promise<Result<SourceFacts[]>> {
    return await this.upToDate(context, ({ room }) => room.sources.desk.list());
  }

  async readSource(context: RoomCallContext, sourceId: string): Promise<Result<SourceDetail>> {
    return await this.upToDate(context, ({ room }) => room.sources.desk.read(sourceId));
  }

  async planReport(context: RoomCallContext, range: { from: string; to: string } | null): Promise<Result<ReportPlan>> {
    return await this.upToDate(context, ({ reportReader }) => reportReader.plan(range));
  }

  async planMoment(context: RoomCallContext, given: string): Promise<Result<MomentPlan>> {
    return await this.upToDate(context, ({ reportReader }) => reportReader.moment(given));
  }

  async readFigures(context: RoomCallContext, read: FiguresRead): Promise<Result<string[]>> {
    return await this.upToDate(context, ({ reportReader }) => reportReader.figures(read));
  }

  async readLedger(context: RoomCallContext, after: number, upTo: number): Promise<Result<LedgerPage>> {
    return await this.upToDate(context, ({ reportReader }) => ok(reportReader.page(after, upTo)));
  }

  async readJournal(context: RoomCallContext, read: JournalRead): Promise<Result<JournalPage>> {
    return await this.upToDate(context, ({ reportReader }) => ok(reportReader.journal(read)));
  }

  async listReports(context: RoomCallContext, part: ReportDays): Promise<Result<StoredReport[]>> {
    return await this.upToDate(context, ({ reportReader }) => ok(reportReader.list(part)));
  }

  async readSeals(context: RoomCallContext, read: SealsRead): Promise<Result<StoredSeal[]>> {
    return await this.upToDate(context, ({ store }) => ok(store.seals.list(read)));
  }

  async readStored(context: RoomCallContext, table: StoredTable, after: StoredKey | null): Promise<Result<StoredPage>> {
    return await this.upToDate(context, (parts) => ok(flushedTables(parts).page(table, after)));
  }

  async snapshot(context: RoomCallContext): Promise<Result<RoomSnapshot>> {
    return await this.upToDate(context, (parts) => ok(flushedTables(parts).snapshot()));
  }
}

/** Flushes first, so that the tables include everything that was counted until now. */
function flushedTables({ room, tableDump }: Parts): TableDump {
  room.flushNow();
  return tableDump;
}
