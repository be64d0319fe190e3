import { env } from 'cloudflare:workers';
import { newId, newToken, sha256Hex } from '../../../../src/crypto/ids';
import { DAY_MS } from '../../../../src/shared/durations';
import type { MemberRole } from '../../../../src/shared/rules/roles';

/** Puts a row directly into D1. Hashing a password takes longer than a hundred calls. */
export async function insert(table: string, row: Record<string, string | number | null>): Promise<void> {
  const names = Object.keys(row);
  const marks = names.map(() => '?').join(', ');
  const statement = env.DB.prepare(`INSERT INTO ${table} (${names.join(', ')}) VALUES (${marks})`);
  await statement.bind(...Object.values(row)).run();
}

export const NO_PASSWORD = `scrypt$16384$8$1$${'0'.repeat(32)}$${'0'.repeat(64)}`;

/** A person with a password that nobody knows, who belongs to the account. */
export async function insertMember(
  ownerId: string,
  { personId, role, eventIds }: { personId: string; role: MemberRole; eventIds?: readonly string[] },
  now: number,
) {
  const row = { person_id: personId, created_at: now };
  await insert('people', { ...row, email: `${personId}@headroom.test`, password_hash: NO_PASSWORD });
  const chosen = eventIds === undefined ? null : JSON.stringify(eventIds);
  await insert('members', { ...row, owner_id: ownerId, role, event_ids: chosen });
}

/** An invitation to the account of its owner. Returns its id and token. */
export async function insertInvitation(ownerId: string, now: number): Promise<{ invitationId: string; token: string }> {
  const [invitationId, token] = [newId(), newToken()];
  await insert('member_invitations', {
    invitation_id: invitationId,
    token_hash: await sha256Hex(token),
    owner_id: ownerId,
    invited_by: ownerId,
    role: 'manager',
    created_at: now,
    expires_at: now + DAY_MS,
  });
  return { invitationId, token };
}
