import { isCountryCode } from './countries';
import type { AdminSession, MemberSession, ServiceContext, Session } from '../context';
import { formatAccessCode } from '../../shared/rules/access-code';
import type { BillingDetails } from '../../shared/schemas/billing-details';
import type { Profile } from './profile-schema';
import type { AccountActivity, User, UserRole } from '../../shared/schemas/user';
import type { MemberRole } from '../../shared/rules/roles';
import { billingColumns, accountName } from '../../db/accounts';
import type { Database } from '../../db/client';
import { events, members, users } from '../../db/schema';
import { isPresentAccount, isPresentEventOf } from '../../db/present';
import { AppError } from '../../shared/errors';
import type { VerbAccess } from '../access/session';
import { accessColumns, toEventAccess } from '../access/event';
import { asc, eq, sql } from 'drizzle-orm';
import type { Device } from '../../shared/schemas/device';
import { callHub, callRoom, tellHub, valueOrThrow } from '../call-room';
import { orInvalidInput } from '../../http/input';
import { checkBillingDetails, NO_COUNTRY } from '../../shared/rules/billing-details';
import type { Unchecked } from '../../shared/rules/checked';
import { limitDetailsSaves } from '../billing/cards';

/** The accounts to which the member belongs, the oldest membership first. */
async function listAccounts(db: Database, { userId, personId }: MemberSession['identity']) {
  const rows = await db
    .select({ accountId: members.ownerId, name: accountName.as('name'), memberRole: members.role })
    .from(members)
    .innerJoin(users, isPresentAccount(members.ownerId))
    .where(eq(members.personId, personId))
    .orderBy(asc(members.createdAt), asc(sql`${members}.rowid`));
  return rows.map((row) => ({ ...row, isCurrent: row.accountId === userId }));
}

const userRoleOf = (role: MemberRole): UserRole => (role === 'owner' || role === 'manager' ? 'admin' : role);

/** Returns the logged-in user. An access-code user gets the status of the account that owns the event. */
export async function describeUser({ db }: ServiceContext, { identity, account }: Session): Promise<User> {
  if (identity.type === 'member') {
    const { email: username, role: memberRole, eventIds, userId, personId } = identity;
    const role = userRoleOf(memberRole);
    const chosen = eventIds !== null && { eventIds: [...eventIds] };
    const invited = userId !== personId && { accountId: userId };
    const accounts = identity.isElsewhere && { accounts: await listAccounts(db, identity) };
    const user = { username, role, memberRole, ...chosen, ...invited, ...accounts };
    return { ...user, subscriptionStatus: account.status };
  }
  const { accessCode, eventId } = identity;
  const username = formatAccessCode(accessCode);
  return { username, role: 'user', accessCode, eventId, subscriptionStatus: account.status };
}

const describeProfile = (session: VerbAccess<'billing'>, details: BillingDetails): Profile => ({
  username: session.identity.email,
  role: 'admin',
  subscriptionStatus: session.account.status,
  ...details,
});

/** Returns the admin's own account with its billing details. */
export async function readProfile(ctx: ServiceContext, session: VerbAccess<'billing'>): Promise<Profile> {
  const details = await ctx.db
    .select(billingColumns)
    .from(users)
    .where(isPresentAccount(session.identity.userId))
    .get();
  if (!details) throw new AppError('unauthenticated');
  return describeProfile(session, details);
}

/** Whether a device counts. An admin's own device only watches until somebody taps on it. */
const isCounting = ({ isOnline, isAdmin, lastTapAt }: Device): boolean => isOnline && (!isAdmin || lastTapAt !== null);

/**
 * Returns what is going on in the admin's events: how many there are, and how many devices count. Only rooms that hold
 * sockets are asked; the hub has their list.
 */
export async function readActivity(ctx: ServiceContext, session: AdminSession): Promise<AccountActivity> {
  const { userId } = session.identity;
  const openRooms = await callHub(ctx, 'open rooms', userId, (hub) => hub.openRooms());
  const open = new Set(openRooms.map(({ eventId }) => eventId));
  const rows = await ctx.db.select(accessColumns).from(events).where(isPresentEventOf(userId));
  const devices = await Promise.all(
    rows
      .filter(({ eventId }) => open.has(eventId))
      .map(async (row) => {
        const { roomContext } = toEventAccess(row, session);
        return valueOrThrow(await callRoom(ctx, 'list devices', roomContext, (room) => room.listDevices(roomContext)));
      }),
  );
  return { events: rows.length, countingDevices: devices.flat().filter(isCounting).length };
}

/** Replaces all eight billing details of the admin's own account. */
export async function saveBillingDetails(
  ctx: ServiceContext,
  session: VerbAccess<'billing'>,
  input: Unchecked<BillingDetails>,
): Promise<Profile> {
  const details = orInvalidInput(checkBillingDetails(input));
  if (!isCountryCode(details.billing_address_country)) throw new AppError('invalid_input', NO_COUNTRY);
  const { userId } = session.identity;
  await limitDetailsSaves(ctx, userId);
  const [saved] = await ctx.db
    .update(users)
    .set({ ...details, detailsRevision: sql`${users.detailsRevision} + 1` })
    .where(isPresentAccount(userId))
    .returning(billingColumns);
  if (!saved) throw new AppError('unauthenticated');
  if (ctx.isBillingOn) await tellHub(ctx, 'run billing', userId, (hub) => hub.runBilling(userId));
  return describeProfile(session, saved);
}
