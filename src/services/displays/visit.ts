import { and, eq, isNull } from 'drizzle-orm';
import { accountColumns, toAccountState } from '../../db/accounts';
import { events, users } from '../../db/schema';
import { displaySessionId } from '../../crypto/ids';
import { Kept } from '../../concurrency/kept';
import type { ServiceContext } from '../context';
import { AppError } from '../../shared/errors';
import { type EventAccess, accessColumns } from '../events/visit';
import { lookUp } from '../trust/look-up';

/** The form of a token from `newToken`: any other text is no token. */
const TOKEN = /^[0-9a-f]{64}$/;
/** Links that are remembered at the same time. */
const LINKS_MAX = 1_000;

const findRow = async ({ db }: ServiceContext, displayToken: string) =>
  (await db
    .select({ ...accessColumns, ...accountColumns })
    .from(events)
    .innerJoin(users, and(eq(users.userId, events.ownerId), isNull(users.deletedAt)))
    .where(and(eq(events.displayToken, displayToken), isNull(events.deletedAt)))
    .get()) ?? null;
type Row = NonNullable<Awaited<ReturnType<typeof findRow>>>;

/**
 * Links that exist, by their session. D1 is asked at most once a second for a link, however many screens there are. A
 * link that was revoked elsewhere therefore works for up to a second longer. Its contents are the room's and are read
 * each time.
 */
const links = new Map<string, Kept<Row | null>>();
const PATIENCE = { keptMs: 1_000, waitMs: 4_000 };

/** Forgets a link that this isolate has just replaced or revoked. */
export async function forgetLink(displayToken: string | null): Promise<void> {
  if (displayToken !== null) links.delete(await displaySessionId(displayToken));
}

async function seekRow(ctx: ServiceContext, displayToken: string, sessionId: string): Promise<Row | null> {
  const find = () => findRow(ctx, displayToken);
  if (!links.has(sessionId)) {
    const row = await lookUp(ctx.seeker, { kind: 'display', hash: sessionId }, find, () => links.has(sessionId));
    if (row === null) return null;
    if (row !== undefined) {
      if (links.size >= LINKS_MAX) links.clear();
      links.set(sessionId, new Kept<Row | null>(PATIENCE, { value: row, foundAt: ctx.now() }));
      return row;
    }
  }
  const row = (await links.get(sessionId)?.read(ctx.now, find)) ?? null;
  if (row === null) links.delete(sessionId);
  return row;
}

/**
 * The event that a display's link shows, for whoever holds the link, even while the account is locked. 404 for a link
 * that never existed or was revoked, and when event or account is deleted. Failures are not limited like those of
 * access codes, because nobody guesses one of 2^256 tokens; what they cost D1 is limited.
 */
export async function requireDisplay(ctx: ServiceContext, displayToken: string): Promise<EventAccess> {
  if (!TOKEN.test(displayToken)) throw new AppError('not_found');
  const sessionId = await displaySessionId(displayToken);
  const row = await seekRow(ctx, displayToken, sessionId);
  if (!row) throw new AppError('not_found');
  const { eventId, ownerId, jurisdiction, revision } = row;
  return {
    visit: { eventId, ownerId, jurisdiction, revision, account: toAccountState(row, ctx.now()) },
    principal: `display:${eventId}`,
    sessionId,
  };
}
