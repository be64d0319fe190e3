import { and, eq, isNull } from 'drizzle-orm';
import { events } from '../../db/schema';
import type { AccountActivity } from '../../shared/schemas/user';
import type { Device } from '../../shared/schemas/device';
import type { ServiceContext } from '../context';
import { toEventAccess, accessColumns, requireAdmin } from '../access';
import { callRoom, valueOrThrow } from '../call-room';

/** An admin's own screen watches and does not count, unless somebody taps on it. */
const isCounting = ({ isOnline, isAdmin, lastTapAt }: Device): boolean => isOnline && (!isAdmin || lastTapAt !== null);

/** What is going on in the admin's own events. Only rooms that hold sockets are asked; the hub knows them. */
export async function readActivity(ctx: ServiceContext): Promise<AccountActivity> {
  const session = requireAdmin(ctx);
  const { userId } = session.identity;
  const openRooms = await callRoom(ctx, 'open rooms', () => ctx.hub(userId).openRooms());
  const open = new Set(openRooms.map(({ eventId }) => eventId));
  const rows = await ctx.db
    .select(accessColumns)
    .from(events)
    .where(and(eq(events.ownerId, userId), isNull(events.deletedAt)));
  const devices = await Promise.all(
    rows
      .filter(({ eventId }) => open.has(eventId))
      .map(async (row) => {
        const { roomContext } = toEventAccess(row, session);
        return valueOrThrow(await callRoom(ctx, 'list devices', () => ctx.room(roomContext).listDevices(roomContext)));
      }),
  );
  return { events: rows.length, countingDevices: devices.flat().filter(isCounting).length };
}
