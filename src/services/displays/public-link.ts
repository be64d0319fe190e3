import { eq } from 'drizzle-orm';
import * as z from 'zod/mini';
import { newToken, sha256Hex } from '../../crypto/ids';
import { publicLinks } from '../../db/schema';
import { parse } from '../../http/input';
import { DisplaySchema } from '../../shared/schemas/display';
import { NewPublicLinkSchema, type PublicLink, type PublicNumbers } from '../../shared/public-numbers/schemas';
import type { EventAdminAccess } from '../access/event';
import { PUBLIC_LINKS, type PublicAccess } from '../access/links';
import { noteEnded } from '../backups/ended';
import { madeBy, type ServiceContext } from '../context';
import { readDatedDisplay } from './display-link';
import { publicNumbers } from './public-numbers';

/** Returns the event's public link; null while its numbers are not public. */
export async function readPublicLink(
  { db }: Pick<ServiceContext, 'db'>,
  { roomContext }: Pick<EventAdminAccess, 'roomContext'>,
): Promise<PublicLink['link']> {
  const { token, detail, eventId } = publicLinks;
  const found = await db.select({ token, detail }).from(publicLinks).where(eq(eventId, roomContext.eventId)).get();
  return found ?? null;
}

/** Makes the event's numbers public, or changes how much of them is. The token stays until it is revoked. */
export async function setPublicLink(
  ctx: ServiceContext,
  access: EventAdminAccess,
  input: unknown,
): Promise<PublicLink['link']> {
  const { detail } = parse(NewPublicLinkSchema, input);
  const { eventId } = access.roomContext;
  await ctx.db
    .insert(publicLinks)
    .values({ eventId, token: newToken(), detail, createdAt: ctx.now(), madeBy: madeBy(access.admin) })
    .onConflictDoUpdate({ target: publicLinks.eventId, set: { detail } });
  const link = await readPublicLink(ctx, access);
  if (link !== null) PUBLIC_LINKS.forget(await sha256Hex(link.token));
  return link;
}

/** Ends the public link for good: switching it on again makes another token. */
export async function revokePublicLink(ctx: ServiceContext, access: EventAdminAccess): Promise<void> {
  const link = await readPublicLink(ctx, access);
  if (link === null) return;
  await ctx.db.delete(publicLinks).where(eq(publicLinks.token, link.token));
  PUBLIC_LINKS.forget(await sha256Hex(link.token));
  await noteEnded(ctx, link.token);
}

/** Returns what anybody may read, at most a second old. */
export async function readPublicNumbers(ctx: ServiceContext, access: PublicAccess): Promise<PublicNumbers> {
  const { value, foundAt } = await readDatedDisplay(ctx, access);
  const display = z.parse(DisplaySchema, JSON.parse(value));
  const isOpened = access.roomContext.isOpened !== false;
  return publicNumbers(display, { detail: access.detail, isOpened, readAt: foundAt });
}
