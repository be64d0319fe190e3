import { and, count, inArray, isNull, lte, or, type SQL, sql } from 'drizzle-orm';
import type { BatchItem } from 'drizzle-orm/batch';
import { loadDefinition } from '../../db/definitions';
import { events, users } from '../../db/schema';
import { selectedRow, type SelectedRow } from '../../db/selected-row';
import { orInvalidInput } from '../../http/input';
import { type AdminSession, type MemberSession, principalOf, type ServiceContext } from '../context';
import { newAccessCode, newId } from '../../crypto/ids';
import { AppError } from '../../shared/errors';
import { message } from '../../shared/messages/message';
import { serviceTexts } from '../../shared/messages/service-texts';
import { TRIAL_MAX_MS } from '../../billing/limits';
import { EVENTS_PER_ACCOUNT_MAX } from '../../shared/accounts/limits';
import type { Unchecked } from '../../shared/rules/checked';
import { checkNewEventName } from '../../shared/rules/names';
import type { Event } from '../../shared/schemas/event';
import type { EventName } from '../../shared/schemas/inputs';
import { publishDefinition } from './change';
import { NEW_CODE_TRIES_MAX } from './access-code';
import { loadOwnEventPlaces } from '../../db/own-events';
import { isPresentAccount, isPresentEventOf } from '../../db/present';
import { cursorOf, type Page, type PageQuery, cutPage, readCursor, rowsFor } from '../page';

export interface CreateEventInput extends Unchecked<EventName> {
  /** The IANA time zone of the creator's device. */
  timeZone: string;
}

const ownEvents = (ctx: ServiceContext, ownerId: string) =>
  ctx.db.select({ total: count() }).from(events).where(isPresentEventOf(ownerId));

type NewRow = SelectedRow<typeof events>;
type Settings = Omit<NewRow, 'eventId' | 'ownerId' | 'eventName' | 'accessCode' | 'createdAt'>;

/** Returns the row of a new event. */
export const newEventRow = (ctx: ServiceContext, { eventId, eventName, accessCode }: Event, settings: Settings) =>
  selectedRow(events, {
    eventId,
    ownerId: users.userId,
    eventName,
    accessCode,
    jurisdiction: ctx.newEventJurisdiction(),
    createdAt: ctx.now(),
    ...settings,
  });

/**
 * Counts the events that the account of the query's row has created since its trial began. Deleted ones count, because
 * their taps had a price, too; of a purged event only the time of the purge is known.
 */
const trialEvents = (
  ownerId: string,
) => sql<number>`(SELECT count(*) FROM ${events} WHERE ${events.ownerId} = ${ownerId}
  AND max(${events.createdAt}, coalesce(${events.purgedAt}, 0)) > ${users.trialEndsAt} - ${TRIAL_MAX_MS})`;

/** The condition for the accounts that have reached the number of events of a trial (docs/product.md, B9). */
const hasTriedAll = (ctx: ServiceContext, ownerId: string): SQL | undefined => {
  const { subscriptionStatus: status, trialEndsAt } = users;
  const hasSubscribed = or(inArray(status, ['active', 'past_due']), and(isNull(status), lte(trialEndsAt, ctx.now())));
  return ctx.trialEvents === Infinity
    ? sql`FALSE`
    : sql`(${hasSubscribed}) IS NOT TRUE AND ${trialEvents(ownerId)} >= ${ctx.trialEvents}`;
};

/** The condition for another event. The inserting statement checks it, so simultaneous calls cannot exceed it. */
export const isBelowEventLimit = (ctx: ServiceContext, ownerId: string): SQL | undefined =>
  and(
    isPresentAccount(ownerId),
    sql`(${ownEvents(ctx, ownerId)}) < ${EVENTS_PER_ACCOUNT_MAX}`,
    sql`NOT (${hasTriedAll(ctx, ownerId)})`,
  );

function insertEvent(ctx: ServiceContext, ownerId: string, event: Event, timeZone: string) {
  const row = ctx.db
    .select(newEventRow(ctx, event, { timeZone, reportTime: DEFAULT_REPORT_TIME }))
    .from(users)
    .where(isBelowEventLimit(ctx, ownerId));
  return ctx.db.insert(events).select(row).onConflictDoNothing();
}

/** A club night belongs to one business day (docs/product.md, D1). */
const DEFAULT_REPORT_TIME = '06:00';

interface NewEvent {
  eventName: string;
  /** Returns a batch that inserts the event, unless its code is taken or the account has reached its limit. */
  insert: (ownerId: string, event: Event) => [BatchItem<'sqlite'>, ...BatchItem<'sqlite'>[]];
  /** Throws if the event can no longer be inserted. */
  checkAgain?: () => Promise<unknown>;
}

/** Inserts an event with a free access code, and sends it to the room and to the admin's devices. */
export async function makeEvent(
  ctx: ServiceContext,
  admin: AdminSession,
  { eventName, insert, checkAgain }: NewEvent,
): Promise<Event> {
  const { identity } = admin;
  for (let attempt = 0; attempt < NEW_CODE_TRIES_MAX; attempt += 1) {
    const event = { eventId: newId(), eventName, accessCode: newAccessCode() };
    await ctx.db.batch(insert(identity.userId, event));
    const definition = await loadDefinition(ctx.db, event.eventId, ctx.now());
    if (definition) {
      await publishDefinition(ctx, definition, principalOf(admin), {
        type: 'event_created',
        event: definition.event,
      });
      return definition.event;
    }
    // Nothing was inserted: the code was taken, the limit was reached, or the account was deleted since the call began.
    const [own] = await ownEvents(ctx, identity.userId);
    if (own && own.total >= EVENTS_PER_ACCOUNT_MAX)
      throw new AppError('limit_reached', message(serviceTexts, 'too_many_events', EVENTS_PER_ACCOUNT_MAX));
    const [owner] = await ctx.db
      .select({ hasTriedAll: sql<number>`${hasTriedAll(ctx, identity.userId)}` })
      .from(users)
      .where(isPresentAccount(identity.userId));
    if (!owner) throw new AppError('unauthenticated');
    if (owner.hasTriedAll)
      throw new AppError('limit_reached', message(serviceTexts, 'too_many_trial_events', ctx.trialEvents));
    await checkAgain?.();
  }
  throw new AppError('unavailable');
}

/** Creates an event with a new access code. */
export async function createEvent(ctx: ServiceContext, admin: AdminSession, input: CreateEventInput): Promise<Event> {
  return await makeEvent(ctx, admin, {
    eventName: orInvalidInput(checkNewEventName(input.eventName)),
    insert: (ownerId, event) => [insertEvent(ctx, ownerId, event, input.timeZone)],
  });
}

/** Returns the account's events that are the member's, oldest first. */
export async function listEvents(
  ctx: ServiceContext,
  { identity }: MemberSession,
  page: PageQuery,
): Promise<Page<Event>> {
  const cursor = readCursor(page.after);
  const rows = await loadOwnEventPlaces(ctx.db, identity.userId, {
    eventIds: identity.eventIds,
    limit: rowsFor(page),
    after: cursor && { createdAt: cursor.at, rowid: Number(cursor.key) },
  });
  const { entries, next } = cutPage(rows, page, ({ createdAt, rowid }) => cursorOf(createdAt, rowid));
  return { entries: entries.map(({ event }) => event), next };
}
