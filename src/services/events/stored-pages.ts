import type { RoomCallContext } from '../../rpc/identity';
import { pause } from '../../concurrency/pause';
import type { StoredKey, StoredPage, StoredRow, StoredTable } from '../../stored/tables';
import type { RoomCaller } from '../context';
import { callRoom, valueOrThrow } from '../call-room';

/** Reads one of the tables that the event's room has stored, in parts; only the rows with a key above `from`, if it is given. */
export async function* storedPages(
  ctx: RoomCaller,
  roomContext: RoomCallContext,
  table: StoredTable,
  from: StoredKey | null = null,
): AsyncGenerator<StoredRow[], void> {
  let after = from;
  do {
    const last = after;
    const page: StoredPage = valueOrThrow(
      await callRoom(ctx, 'read stored', roomContext, (room) => room.readStored(roomContext, table, last)),
    );
    yield page.rows;
    after = page.next;
    if (after !== null) await pause();
  } while (after !== null);
}
