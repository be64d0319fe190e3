import { and, asc, eq, getTableColumns, inArray, or, sql } from 'drizzle-orm';
import { accountAddress, billingColumns } from '../../db/accounts';
import { activityDays, events, sessions, users } from '../../db/schema';
import { isPresentAccount, isPresentEventOf } from '../../db/present';
import { AppError } from '../../shared/errors';
import { TAPS_FILE_DAYS_MAX } from '../../shared/reports/limits';
import { appPaths, WIDGET_PATH } from '../../shared/paths';
import { isSideArea } from '../../shared/evacuation/side-areas';
import type { StoredRow } from '../../stored/tables';
import { isoTime, isoTimeOrNull } from '../../time/iso-time';
import { effectiveStatus } from '../../shared/rules/subscription';
import { limitedVenue } from '../../shared/rules/limits/lowest';
import { type AccountExport, EXPORTED_TABLES, type ExportedEvent } from './export-schema';
import { countAttempt } from '../attempts/record';
import { EXPORTS_PER_ACCOUNT } from '../attempts/limits';
import type { VerbAccess } from '../access/session';
import type { MemberSession, ServiceContext } from '../context';
import { storedPages } from '../events/stored-pages';
import { mustBeOwner } from '../members/end-membership';
import { loadMembers } from '../members/list';
import { loadApiKeys } from '../keys/own-keys';
import { listOwnRecipients } from '../notifications/recipients';
import { readPublicLink } from '../displays/public-link';
import { loadInspectorLinks } from '../inspections/links';
import { accessColumns, toEventAccess } from '../access/event';

/** How many recorded days are read at once. */
const DAYS_PAGE = 1_000;

/** Data of the account that the export does not contain, and where to get them. */
const ELSEWHERE: AccountExport['elsewhere'] = [
  {
    what: 'Every single tap, for 90 days after its day was closed',
    where: `/api/events/{eventId}/report/ledger?from=YYYY-MM-DD&to=YYYY-MM-DD, as CSV, up to ${TAPS_FILE_DAYS_MAX} days at once`,
  },
  {
    what: 'Card, invoices and payments',
    where: 'the payment provider, Stripe; the invoices that it sends by email',
  },
  {
    what: 'Password, second step, API keys, and what opens a session',
    where: 'nowhere: what they are checked by is in no export',
  },
  {
    what: 'The secrets of webhooks, the keys of browsers, and the last messages to recipients of alerts',
    where: 'each secret was shown once; /api/alert-deliveries for the messages of the last 30 days',
  },
  {
    what: 'The audit log of the last two years',
    where: '/api/audit?format=csv',
  },
  {
    what: 'Failed logins of the last hours, by email and network address',
    where: 'counted to stop guessing, and deleted within hours',
  },
];

async function accountOf(ctx: ServiceContext, userId: string): Promise<AccountExport['account']> {
  const row = await ctx.db
    .select({
      email: accountAddress.as('account_address'),
      subscriptionStatus: users.subscriptionStatus,
      trialEndsAt: users.trialEndsAt,
      createdAt: users.createdAt,
      stripeCustomerId: users.stripeCustomerId,
      periodStartsAt: users.periodStartsAt,
      periodEndsAt: users.periodEndsAt,
      ...billingColumns,
    })
    .from(users)
    .where(isPresentAccount(userId))
    .get();
  if (!row) throw new AppError('unauthenticated');
  const { email, trialEndsAt, createdAt, stripeCustomerId, periodStartsAt, periodEndsAt, ...others } = row;
  const { subscriptionStatus: _status, ...billingDetails } = others;
  return {
    userId,
    email,
    subscriptionStatus: effectiveStatus(row, ctx.now()),
    trialEndsAt: isoTime(trialEndsAt),
    createdAt: isoTime(createdAt),
    billingDetails,
    stripeCustomerId,
    periodStartsAt: isoTimeOrNull(periodStartsAt),
    periodEndsAt: isoTimeOrNull(periodEndsAt),
  };
}

async function sessionsOf(ctx: ServiceContext, userId: string): Promise<AccountExport['sessions']> {
  const ownEvents = ctx.db.select({ eventId: events.eventId }).from(events).where(eq(events.ownerId, userId));
  const rows = await ctx.db
    .select({
      sessionId: sessions.sessionId,
      eventId: sessions.eventId,
      browser: sessions.browser,
      createdAt: sessions.createdAt,
      expiresAt: sessions.expiresAt,
    })
    .from(sessions)
    .where(or(eq(sessions.userId, userId), inArray(sessions.eventId, ownEvents)));
  rows.sort((a, b) => a.createdAt - b.createdAt);
  return rows.map((row) => ({ ...row, createdAt: isoTime(row.createdAt), expiresAt: isoTime(row.expiresAt) }));
}

async function* daysOf(ctx: ServiceContext, userId: string): AsyncGenerator<string[], void> {
  const rowid = sql<number>`${activityDays}.rowid`;
  let last = { countedAt: -1, place: 0 };
  for (let isMore = true; isMore;) {
    const rows = await ctx.db
      .select({
        place: rowid.as('place'),
        eventId: activityDays.eventId,
        day: activityDays.day,
        countedAt: activityDays.countedAt,
        billableAt: activityDays.billableAt,
        acceptedAt: activityDays.acceptedAt,
      })
      .from(activityDays)
      .where(
        and(
          eq(activityDays.ownerId, userId),
          sql`(${activityDays.countedAt}, ${rowid}) > (${last.countedAt}, ${last.place})`,
        ),
      )
      .orderBy(asc(activityDays.countedAt), asc(rowid))
      .limit(DAYS_PAGE);
    yield rows.map(({ eventId, day, countedAt, billableAt, acceptedAt }) =>
      JSON.stringify({
        eventId,
        day,
        countedAt: isoTime(countedAt),
        billableAt: isoTimeOrNull(billableAt),
        acceptedAt: isoTimeOrNull(acceptedAt),
      } satisfies AccountExport['daysOnRecord'][number]),
    );
    isMore = rows.length === DAYS_PAGE;
    last = rows.at(-1) ?? last;
  }
}

const eventsOf = (ctx: ServiceContext, userId: string) =>
  ctx.db
    .select({ ...getTableColumns(events), ...accessColumns })
    .from(events)
    .where(isPresentEventOf(userId))
    .orderBy(asc(events.createdAt), asc(sql`${events}.rowid`));

type EventRow = Awaited<ReturnType<typeof eventsOf>>[number];

type RoomPart = keyof typeof EXPORTED_TABLES;

/** Side areas are left out: the evacuations have their numbers. */
const isExported = ({ area_id: areaId }: StoredRow): boolean => !isSideArea(String(areaId ?? ''));

/** The parts after the areas. The room of a deleted event refuses the areas, and the export leaves it out. */
const LATER_PARTS = Object.keys(EXPORTED_TABLES).filter((part): part is RoomPart => part !== 'areas');

/** Yields an event as JSON in pieces; nothing if the event was deleted meanwhile. */
async function* eventPieces(ctx: ServiceContext, session: MemberSession, row: EventRow): AsyncGenerator<string, void> {
  const { eventId, ownerId, jurisdiction, revision, isOpened } = row;
  const { roomContext } = toEventAccess({ eventId, ownerId, jurisdiction, revision, isOpened }, session);
  const rowsOf = async function* (part: RoomPart) {
    for await (const rows of storedPages(ctx, roomContext, part))
      yield rows.filter(isExported).map(EXPORTED_TABLES[part].jsonOf);
  };
  let areas = '';
  try {
    for await (const piece of array(rowsOf('areas'))) areas += piece;
  } catch (error) {
    if (error instanceof AppError && error.code === 'not_found') return;
    throw error;
  }
  const link = await readPublicLink(ctx, { roomContext });
  const head: Omit<ExportedEvent, RoomPart> = {
    eventId,
    eventName: row.eventName,
    accessCode: row.accessCode,
    schedule: {
      timeZone: row.timeZone,
      reportTime: row.reportTime,
      startDate: row.startDate,
      endDate: row.endDate,
    },
    venue: row.venue && limitedVenue(row.venue),
    capacityPlan: row.capacityPlan,
    categories: row.categories,
    letterhead: { organizer: row.organizer, address: row.address },
    displayPath: row.displayToken === null ? null : appPaths.display.replace(':token', row.displayToken),
    publicNumbers: link && { path: WIDGET_PATH.replace(':token', link.token), detail: link.detail },
    inspectorLinks: await loadInspectorLinks(ctx.db, eventId),
    createdAt: isoTime(row.createdAt),
  };
  yield `${open(head)},"areas":${areas}`;
  for (const part of LATER_PARTS) {
    yield `,"${part}":`;
    yield* array(rowsOf(part));
  }
  yield '}';
}

/** Returns a JSON object without its closing brace, so that more fields can follow. */
const open = (head: object): string => JSON.stringify(head).slice(0, -1);

/** Yields a JSON array. Its elements are already JSON. */
async function* array(pages: AsyncIterable<readonly string[]>): AsyncGenerator<string, void> {
  let separator = '[';
  for await (const items of pages) {
    if (items.length === 0) continue;
    yield separator + items.join(',');
    separator = ',';
  }
  yield separator === '[' ? '[]' : ']';
}

async function* pieces(ctx: ServiceContext, session: MemberSession, head: object): AsyncGenerator<string, void> {
  const { userId, personId } = session.identity;
  yield `${open(head)},"daysOnRecord":`;
  yield* array(daysOf(ctx, userId));
  yield ',"events":[';
  let separator = '';
  for (const row of await eventsOf(ctx, userId)) {
    await mustBeOwner(ctx, { userId, personId });
    let before = separator;
    for await (const piece of eventPieces(ctx, session, row)) {
      yield before + piece;
      [before, separator] = ['', ','];
    }
  }
  yield ']}';
}

/**
 * Exports everything that is stored about the admin's own account as one JSON text, in pieces. Rooms are read one after
 * another in small parts, so that counting never waits. The text ends with an error once the admin is no owner. Throws
 * a 429 after too many exports within an hour.
 */
export async function exportAccount(
  ctx: ServiceContext,
  session: VerbAccess<'billing'>,
): Promise<AsyncGenerator<string, void>> {
  const { userId } = session.identity;
  await countAttempt(ctx, [{ key: `export:account:${userId}`, limit: EXPORTS_PER_ACCOUNT }]);
  const head: Omit<AccountExport, 'daysOnRecord' | 'events'> = {
    format: 'headroom-account',
    formatVersion: 1,
    exportedAt: isoTime(ctx.now()),
    account: await accountOf(ctx, userId),
    elsewhere: ELSEWHERE,
    ...(await loadMembers(ctx, userId)),
    alertRecipients: await listOwnRecipients(ctx, userId),
    apiKeys: await loadApiKeys(ctx.db, { ownerId: userId, now: ctx.now() }),
    sessions: await sessionsOf(ctx, userId),
  };
  return pieces(ctx, session, head);
}
