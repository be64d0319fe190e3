import type { RoomCallContext } from '../../rpc/identity';
import { pause } from '../../concurrency/pause';
import { AppError } from '../../shared/errors';
import { message } from '../../shared/messages/message';
import { serviceTexts } from '../../shared/messages/service-texts';
import type { LedgerPage } from '../../reports/plan';
import type { ServiceContext } from '../context';
import { callRoom, valueOrThrow } from '../call-room';

/**
 * Reads pages, each by the id after which it begins, and always one page ahead of the caller. When the caller stops, no
 * more pages are read.
 */
export async function* readAhead<Page extends { next: number | null }>(
  read: (after: number) => Promise<Page>,
  after: number,
): AsyncGenerator<Page, void> {
  let coming: Promise<Page> | null = read(after);
  while (coming !== null) {
    const page: Page = await coming;
    // The pause lets waiting calls of counting devices run first.
    await pause();
    coming = page.next === null ? null : read(page.next);
    // If the caller stops, the failure of a page that it no longer needs does not matter.
    coming?.catch(() => {});
    yield page;
  }
}

/** Reads the room's ledger rows with an id above `after`, up to `upTo`, in pages. */
export const ledgerPages = (
  ctx: ServiceContext,
  roomContext: RoomCallContext,
  { after, upTo }: { after: number; upTo: number },
): AsyncGenerator<LedgerPage, void> =>
  readAhead(
    async (from) =>
      valueOrThrow(await callRoom(ctx, 'read ledger', roomContext, (room) => room.readLedger(roomContext, from, upTo))),
    after,
  );

const MANY_ROWS_RETRY_S = 60;
const BEING_MADE = message(serviceTexts, 'reports_unfinished');

/** The error of a call that needs more rows than fit into memory, until the room has stored more of their days. */
export const unfinished = (): AppError => new AppError('unavailable', BEING_MADE, { retryAfterS: MANY_ROWS_RETRY_S });

/**
 * Passes pages on until there are more rows than one report can hold.
 * @throws {AppError} unavailable: there are too many rows, until the room has stored more of the report's days
 */
export async function* atMost(rowsMax: number, pages: AsyncIterable<LedgerPage>): AsyncGenerator<LedgerPage, void> {
  let rows = 0;
  for await (const page of pages) {
    rows += page.rows.length;
    if (rows > rowsMax) throw unfinished();
    yield page;
  }
}
