import { and, asc, count, desc, eq, gt, isNull, sql } from 'drizzle-orm';
import * as z from 'zod/mini';
import type { Database } from '../../db/client';
import { events, inspectorLinks } from '../../db/schema';
import { selectedRow } from '../../db/selected-row';
import { isPresentEvent } from '../../db/present';
import { newId, newToken, sha256Hex } from '../../crypto/ids';
import { orInvalidInput, parse } from '../../http/input';
import type { InspectionNote } from '../../reports/journal-kinds';
import { AppError } from '../../shared/errors';
import {
  type CreatedInspectorLink,
  type InspectorLink,
  type NewInspectorLink,
  NewInspectorLinkSchema,
} from '../../shared/inspections/schemas';
import { HOUR_MS } from '../../shared/durations';
import { INSPECTION_HOURS_MAX, INSPECTOR_LINKS_MAX } from '../../shared/inspections/limits';
import { message } from '../../shared/messages/message';
import { serviceTexts } from '../../shared/messages/service-texts';
import type { Unchecked } from '../../shared/rules/checked';
import { checkInspectionEnd } from '../../shared/rules/inspection-end';
import { checkInspectionLabel } from '../../shared/rules/names';
import { isoTime, isoTimeOrNull } from '../../time/iso-time';
import type { EventAdminAccess } from '../access/event';
import { INSPECTOR_LINKS } from '../access/links';
import { INSPECTOR_LINKS_PER_ACCOUNT } from '../attempts/limits';
import { countAttempt } from '../attempts/record';
import { tellRoom } from '../call-room';
import { madeBy, type ServiceContext } from '../context';

/** How many links a list has: all that are in force, then those that ended last. */
const LISTED_MAX = 100;

const TOO_MANY = message(serviceTexts, 'too_many_inspector_links', INSPECTOR_LINKS_MAX);
const HOURS_INVALID = message(serviceTexts, 'inspection_hours_invalid', INSPECTION_HOURS_MAX);

/** Reads the links of an event: first those that nobody has revoked, and of these the ones that last longest. */
export async function loadInspectorLinks(db: Database, eventId: string, limit = -1): Promise<InspectorLink[]> {
  const rows = await db
    .select()
    .from(inspectorLinks)
    .where(eq(inspectorLinks.eventId, eventId))
    .orderBy(asc(sql`${inspectorLinks.revokedAt} IS NOT NULL`), desc(inspectorLinks.expiresAt))
    .limit(limit);
  return rows.map(({ linkId, label, createdAt, expiresAt, revokedAt, openings, lastOpenedAt }) => ({
    linkId,
    label,
    createdAt: isoTime(createdAt),
    expiresAt: isoTime(expiresAt),
    revokedAt: isoTimeOrNull(revokedAt),
    openings,
    lastOpenedAt: isoTimeOrNull(lastOpenedAt),
  }));
}

/** Returns the event's links, also those that have ended in the last months. */
export const listInspectorLinks = (
  { db }: ServiceContext,
  { roomContext }: EventAdminAccess,
): Promise<InspectorLink[]> => loadInspectorLinks(db, roomContext.eventId, LISTED_MAX);

/** Inserts a link. The same statement checks the limit, so that simultaneous calls cannot exceed it. */
function insertLink({ db, now }: ServiceContext, link: typeof inspectorLinks.$inferInsert) {
  const { eventId } = link;
  const inForce = db
    .select({ total: count() })
    .from(inspectorLinks)
    .where(
      and(eq(inspectorLinks.eventId, eventId), isNull(inspectorLinks.revokedAt), gt(inspectorLinks.expiresAt, now())),
    );
  const row = db
    .select(selectedRow(inspectorLinks, { ...link, eventId: events.eventId }))
    .from(events)
    .where(and(isPresentEvent(eventId), sql`(${inForce}) < ${INSPECTOR_LINKS_MAX}`));
  return db.insert(inspectorLinks).select(row).returning({ linkId: inspectorLinks.linkId });
}

/** Tells the room what happened to a link, for its journal. Before somebody has joined to count there is no journal. */
const note = (ctx: ServiceContext, { roomContext, principal }: EventAdminAccess, entry: InspectionNote) =>
  tellRoom(ctx, 'note inspection', roomContext, async (room) => {
    await room.noteInspection(roomContext, entry, principal);
  });

/** Returns when a new link ends. All times are epoch ms. */
function readEnd({ hours, expiresAt }: Unchecked<NewInspectorLink>, now: number): number {
  const { shape } = NewInspectorLinkSchema;
  if (expiresAt === undefined) {
    const read = parse(z.nonoptional(shape.hours), hours, HOURS_INVALID);
    return now + read * HOUR_MS;
  }
  if (hours !== undefined) throw new AppError('invalid_input');
  const end = z.safeParse(shape.expiresAt, expiresAt);
  return orInvalidInput(checkInspectionEnd(Date.parse(end.data ?? ''), now));
}

/** Creates a link for an inspector. Its token is returned only here. */
export async function createInspectorLink(
  ctx: ServiceContext,
  access: EventAdminAccess,
  input: Unchecked<NewInspectorLink>,
): Promise<CreatedInspectorLink> {
  const { eventId, ownerId } = access.roomContext;
  const label = orInvalidInput(checkInspectionLabel(input.label));
  const createdAt = ctx.now();
  const expiresAt = readEnd(input, createdAt);
  await countAttempt(ctx, [{ key: `inspections:account:${ownerId}`, limit: INSPECTOR_LINKS_PER_ACCOUNT }]);
  const [linkId, token] = [newId(), newToken()];
  const about = { linkId, eventId, label, createdAt, expiresAt };
  const row = { ...about, tokenHash: await sha256Hex(token), madeBy: madeBy(access.admin) };
  const inserted = await insertLink(ctx, row);
  if (inserted.length === 0) throw new AppError('limit_reached', TOO_MANY);
  await note(ctx, access, { kind: 'inspection_created', label });
  return {
    linkId,
    label,
    createdAt: isoTime(createdAt),
    expiresAt: isoTime(expiresAt),
    revokedAt: null,
    openings: 0,
    lastOpenedAt: null,
    token,
  };
}

/**
 * Revokes a link: within a second it opens nothing any more. A link that has already ended stays as it is. Throws a 404
 * if the event has no such link.
 */
export async function revokeInspectorLink(
  ctx: ServiceContext,
  access: EventAdminAccess,
  linkId: string,
): Promise<void> {
  const own = and(eq(inspectorLinks.linkId, linkId), eq(inspectorLinks.eventId, access.roomContext.eventId));
  const link = await ctx.db.select().from(inspectorLinks).where(own).get();
  if (!link) throw new AppError('not_found');
  const revokedAt = ctx.now();
  if (link.revokedAt !== null || link.expiresAt <= revokedAt) return;
  await ctx.db.update(inspectorLinks).set({ revokedAt }).where(own);
  INSPECTOR_LINKS.forget(link.tokenHash);
  await note(ctx, access, { kind: 'inspection_revoked', label: link.label });
}
