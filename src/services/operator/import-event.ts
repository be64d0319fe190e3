import { and, count, eq, getTableColumns, isNotNull, ne } from 'drizzle-orm';
import * as z from 'zod/mini';
import { hasAddress } from '../../db/accounts';
import { loadDefinition } from '../../db/definitions';
import { areas, awaitedEvents, events, users } from '../../db/schema';
import { insertRows } from '../../db/table-rows';
import { isPresentAccount, isPresentEventOf } from '../../db/present';
import { parse } from '../../http/input';
import type { EventDefinition } from '../../rpc/definition';
import type { RoomRef } from '../../rpc/identity';
import type { Result } from '../../rpc/result';
import type { RoomApi } from '../../rpc/room/room-api';
import { EVENT_EXISTS, type EventFileHead, EventFileHeadSchema, FILE_BEFORE_1_0 } from '../../rpc/event-file';
import { newAccessCode, newId } from '../../crypto/ids';
import { logError } from '../../observability/log';
import { AppError } from '../../shared/errors';
import { untranslated } from '../../shared/messages/service-texts';
import { EVENTS_PER_ACCOUNT_MAX } from '../../shared/accounts/limits';
import { normalizeEmail } from '../accounts/email';
import { checkHead } from './check-head';
import { type EventImportStart, type EventImportStarted, EventImportStartSchema } from './schemas';
import { withAreaIds } from '../../shared/rules/capacity-rules/plan';
import { ownSettings } from '../../shared/rules/limits/lowest';
import type { Event } from '../../shared/schemas/event';
import type { OperatorAccess } from '../access/operator';
import type { ServiceContext } from '../context';
import { callRoom, orUnavailable, tellHub, valueOrThrow } from '../call-room';

const NO_ACCOUNT = 'There is no such account.';
const SEVERAL_ACCOUNTS = 'Several accounts have this email. Pass the account’s id, which the list of events shows.';
const EXISTS = 'This event still exists, or belongs to another account. Import it as a new one.';

/** More changes than an event gets between its backup and the loss of the database. */
const REVISIONS_SINCE = 1_000;

/** How many areas one statement inserts: D1 takes a hundred values. */
const AREAS_AT_ONCE = Math.floor(100 / Object.keys(getTableColumns(areas)).length);

/** The rest of such a head may have another shape than that of today. */
const isBefore1 = (head: unknown): boolean => z.safeParse(z.object({ formatVersion: z.literal(1) }), head).success;

/** Returns where the room of an imported event is. */
const newRoom = (ctx: ServiceContext, eventId: string): RoomRef => ({
  eventId,
  jurisdiction: ctx.newEventJurisdiction(),
});

const tombstone = (eventId: string, ownerId: string) =>
  and(eq(events.eventId, eventId), eq(events.ownerId, ownerId), isNotNull(events.purgedAt));

/** Finds the account of an event that a restore awaits; otherwise at most two accounts that the import names. */
async function findOwners({ db }: ServiceContext, start: EventImportStart, eventId: string) {
  if (start.keepId) {
    const awaited = await db
      .select({ userId: users.userId })
      .from(awaitedEvents)
      .innerJoin(users, isPresentAccount(awaitedEvents.ownerId))
      .where(eq(awaitedEvents.eventId, eventId));
    if (awaited.length > 0) return awaited;
  }
  const isNamed =
    'accountId' in start ? isPresentAccount(start.accountId) : hasAddress(db, normalizeEmail(start.email));
  return await db.select({ userId: users.userId }).from(users).where(isNamed).limit(2);
}

async function ownerOf(ctx: ServiceContext, start: EventImportStart, eventId: string): Promise<string> {
  const [owner, other] = await findOwners(ctx, start, eventId);
  if (!owner) throw new AppError('not_found', untranslated(NO_ACCOUNT));
  if (other) throw new AppError('invalid_input', untranslated(SEVERAL_ACCOUNTS));
  const [own] = await ctx.db.select({ total: count() }).from(events).where(isPresentEventOf(owner.userId));
  if (own && own.total >= EVENTS_PER_ACCOUNT_MAX) throw new AppError('limit_reached');
  return owner.userId;
}

/**
 * Throws unless the event's id is free, or belongs to an event that the same account has deleted: its room is empty,
 * and its recorded days already belong to the account.
 */
async function mustBeGone(ctx: ServiceContext, eventId: string, ownerId: string): Promise<void> {
  const [row] = await ctx.db.select({ eventId: events.eventId }).from(events).where(eq(events.eventId, eventId));
  const [gone] = await ctx.db.select({ eventId: events.eventId }).from(events).where(tombstone(eventId, ownerId));
  if (row && !gone) throw new AppError('invalid_input', untranslated(EXISTS));
}

/** Begins to import an event's file into the account that is named, under a new id or the file's own free id. */
export async function beginImport(
  ctx: ServiceContext,
  _operator: OperatorAccess,
  body: unknown,
): Promise<EventImportStarted> {
  const start = parse(EventImportStartSchema, body);
  if (isBefore1(start.head)) throw new AppError('invalid_input', untranslated(FILE_BEFORE_1_0));
  const head = parse(EventFileHeadSchema, start.head);
  checkHead(head);
  const ownerId = await ownerOf(ctx, start, head.eventId);
  if (start.keepId) await mustBeGone(ctx, head.eventId, ownerId);
  const renamed = start.keepId ? [] : [head.eventId, ...head.areas.map(({ areaId }) => areaId)];
  const ids: Record<string, string> = { [head.ownerId]: ownerId };
  for (const id of renamed) ids[id] = newId();
  const eventId = ids[head.eventId] ?? head.eventId;
  const ref = newRoom(ctx, eventId);
  const begun = await callRoom(ctx, 'begin import', ref, (room) => room.beginImport(head, ids, ownerId));
  if (!begun.ok && begun.message === EVENT_EXISTS && (await bringBack(ctx, head, eventId)))
    return { eventId, isFinished: true };
  valueOrThrow(begun);
  return { eventId, isFinished: false };
}

/**
 * Brings back an event of a restored database whose room was not lost: the room's counts are newer than the file's.
 * Returns false if no restore awaits the event.
 */
async function bringBack(ctx: ServiceContext, head: EventFileHead, eventId: string): Promise<boolean> {
  const inserts = await insertAwaited(ctx, { revision: head.revision + REVISIONS_SINCE }, eventId);
  if (inserts === undefined) return false;
  await ctx.db.batch(inserts);
  await stopAwaiting(ctx, eventId);
  return true;
}

/**
 * Adds the part of the file that begins at byte `offset`, and returns how many bytes the room has. A part that cannot
 * be read ends the import.
 */
export async function importPart(
  ctx: ServiceContext,
  _operator: OperatorAccess,
  eventId: string,
  { offset, part }: { offset: number; part: Uint8Array },
): Promise<{ received: number }> {
  if (!Number.isSafeInteger(offset) || offset < 0) throw new AppError('invalid_input');
  // The file is ASCII: a part can end anywhere and has one character for each byte.
  const text = new TextDecoder('ascii').decode(part);
  const { received, ownerId } = await orDiscard(ctx, eventId, (room) => room.addToImport(offset, text));
  await mustHaveAccount(ctx, eventId, ownerId);
  return { received };
}

/** Throws a 404 if the account was deleted: then the import is discarded. */
async function mustHaveAccount(ctx: ServiceContext, eventId: string, ownerId: string): Promise<void> {
  const present = () => ctx.db.select({ userId: users.userId }).from(users).where(isPresentAccount(ownerId)).get();
  if (await orUnavailable(ctx, 'import', { eventId }, present)) return;
  await discard(ctx, eventId);
  throw new AppError('not_found', untranslated(NO_ACCOUNT));
}

async function orDiscard<T>(
  ctx: ServiceContext,
  eventId: string,
  work: (room: RoomApi) => Promise<Result<T>>,
): Promise<T> {
  const result = await callRoom(ctx, 'import', newRoom(ctx, eventId), work);
  if (!result.ok && result.code === 'invalid_input') await discard(ctx, eventId);
  return valueOrThrow(result);
}

const discard = async (ctx: ServiceContext, eventId: string): Promise<Result<null>> =>
  await callRoom(ctx, 'discard import', newRoom(ctx, eventId), (room) => room.discardImport());

/** Ends the import and deletes its data; throws a 400 if the event already exists. */
export async function abortImport(ctx: ServiceContext, _operator: OperatorAccess, eventId: string): Promise<void> {
  valueOrThrow(await discard(ctx, eventId));
}

/** Finishes the import of a complete file: it creates the event, or changes nothing. The call can be repeated. */
export async function finishImport(ctx: ServiceContext, _operator: OperatorAccess, eventId: string): Promise<Event> {
  const known = await find(ctx, eventId);
  const definition = known ?? (await define(ctx, eventId));
  const opened = await callRoom(ctx, 'finish import', newRoom(ctx, eventId), (room) => room.finishImport(definition));
  // The import was discarded meanwhile: an event that this call has created would have no counts.
  if (!opened.ok && !known) await takeOut(ctx, eventId);
  valueOrThrow(opened);
  await stopAwaiting(ctx, eventId);
  const { event, ownerId } = definition;
  await tellHub(ctx, 'publish', ownerId, (hub) => hub.publish({ type: 'event_created', event }));
  return event;
}

/** Called once the event is there for good: if its import is discarded at the last moment, it is still awaited. */
async function stopAwaiting({ db }: ServiceContext, eventId: string): Promise<void> {
  await db.delete(awaitedEvents).where(eq(awaitedEvents.eventId, eventId));
}

const find = async (ctx: ServiceContext, eventId: string): Promise<EventDefinition | null> =>
  await orUnavailable(ctx, 'find imported', { eventId }, () => loadDefinition(ctx.db, eventId, ctx.now()));

async function takeOut(ctx: ServiceContext, eventId: string): Promise<void> {
  await ctx.db.batch([
    ctx.db.delete(areas).where(eq(areas.eventId, eventId)),
    ctx.db.delete(events).where(eq(events.eventId, eventId)),
  ]);
}

/**
 * Inserts the event with the definition of a restored database, which is newer than the file's: an access code that was
 * replaced since then must not open the event again. Returns undefined if no restore awaits the event.
 */
async function insertAwaited(ctx: ServiceContext, { revision }: Pick<EventFileHead, 'revision'>, eventId: string) {
  const isAwaited = eq(awaitedEvents.eventId, eventId);
  const awaited = await ctx.db.select().from(awaitedEvents).where(isAwaited).get();
  if (!awaited) return undefined;
  const { event, areas: own } = awaited.definition;
  const row = {
    ...event,
    revision: Math.max(Number(event['revision']), revision) + 1,
    jurisdiction: ctx.newEventJurisdiction(),
  };
  return [insertRows(ctx.db, events, [row]), ...(own.length === 0 ? [] : [insertRows(ctx.db, areas, own)])] as const;
}

async function insertFromHead(
  ctx: ServiceContext,
  head: EventFileHead,
  { eventId, ids, ownerId }: { eventId: string; ids: Record<string, string>; ownerId: string },
) {
  const { eventName, revision, venue, categories, capacityPlan = null, schedule, createdAt, letterhead } = head;
  const own = head.areas.map((area) => ({ ...area, areaId: ids[area.areaId] ?? area.areaId, eventId }));
  const slices = Array.from({ length: Math.ceil(own.length / AREAS_AT_ONCE) }, (_, i) =>
    own.slice(i * AREAS_AT_ONCE, (i + 1) * AREAS_AT_ONCE),
  );
  return [
    ctx.db.insert(events).values({
      ...schedule,
      ...letterhead,
      eventId,
      ownerId,
      eventName,
      venue: venue && ownSettings(venue),
      capacityPlan: capacityPlan && withAreaIds(capacityPlan, (areaId) => ids[areaId] ?? areaId),
      categories,
      createdAt,
      accessCode: await freeCode(ctx, head, eventId),
      revision: revision + 1,
      jurisdiction: ctx.newEventJurisdiction(),
      openedAt: ctx.now(),
    }),
    ...slices.map((rows) => ctx.db.insert(areas).values(rows)),
  ];
}

/** Creates in D1 the event that the room has imported, in place of the row that its deletion has left. */
async function define(ctx: ServiceContext, eventId: string): Promise<EventDefinition> {
  const { head: text, ids, ownerId } = await orDiscard(ctx, eventId, (room) => room.checkImport());
  await mustHaveAccount(ctx, eventId, ownerId);
  const head = z.parse(EventFileHeadSchema, JSON.parse(text));
  let isCommitted = false;
  try {
    await ctx.db.batch([
      ctx.db.delete(events).where(tombstone(eventId, ownerId)),
      ...((await insertAwaited(ctx, head, eventId)) ?? (await insertFromHead(ctx, head, { eventId, ids, ownerId }))),
    ]);
    isCommitted = true;
  } catch (error) {
    logError('import', error, { requestId: ctx.requestId, eventId });
  }
  // The batch can be committed even if its answer was lost.
  const definition = await find(ctx, eventId);
  if (definition) return definition;
  if (isCommitted) await takeOut(ctx, eventId);
  await mustHaveAccount(ctx, eventId, ownerId);
  // The room keeps the imported data, so the call can be repeated.
  throw new AppError('unavailable');
}

/**
 * Returns the access code for the imported event. An event that keeps its id also keeps its code if that is free,
 * because the code is on posters.
 */
async function freeCode(ctx: ServiceContext, head: EventFileHead, eventId: string): Promise<string> {
  if (head.eventId !== eventId) return newAccessCode();
  const [other] = await ctx.db
    .select({ eventId: events.eventId })
    .from(events)
    .where(and(eq(events.accessCode, head.accessCode), ne(events.eventId, eventId)));
  return other ? newAccessCode() : head.accessCode;
}
