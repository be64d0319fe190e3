import { and, eq, isNull } from 'drizzle-orm';
import { accountColumns, toAccountState } from '../../db/accounts';
import { events, users } from '../../db/schema';
import { displaySessionId } from '../../lib/ids';
import { Kept } from '../../lib/kept';
import type { ServiceContext } from '../context';
import { AppError } from '../../shared/errors';
import { type EventVisit, visitColumns } from '../events/visit';
import { lookUp } from '../trust/look-up';

/** As `newToken` makes them: what is none is nobody's. */
const TOKEN = /^[0-9a-f]{64}$/;
/** Links remembered at the same time. */
const LINKS_MAX = 1_000;

const findRow = async ({ db }: ServiceContext, displayToken: string) =>
  (await db
    .select({ ...visitColumns, ...accountColumns })
    .from(events)
    .innerJoin(users, and(eq(users.userId, events.ownerId), isNull(users.deletedAt)))
    .where(and(eq(events.displayToken, displayToken), isNull(events.deletedAt)))
    .get()) ?? null;
type Row = NonNullable<Awaited<ReturnType<typeof findRow>>>;

/**
 * Links that are there, by their session. For a second D1 is not asked again, however many screens there are: one that was
 * revoked elsewhere shows its number for so much longer. What it shows is the room's, asked each time.
 */
const links = new Map<string, Kept<Row | null>>();
const PATIENCE = { keptMs: 1_000, waitMs: 4_000 };

/** D1 is asked anew for a link that this isolate has just replaced or revoked. */
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
 * The event that a display's link shows, for whoever holds the link; also while the account is locked. 404 for a link that
 * never was or was revoked, and when event or account is gone. Failures are not limited as those of access codes are: nobody
 * finds one of 2^256 tokens by trying. What they cost D1 is.
 */
export async function visitDisplay(ctx: ServiceContext, displayToken: string): Promise<EventVisit> {
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
