import { and, asc, eq, gt, sql } from 'drizzle-orm';
import { apiKeys, awaitedEvents, events, users } from '../../db/schema';
import { accountAddress } from '../../db/accounts';
import { isPresentAccount } from '../../db/present';
import type { OperatorAccess } from '../access/operator';
import type { ServiceContext } from '../context';
import { ENDED_BY_RESTORE } from './kept-tables';
import type { EndedKeyList } from './schemas';

const KEYS_PER_PAGE = 500;

/** Returns the API keys that the last restore has ended, sorted by id. Their machines need new ones. */
export async function listEndedKeys(
  { db }: ServiceContext,
  _operator: OperatorAccess,
  after: string,
): Promise<EndedKeyList> {
  const rows = await db
    .select({
      keyId: apiKeys.keyId,
      name: apiKeys.name,
      scopes: apiKeys.scopes,
      eventId: apiKeys.eventId,
      eventName: sql<
        string | null
      >`coalesce(${events.eventName}, json_extract(${awaitedEvents.definition}, '$.event.event_name'))`,
      email: accountAddress.as('account_address'),
    })
    .from(apiKeys)
    .innerJoin(users, isPresentAccount(apiKeys.ownerId))
    .leftJoin(events, eq(events.eventId, apiKeys.eventId))
    .leftJoin(awaitedEvents, eq(awaitedEvents.eventId, apiKeys.eventId))
    .where(and(sql`${apiKeys.keyHash} = ${ENDED_BY_RESTORE} || ${apiKeys.keyId}`, gt(apiKeys.keyId, after)))
    .orderBy(asc(apiKeys.keyId))
    .limit(KEYS_PER_PAGE + 1);
  const page = rows.slice(0, KEYS_PER_PAGE);
  return { keys: page, next: rows.length > KEYS_PER_PAGE ? (page.at(-1)?.keyId ?? null) : null };
}
