import { loadOwnEvents } from '../../db/own-events';
import type { Event } from '../../shared/schemas/event';
import type { ServiceContext } from '../context';
import { requireAdmin } from '../sessions/require';

/** The admin's own events, oldest first. */
export async function listEvents(ctx: ServiceContext): Promise<Event[]> {
  const { identity } = requireAdmin(ctx);
  return await loadOwnEvents(ctx.db, identity.userId);
}
