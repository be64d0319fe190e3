import { parse } from '../../http/input';
import { DayEvents } from '../../reports/sealed/day-events';
import { JournalFile } from '../../reports/sealed/journal-file';
import { LedgerFile } from '../../reports/sealed/ledger-file';
import { type IdSpan, journalSpanOf, ledgerSpanOf, type SealedDay } from '../../reports/sealed/sealed-day';
import { smallFiles } from '../../reports/sealed/small-files';
import { type DayFigures, DayFiguresSchema } from '../../reports/figures';
import type { RoomCallContext } from '../../rpc/identity';
import { EVIDENCE_FILES, evidenceFolder } from '../../shared/sealed/sealing';
import type { Seal } from '../../shared/sealed/schemas';
import { callRoom, valueOrThrow } from '../call-room';
import type { ServiceContext } from '../context';
import { storedPages } from '../events/stored-pages';
import { ledgerPages } from '../reports/ledger-pages';
import type { ArchiveFile } from './zip';

const sealedDayOf = (seal: Seal): SealedDay => ({
  ...seal,
  startsAt: Date.parse(seal.startsAt),
  endsAt: Date.parse(seal.endsAt),
  closedAt: Date.parse(seal.closedAt),
});

/** Reads the stored figures of a sealed day as text; null if retention has deleted them. */
async function figuresOf(
  ctx: ServiceContext,
  roomContext: RoomCallContext,
  { day, revision }: Seal,
): Promise<string | null> {
  const days = [{ day, revision }];
  const read = await callRoom(ctx, 'read figures', roomContext, (room) =>
    room.readFigures(roomContext, { days, isByDay: false }),
  );
  if (!read.ok && read.code === 'not_found') return null;
  return valueOrThrow(read)[0] ?? null;
}

async function* ledgerPieces(
  ctx: ServiceContext,
  roomContext: RoomCallContext,
  sealed: SealedDay,
  figures: DayFigures,
  ledgerUpTo: number,
): AsyncGenerator<string, void> {
  const file = new LedgerFile(sealed, figures);
  yield file.head;
  for await (const { rows } of ledgerPages(ctx, roomContext, ledgerSpanOf(sealed, ledgerUpTo))) yield file.lines(rows);
}

async function* journalPieces(
  ctx: ServiceContext,
  roomContext: RoomCallContext,
  sealed: SealedDay,
  span: IdSpan,
): AsyncGenerator<string, void> {
  const file = new JournalFile(sealed, span);
  yield file.head;
  for await (const rows of storedPages(ctx, roomContext, 'journal', [span.after])) {
    const { text, isEnd } = file.lines(rows);
    yield text;
    if (isEnd) return;
  }
}

async function eventsOf(
  ctx: ServiceContext,
  roomContext: RoomCallContext,
  sealed: SealedDay,
  span: IdSpan,
): Promise<DayEvents> {
  const events = new DayEvents(sealed, span);
  for await (const rows of storedPages(ctx, roomContext, 'journal', [span.after])) if (events.add(rows)) break;
  return events;
}

/**
 * Makes the files of a sealed day again, as they were hashed. Leaves out what retention has deleted.
 * @param ledgerFrom ledger rows before this time (epoch ms) are deleted
 */
export async function* dayFiles(
  ctx: ServiceContext,
  roomContext: RoomCallContext,
  seal: Seal,
  ledgerFrom: number,
): AsyncGenerator<ArchiveFile, void> {
  const text = await figuresOf(ctx, roomContext, seal);
  if (text === null) return;
  const sealed = sealedDayOf(seal);
  const figures = parse(DayFiguresSchema, JSON.parse(text));
  const folder = evidenceFolder(seal);
  const inFolder = (name: string, pieces: ArchiveFile['pieces']): ArchiveFile => ({
    name: `${folder}/${name}`,
    pieces,
  });
  const span = journalSpanOf(sealed, seal.journalUpTo);
  const events = await eventsOf(ctx, roomContext, sealed, span);
  for (const [name, content] of smallFiles(sealed, figures, text, events)) yield inFolder(name, [content]);
  if (seal.ledgerUpTo !== null && ledgerFrom <= sealed.startsAt) {
    yield inFolder(EVIDENCE_FILES.ledger, ledgerPieces(ctx, roomContext, sealed, figures, seal.ledgerUpTo));
  }
  yield inFolder(EVIDENCE_FILES.journal, journalPieces(ctx, roomContext, sealed, span));
}
