import { and, eq } from 'drizzle-orm';
import type { Database } from '../../db/client';
import { apiKeys, members } from '../../db/schema';
import type { RoomCallContext } from '../../rpc/identity';
import type { SourceSender } from '../../rpc/source-batch';
import type { SourceView } from '../../rpc/source-views';
import { can } from '../../shared/rules/roles';
import type { ServiceContext } from '../context';

type NamedSender = SourceView['owner'];

const KEY = 'key:';

const loadKeys = (db: Database, ownerId: string, keyId?: string) =>
  db
    .select({
      keyId: apiKeys.keyId,
      name: apiKeys.name,
      eventId: apiKeys.eventId,
      expiresAt: apiKeys.expiresAt,
      revokedAt: apiKeys.revokedAt,
    })
    .from(apiKeys)
    .where(and(eq(apiKeys.ownerId, ownerId), keyId === undefined ? undefined : eq(apiKeys.keyId, keyId)));

/** Loads the members who may send for machines. */
async function loadOrganizers(db: Database, ownerId: string) {
  const { personId, role, eventIds } = members;
  const all = await db.select({ personId, role, eventIds }).from(members).where(eq(members.ownerId, ownerId));
  return all.filter((member) => can(member, 'manage'));
}

/**
 * Returns a function that says of a sender what the event's account knows: the name of a key, and whether it is in force here.
 * A key of another event or account, and an organizer who does not manage the account, are not.
 * @param only the one sender that will be asked for; all of the account if it is missing
 */
export async function loadSenders(
  { db, now }: Pick<ServiceContext, 'db' | 'now'>,
  { eventId, ownerId: accountId }: Pick<RoomCallContext, 'eventId' | 'ownerId'>,
  only?: SourceSender,
): Promise<(sender: SourceSender) => NamedSender> {
  const keyIdOf = (sender: SourceSender) => (sender.startsWith(KEY) ? sender.slice(KEY.length) : null);
  const onlyKey = only && keyIdOf(only);
  const [rows, organizers] = await Promise.all([
    onlyKey === null ? [] : loadKeys(db, accountId, onlyKey),
    onlyKey ? [] : loadOrganizers(db, accountId),
  ]);
  const keys = new Map(rows.map((row) => [row.keyId, row]));
  const senders = new Set(organizers.map(({ personId }) => `admin:${personId}`));
  return (sender) => {
    const keyId = keyIdOf(sender);
    if (keyId === null) return { type: 'organizer', keyId, name: null, isInForce: senders.has(sender) };
    const key = keys.get(keyId);
    const isOfEvent = key !== undefined && (key.eventId ?? eventId) === eventId;
    const isInForce = isOfEvent && key.revokedAt === null && key.expiresAt > now();
    return { type: 'apiKey', keyId, name: key?.name ?? null, isInForce };
  };
}
