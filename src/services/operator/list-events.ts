import { and, asc, gt, isNull } from 'drizzle-orm';
import { accountAddress } from '../../db/accounts';
import { events, users } from '../../db/schema';
import { isPresentAccount } from '../../db/present';
import { isoTime } from '../../time/iso-time';
import type { OperatorAccess } from '../access/operator';
import type { ServiceContext } from '../context';
import type { OperatorEventList } from './schemas';

/** The most events in one answer: about 100 KB. */
const EVENTS_PER_PAGE = 500;

/**
 * Returns the events of all accounts, sorted by id, from the first id after `after` on. `next` is the id to pass as
 * `after` for the next page; null after the last page.
 */
export async function listAllEvents(
  { db }: ServiceContext,
  _operator: OperatorAccess,
  after: string,
): Promise<OperatorEventList> {
  const rows = await db
    .select({
      eventId: events.eventId,
      eventName: events.eventName,
      accountId: events.ownerId,
      email: accountAddress.as('account_address'),
      createdAt: events.createdAt,
    })
    .from(events)
    .innerJoin(users, isPresentAccount(events.ownerId))
    .where(and(gt(events.eventId, after), isNull(events.deletedAt)))
    .orderBy(asc(events.eventId))
    .limit(EVENTS_PER_PAGE + 1);
  const page = rows.slice(0, EVENTS_PER_PAGE);
  return {
    events: page.map(({ createdAt, ...event }) => ({ ...event, createdAt: isoTime(createdAt) })),
    next: rows.length > EVENTS_PER_PAGE ? (page.at(-1)?.eventId ?? null) : null,
  };
}
