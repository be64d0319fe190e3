import type { RoomCallContext } from '../../rpc/identity';
import {
  IDS_PER_MS,
  RECOUNTS_WITHIN_MS,
  REPORT_ALERTS_MAX,
  REPORT_JOURNAL_MAX,
  REPORT_MACHINE_ENTRIES_MAX,
  REPORT_ORDERS_MAX,
} from '../../shared/reports/limits';
import { ActHistory } from '../../reports/answer/act-history';
import { AlertHistory } from '../../reports/answer/alert-history';
import { OrderHistory } from '../../reports/sealed/order-history';
import { RecountHistory } from '../../reports/answer/recount-history';
import type { JournalFact } from '../../reports/facts';
import type { JournalPart } from '../../reports/journal-kinds';
import type { Build, JournalSpan, PlannedBuild } from '../../reports/plan';
import type { JournalRecord } from '../../reports/answer/report-journal';
import type { ReviewAccess } from '../access/event';
import type { ServiceContext } from '../context';
import { callRoom, valueOrThrow } from '../call-room';
import { readAhead } from './ledger-pages';

async function* factsOf(
  ctx: ServiceContext,
  roomContext: RoomCallContext,
  part: JournalPart,
  span: JournalSpan,
): AsyncGenerator<JournalFact, void> {
  const read = async (after: number) =>
    valueOrThrow(
      await callRoom(ctx, 'read journal', roomContext, (room) =>
        room.readJournal(roomContext, { part, ...span, after }),
      ),
    );
  for await (const { facts } of readAhead(read, span.after)) yield* facts;
}

/** Adds the journal's steps to a build. It needs no other journal entries. */
export async function withSteps(
  ctx: ServiceContext,
  roomContext: RoomCallContext,
  { steps, ...build }: PlannedBuild,
): Promise<Build> {
  const journal: JournalFact[] = [];
  for await (const step of factsOf(ctx, roomContext, 'steps', steps)) journal.push(step);
  return { ...build, journal };
}

/** Adds the span's resets and recounts to `history`. */
export async function readRecounts(
  ctx: ServiceContext,
  roomContext: RoomCallContext,
  span: JournalSpan,
  history: RecountHistory,
): Promise<void> {
  for await (const step of factsOf(ctx, roomContext, 'steps', span)) history.add(step);
}

const ALWAYS = Number.MAX_SAFE_INTEGER;

/** Returns the event's resets and recounts from which the present error is estimated (docs/product.md, C19). */
export async function recentRecounts(
  ctx: ServiceContext,
  { roomContext }: Pick<ReviewAccess, 'roomContext'>,
): Promise<RecountHistory> {
  const history = new RecountHistory();
  const after = (ctx.now() - RECOUNTS_WITHIN_MS) * IDS_PER_MS;
  await readRecounts(ctx, roomContext, { after, upTo: ALWAYS, before: ALWAYS }, history);
  return history;
}

/** Reads the part of the journal that a report shows; nothing if `span` is null. */
export async function readRecord(
  ctx: ServiceContext,
  roomContext: RoomCallContext,
  span: JournalSpan | null,
): Promise<JournalRecord> {
  const alerts = new AlertHistory(REPORT_ALERTS_MAX);
  const orders = new OrderHistory(REPORT_ORDERS_MAX);
  const acts = new ActHistory(REPORT_JOURNAL_MAX, REPORT_MACHINE_ENTRIES_MAX);
  if (span === null) return { acts: [], actsLeftOut: 0, alerts, orders };
  for await (const fact of factsOf(ctx, roomContext, 'acts', span)) acts.add(fact);
  for await (const fact of factsOf(ctx, roomContext, 'alerts', span)) alerts.add(fact);
  for await (const fact of factsOf(ctx, roomContext, 'orders', span)) orders.add(fact);
  return { acts: acts.facts, actsLeftOut: acts.leftOut, alerts, orders };
}
