import { getTableName } from 'drizzle-orm';
import type { SQLiteTable } from 'drizzle-orm/sqlite-core';
import * as z from 'zod/mini';
import { newAccessCode } from '../../crypto/ids';
import { NO_PASSWORD } from '../../crypto/password';
import * as schema from '../../db/schema';
import type { TableRow } from '../../db/schema';
import { hasChosenEvents, MEMBER_ROLES, type MemberRole } from '../../shared/rules/roles';
import { secondStepKey } from '../second-steps/second-step';
import { membershipKey } from '../members/end-membership';
import type { EndedAt } from './ended';

/** What a restore knows when it brings a row back. */
export interface Restore {
  /** When it happens, epoch ms. */
  now: number;
  /** When the file was written, epoch ms. */
  writtenAt: number;
  endedAt: EndedAt;
  /** Whether an id or token has ended since the file was written. */
  hasEnded: (idOrToken: string) => boolean;
}

export interface KeptTable {
  table: SQLiteTable;
  /** The table can have very many rows, and no other table refers to it. */
  isHistory: boolean;
  /** How a row stands in the file; as it is without it. */
  toFile?: (row: TableRow) => TableRow;
  /** How a row comes back; as it stands in the file without it, and not at all if it is null. */
  fromFile?: (row: TableRow, restore: Restore) => TableRow | null;
}

/** A table that is in no file, and why. */
interface LeftOut {
  leftOut: string;
}

const text = (row: TableRow, column: string): string => String(row[column] ?? '');

/**
 * A day that waits to be billed may have been sent to Stripe after the backup. It is marked as sent then, so that it is
 * repeated or looked up and never billed twice (src/billing/usage/usage-plan.ts).
 */
const asPerhapsSent: KeptTable['fromFile'] = (row, { writtenAt }) =>
  typeof row['billable_at'] === 'number' && row['accepted_at'] === null && row['attempted_at'] === null
    ? { ...row, attempted_at: writtenAt, usage_at: row['billable_at'] - (row['billable_at'] % 1000) }
    : row;

/** The holder of a mail address may have left since, so the restore asks it again, and its week begins again. */
const asAskedAnew: KeptTable['fromFile'] = (row, { now, hasEnded }) => {
  if (hasEnded(text(row, 'recipient_id'))) return null;
  return row['kind'] === 'mail' ? { ...row, confirmed_at: null, created_at: now } : row;
};

/** Stands, with the key's id, in place of the hash of a key that a restore has ended. No key has such a hash. */
export const ENDED_BY_RESTORE = 'restored:';

/** A key that somebody has revoked since must not come back, so none comes back in force. Their names do, for journals. */
const asEndedKey: KeptTable['fromFile'] = (row, { now, hasEnded }) => {
  if (row['revoked_at'] !== null || Number(row['expires_at']) <= now) return row;
  const keyId = text(row, 'key_id');
  return { ...row, revoked_at: now, ...(!hasEnded(keyId) && { key_hash: `${ENDED_BY_RESTORE}${keyId}` }) };
};

/** Restored rooms are not backed up yet. A code or display link that was replaced since does not open the event again. */
const asNotBackedUp: KeptTable['fromFile'] = (row, { hasEnded }) => ({
  ...row,
  backed_up_at: null,
  backup_tried_at: null,
  access_code: hasEnded(text(row, 'access_code')) ? newAccessCode() : text(row, 'access_code'),
  display_token: hasEnded(text(row, 'display_token')) ? null : (row['display_token'] ?? null),
});

/** The release before reads founders in the account's row. Those who have left since, or are no owners, stay out of it. */
const asFounded: KeptTable['fromFile'] = (row, { hasEnded }) => {
  const userId = text(row, 'user_id');
  const founder = { userId, personId: userId };
  const isNoOwner = MEMBER_ROLES.some((role) => role !== 'owner' && hasEnded(membershipKey(founder, role)));
  const isGone = hasEnded(membershipKey(founder)) || isNoOwner;
  return isGone ? { ...row, email: userId, password_hash: NO_PASSWORD } : row;
};

/**
 * A restore brings back no member who was removed since, and everybody with the role that they last had. Nothing says which
 * events were chosen since, so an owner has to choose them again.
 */
const asMember: KeptTable['fromFile'] = (row, { hasEnded, endedAt }) => {
  const membership = { userId: text(row, 'owner_id'), personId: text(row, 'person_id') };
  if (hasEnded(membershipKey(membership))) return null;
  const gotAt = (role: MemberRole) => endedAt(membershipKey(membership, role)) ?? '';
  const role = MEMBER_ROLES.reduce((last, other) => (gotAt(other) > gotAt(last) ? other : last));
  if (gotAt(role) === '') return row;
  return { ...row, role, event_ids: hasChosenEvents(role) ? '[]' : null };
};

/**
 * A second step that was ended since does not come back, nor do recovery codes that were used since. All others do, so that a
 * restore opens no login to its password alone. A reset that was over stays over. One that was not over may have been canceled
 * since, so it does not come back.
 */
const asSecondStep: KeptTable['fromFile'] = (row, { hasEnded, writtenAt }) => {
  const endsAt = row['ends_at'];
  if (typeof endsAt === 'number' && endsAt <= writtenAt) return null;
  if (hasEnded(secondStepKey(text(row, 'person_id'), Number(row['created_at'])))) return null;
  const codes = z.parse(z.array(z.string()), JSON.parse(text(row, 'recovery_codes')));
  return { ...row, ends_at: null, recovery_codes: JSON.stringify(codes.filter((hash) => !hasEnded(hash))) };
};

/**
 * The tables of D1. A table of schema.ts that is missing here does not compile. Rows that others refer to come later in a
 * file: they were inserted earlier, so the file has them even if rows were added while it was written.
 */
export const TABLES = {
  activityDays: { table: schema.activityDays, isHistory: true, fromFile: asPerhapsSent },
  providerEvents: { table: schema.providerEvents, isHistory: true },
  auditEntries: { table: schema.auditEntries, isHistory: true },
  signingKeys: { table: schema.signingKeys, isHistory: false },
  awaitedEvents: { table: schema.awaitedEvents, isHistory: false },
  alertRecipients: { table: schema.alertRecipients, isHistory: false, fromFile: asAskedAnew },
  apiKeys: {
    table: schema.apiKeys,
    isHistory: false,
    toFile: (row) => ({ ...row, key_hash: text(row, 'key_id'), previous_hash: null }),
    fromFile: asEndedKey,
  },
  publicLinks: {
    table: schema.publicLinks,
    isHistory: false,
    fromFile: (row, { hasEnded }) => (hasEnded(text(row, 'token')) ? null : row),
  },
  areas: { table: schema.areas, isHistory: false },
  events: { table: schema.events, isHistory: false, fromFile: asNotBackedUp },
  members: { table: schema.members, isHistory: false, fromFile: asMember },
  // A member who leaves while the file is written is in it as both, and counts as a member without a note of the end.
  formerMembers: { table: schema.formerMembers, isHistory: false },
  secondSteps: { table: schema.secondSteps, isHistory: false, fromFile: asSecondStep },
  people: { table: schema.people, isHistory: false },
  users: { table: schema.users, isHistory: false, fromFile: asFounded },
  sessions: { leftOut: 'A restore must not revive a session that was ended since. People log in again.' },
  inspectorLinks: {
    leftOut: 'A restore must not revive a link that was revoked since. Its openings are in the journal.',
  },
  attempts: { leftOut: 'They are void after a day at most.' },
  passwordResets: { leftOut: 'They are void after an hour.' },
  memberInvitations: { leftOut: 'A restore must not revive an invitation that was used or ended since.' },
  invitations: { leftOut: 'A restore must not revive an invitation that was used since.' },
} satisfies Record<keyof typeof schema, KeptTable | LeftOut>;

const isKept = (one: KeptTable | LeftOut): one is KeptTable => 'table' in one;

/** The tables of a database file by name, in the order of their lines. */
export const KEPT_TABLES: ReadonlyMap<string, KeptTable> = new Map(
  Object.values<KeptTable | LeftOut>(TABLES)
    .filter(isKept)
    .map((kept) => [getTableName(kept.table), kept]),
);
