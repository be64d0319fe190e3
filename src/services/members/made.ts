import { and, eq, gt, isNull, type SQL, sql } from 'drizzle-orm';
import { type SQLiteColumn, unionAll } from 'drizzle-orm/sqlite-core';
import { isPresentEventOf } from '../../db/present';
import type { Membership } from '../../db/people';
import { alertRecipients, apiKeys, events, inspectorLinks, publicLinks } from '../../db/schema';
import type { Made, MadeRef } from '../../shared/members/schemas';
import { assertNever } from '../../shared/assert-never';
import { requireOwnEvent } from '../access/event';
import { requireAdmin, type VerbAccess } from '../access/session';
import type { ServiceContext } from '../context';
import { revokeDisplayLink } from '../displays/display-link';
import { revokePublicLink } from '../displays/public-link';
import { revokeInspectorLink } from '../inspections/links';
import { revokeApiKey } from '../keys/own-keys';
import { removeRecipient } from '../notifications/recipients';

/** What members make goes on working without them. So an owner who removes one decides what of it ends. */

const NONE = sql<string | null>`NULL`;

/** The fields of something that a member has made, in one form for all kinds. */
const fields = (kind: Made['kind'], id: SQLiteColumn, name: SQLiteColumn | SQL<string | null>) => ({
  kind: sql<Made['kind']>`${kind}`.as('kind'),
  id: sql<string>`${id}`.as('id'),
  name: sql<string | null>`${name}`.as('name'),
});

const ofEvent = {
  eventId: sql<string | null>`${events.eventId}`.as('of_event'),
  eventName: sql<string | null>`${events.eventName}`.as('of_event_name'),
};
const ofAll = { eventId: NONE.as('of_event'), eventName: NONE.as('of_event_name') };

/** Reads what is in force and was made by this member, keys first, with the id of its event. */
async function readMade({ db, now }: Pick<ServiceContext, 'db' | 'now'>, { userId, personId }: Membership) {
  const ofAccount = isPresentEventOf(userId);
  return await unionAll(
    db
      .select({ ...fields('key', apiKeys.keyId, apiKeys.name), ...ofEvent })
      .from(apiKeys)
      .leftJoin(events, eq(events.eventId, apiKeys.eventId))
      .where(
        and(
          eq(apiKeys.ownerId, userId),
          eq(apiKeys.madeBy, personId),
          isNull(apiKeys.revokedAt),
          gt(apiKeys.expiresAt, now()),
        ),
      ),
    db
      .select({ ...fields('recipient', alertRecipients.recipientId, alertRecipients.name), ...ofAll })
      .from(alertRecipients)
      .where(and(eq(alertRecipients.ownerId, userId), eq(alertRecipients.madeBy, personId))),
    db
      .select({ ...fields('inspectorLink', inspectorLinks.linkId, inspectorLinks.label), ...ofEvent })
      .from(inspectorLinks)
      .innerJoin(events, eq(events.eventId, inspectorLinks.eventId))
      .where(
        and(
          ofAccount,
          eq(inspectorLinks.madeBy, personId),
          isNull(inspectorLinks.revokedAt),
          gt(inspectorLinks.expiresAt, now()),
        ),
      ),
    db
      .select({ ...fields('publicLink', publicLinks.eventId, NONE), ...ofEvent })
      .from(publicLinks)
      .innerJoin(events, eq(events.eventId, publicLinks.eventId))
      .where(and(ofAccount, eq(publicLinks.madeBy, personId))),
    db
      .select({ ...fields('display', events.eventId, NONE), ...ofEvent })
      .from(events)
      .where(and(ofAccount, eq(events.displayMadeBy, personId))),
  );
}

type MadeRow = Awaited<ReturnType<typeof readMade>>[number];

/** Returns what is in force and was made by this member, keys first. */
export async function listMade(
  ctx: ServiceContext,
  { identity: { userId } }: VerbAccess<'members'>,
  personId: string,
): Promise<Made[]> {
  const rows = await readMade(ctx, { userId, personId });
  return rows.map(({ kind, id, name, eventName }) => ({ kind, id, name, eventName }));
}

/** Ends one of the things that a member has made. */
async function end(ctx: ServiceContext, { kind, id, eventId }: MadeRow): Promise<void> {
  const admin = requireAdmin(ctx);
  switch (kind) {
    case 'key':
      return await revokeApiKey(ctx, admin, id);
    case 'recipient':
      return await removeRecipient(ctx, admin, id);
    case 'inspectorLink':
      return await revokeInspectorLink(ctx, await requireOwnEvent(ctx, eventId ?? ''), id);
    case 'publicLink':
      return await revokePublicLink(ctx, await requireOwnEvent(ctx, id));
    case 'display':
      return await revokeDisplayLink(ctx, await requireOwnEvent(ctx, id));
    default:
      return assertNever(kind);
  }
}

/** Ends those of the things that a member has made for which `isMeant` holds. */
export async function endMade(
  ctx: ServiceContext,
  access: VerbAccess<'members'>,
  personId: string,
  isMeant: (made: MadeRef) => boolean,
): Promise<void> {
  const { userId } = access.identity;
  const made = await readMade(ctx, { userId, personId });
  for (const one of made.filter(isMeant)) await end(ctx, one);
}
