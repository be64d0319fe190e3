import { and, eq, gt, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import { type SQLiteColumn, unionAll } from 'drizzle-orm/sqlite-core';
import { isPresentEventOf } from '../../db/present';
import type { Membership } from '../../db/people';
import { alertRecipients, apiKeys, events, inspectorLinks, publicLinks } from '../../db/schema';
import type { Made, MadeRef } from '../../shared/members/schemas';
import { logError } from '../../observability/log';
import { assertNever } from '../../shared/assert-never';
import type { AuditAction } from '../../shared/audit/schemas';
import { AppError } from '../../shared/errors';
import { requireOwnEvent } from '../access/event';
import { requireAdmin, type VerbAccess } from '../access/session';
import type { ServiceContext } from '../context';
import { noteAct } from '../audit/note';
import { revokeDisplayLink } from '../displays/display-link';
import { revokePublicLink } from '../displays/public-link';
import { revokeInspectorLink } from '../inspections/links';
import { revokeApiKey } from '../keys/own-keys';
import { removeRecipient } from '../notifications/recipients';
import { findRole } from './end-membership';

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

/** Returns what is in force and was made by this member, keys first. Throws a 404 for somebody who is no member. */
export async function listMade(
  ctx: ServiceContext,
  { identity: { userId } }: VerbAccess<'members'>,
  personId: string,
): Promise<Made[]> {
  const membership = { userId, personId };
  if ((await findRole(ctx, membership)) === null) throw new AppError('not_found');
  const rows = await readMade(ctx, membership);
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

/** What the audit log says of an end. */
const ACTIONS = {
  key: 'revokeApiKey',
  recipient: 'deleteAlertRecipient',
  inspectorLink: 'revokeInspectorLink',
  publicLink: 'revokePublicLink',
  display: 'revokeDisplayLink',
} as const satisfies Readonly<Record<Made['kind'], AuditAction>>;

/** Ends it and notes that. Whether it has ended now; somebody else may have ended it meanwhile. */
async function endAndNote(ctx: ServiceContext, access: VerbAccess<'members'>, made: MadeRow): Promise<boolean> {
  const { kind, name, eventId } = made;
  try {
    await end(ctx, made);
    await noteAct(ctx, access, { action: ACTIONS[kind], eventId, detail: name });
    return true;
  } catch (error) {
    if (error instanceof AppError && error.code === 'not_found') return true;
    logError('members.end_made', error, { requestId: ctx.requestId });
    return false;
  }
}

/** Ends those of the things that a member has made for which `isMeant` holds. Throws a 503 if some could not be ended. */
export async function endMade(
  ctx: ServiceContext,
  access: VerbAccess<'members'>,
  personId: string,
  isMeant: (made: MadeRef) => boolean,
): Promise<void> {
  const { userId } = access.identity;
  const made = await readMade(ctx, { userId, personId });
  let haveEnded = true;
  for (const one of made.filter(isMeant)) haveEnded = (await endAndNote(ctx, access, one)) && haveEnded;
  if (!haveEnded) throw new AppError('unavailable');
}

/** Makes what a former member has made, and what no owner has ended, the account's own. */
export async function keepMade({ db }: Pick<ServiceContext, 'db'>, { userId, personId }: Membership): Promise<void> {
  const own = db.select({ eventId: events.eventId }).from(events).where(isPresentEventOf(userId));
  const kept = { madeBy: null };
  await db.batch([
    db
      .update(apiKeys)
      .set(kept)
      .where(and(eq(apiKeys.ownerId, userId), eq(apiKeys.madeBy, personId))),
    db
      .update(alertRecipients)
      .set(kept)
      .where(and(eq(alertRecipients.ownerId, userId), eq(alertRecipients.madeBy, personId))),
    db
      .update(inspectorLinks)
      .set(kept)
      .where(and(inArray(inspectorLinks.eventId, own), eq(inspectorLinks.madeBy, personId))),
    db
      .update(publicLinks)
      .set(kept)
      .where(and(inArray(publicLinks.eventId, own), eq(publicLinks.madeBy, personId))),
    db
      .update(events)
      .set({ displayMadeBy: null })
      .where(and(isPresentEventOf(userId), eq(events.displayMadeBy, personId))),
  ]);
}
