import { areaColumns, inAreaOrder, loadDefinition } from '../../db/definitions';
import { areas, events } from '../../db/schema';
import { isPresentAreaOf, isPresentEvent } from '../../db/present';
import { EVENT_FILE_VERSION, type EventFileHead, RowFileWriter } from '../../rpc/event-file';
import type { EventDefinition } from '../../rpc/definition';
import { type RoomSnapshot, STORED_TABLES, type StoredRow, type StoredTable } from '../../stored/tables';
import { AppError } from '../../shared/errors';
import { type AreaFact, byFact, setFacts } from '../../shared/schemas/area-facts';
import { isoTime } from '../../time/iso-time';
import type { OperatorAccess } from '../access/operator';
import type { RoomCaller } from '../context';
import { storedPages } from '../events/stored-pages';
import { callRoom, valueOrThrow } from '../call-room';

/** JSON leaves them out. */
const UNDEFINED_FACTS = byFact<Record<AreaFact, undefined>>(() => undefined);

const AT_ONCE = ['meta', 'areas', 'days'] as const;
type AtOnce = (typeof AT_ONCE)[number];
/** Tables that are read after the snapshot, because they only grow, or because their newest rows do no harm. */
const LATER_TABLES = Object.keys(STORED_TABLES).filter(
  (table): table is Exclude<StoredTable, AtOnce> => !AT_ONCE.some((one) => one === table),
);

async function headOf(ctx: RoomCaller, eventId: string, roomSchema: number): Promise<EventFileHead> {
  const row = await ctx.db.select().from(events).where(isPresentEvent(eventId)).get();
  if (!row) throw new AppError('not_found');
  const own = await ctx.db
    .select(areaColumns)
    .from(areas)
    .where(isPresentAreaOf(eventId))
    .orderBy(...inAreaOrder);
  const { ownerId, eventName, accessCode, revision, venue, categories, capacityPlan, createdAt } = row;
  const { timeZone, reportTime, startDate, endDate, organizer, address } = row;
  return {
    type: 'head',
    format: 'headroom-event',
    formatVersion: EVENT_FILE_VERSION,
    roomSchema,
    exportedAt: isoTime(ctx.now()),
    eventId,
    ownerId,
    eventName,
    accessCode,
    revision,
    venue,
    categories,
    ...(capacityPlan !== null && { capacityPlan }),
    letterhead: { organizer, address },
    createdAt,
    schedule: { timeZone, reportTime, startDate, endDate },
    areas: own.map((area) => ({ ...area, ...UNDEFINED_FACTS, ...setFacts((fact) => area[fact]) })),
  };
}

const takeSnapshot = async (ctx: RoomCaller, roomContext: EventDefinition): Promise<RoomSnapshot> =>
  valueOrThrow(await callRoom(ctx, 'snapshot', roomContext, (room) => room.snapshot(roomContext)));

/** Returns what retention changes: where the ledger begins, and the opening state at that time. */
const pastOf = ({ rows }: RoomSnapshot): string =>
  JSON.stringify(rows.meta.filter(({ key }) => key === 'ledger_from' || key === 'opening_state'));

async function* lines(
  ctx: RoomCaller,
  roomContext: EventDefinition,
  head: EventFileHead,
  snapshot: RoomSnapshot,
): AsyncGenerator<string, void> {
  const file = new RowFileWriter();
  const text = (table: StoredTable, rows: readonly StoredRow[]) =>
    rows.map((row) => file.line({ type: 'row', table, row })).join('');
  yield file.line(head);
  for (const table of AT_ONCE) yield text(table, snapshot.rows[table]);
  const loggedClients = new Map(snapshot.logged.clients.map((row) => [row.client_id, row]));
  /** Returns the client's row from the log if it is newer than this row of the table. */
  const newer = (row: StoredRow): StoredRow => {
    const logged = loggedClients.get(String(row['client_id']));
    loggedClients.delete(String(row['client_id']));
    return logged !== undefined && logged.last_seq > Number(row['last_seq']) ? logged : row;
  };
  for (const table of LATER_TABLES) {
    const last = table === 'journal' || table === 'ledger' ? snapshot.lastId[table] : Infinity;
    for await (const rows of storedPages(ctx, roomContext, table)) {
      const asOfThen = rows.filter(({ id = 0 }) => Number(id) <= last);
      yield text(table, table === 'clients' ? asOfThen.map(newer) : asOfThen);
    }
    if (table === 'clients') yield text(table, [...loggedClients.values()]);
    // Rows that the room has written into the table since the snapshot have ids above `last`.
    if (table === 'ledger') yield text(table, snapshot.logged.ledger);
  }
  // Retention may have deleted rows meanwhile. They must not be missing from a file that looks complete.
  if (pastOf(await takeSnapshot(ctx, roomContext)) !== pastOf(snapshot)) throw new AppError('unavailable');
  yield file.end();
}

/**
 * Exports one event with all data of its room, as of one moment. Counting continues meanwhile. Throws a 404 for an
 * unknown event.
 */
export async function exportEvent(
  ctx: RoomCaller,
  _operator: OperatorAccess,
  eventId: string,
): Promise<AsyncGenerator<string, void>> {
  const roomContext = await loadDefinition(ctx.db, eventId, ctx.now());
  if (!roomContext) throw new AppError('not_found');
  const snapshot = await takeSnapshot(ctx, roomContext);
  return lines(ctx, roomContext, await headOf(ctx, eventId, snapshot.schema), snapshot);
}
