import { and, eq, exists, gt, inArray, ne, type SQL, type SQLWrapper } from 'drizzle-orm';
import { alias } from 'drizzle-orm/sqlite-core';
import { can, MEMBER_ROLES } from '../shared/rules/roles';
import type { Database } from './client';
import { memberInvitations, members, people } from './schema';

/** Conditions about who decides about an account. Each holds at the moment at which its statement runs. */

const owner = alias(members, 'owner');
const login = alias(people, 'owner_login');

type Id = string | SQLWrapper;

/** Members of an account who can log in: one without a person, which a restore may leave, counts as none. */
const acting = (db: Database, ownerId: Id, which: SQL | undefined) =>
  db
    .select({ personId: owner.personId })
    .from(owner)
    .innerJoin(login, eq(login.personId, owner.personId))
    .where(and(eq(owner.ownerId, ownerId), which));

const owners = (db: Database, ownerId: Id, which: SQL) => acting(db, ownerId, and(eq(owner.role, 'owner'), which));

const MANAGING = MEMBER_ROLES.filter((role) => can({ role, eventIds: null }, 'manage'));

/** The condition that the person may manage the account's events. */
export const isManager = (db: Database, ownerId: Id, personId: Id): SQL =>
  exists(acting(db, ownerId, and(inArray(owner.role, MANAGING), eq(owner.personId, personId))));

/** The condition that the person is an owner of the account. Whatever only owners may do has it where it happens. */
export const isOwner = (db: Database, ownerId: Id, personId: Id): SQL =>
  exists(owners(db, ownerId, eq(owner.personId, personId)));

/** The condition that the account has another owner. Nobody can end or lower the last one. */
export const hasOtherOwner = (db: Database, ownerId: Id, personId: Id): SQL =>
  exists(owners(db, ownerId, ne(owner.personId, personId)));

/** Finds the invitations that work: they have not expired, and whoever made them is still an owner. */
export const isOpenInvitation = (db: Database, now: number): SQL | undefined =>
  and(gt(memberInvitations.expiresAt, now), isOwner(db, memberInvitations.ownerId, memberInvitations.invitedBy));
