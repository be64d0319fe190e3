import { env } from 'cloudflare:workers';
import { newId, newToken, sha256Hex } from '../../../src/lib/ids';
import { DAY_MS } from '../../../src/shared/limits';

/** A hash without a known password, because hashing takes longer than a hundred calls. */
const NO_PASSWORD = `scrypt$16384$8$1$${'0'.repeat(32)}$${'0'.repeat(64)}`;

interface AccountRow {
  userId: string;
  email: string;
  now: number;
  status?: string | null;
  passwordHash?: string | undefined;
  deletedAt?: number | null;
}

/** Puts an account in its trial straight into D1. */
export async function insertAccount(account: AccountRow): Promise<void> {
  const { userId, email, now, status = null, passwordHash = NO_PASSWORD, deletedAt = null } = account;
  await env.DB.prepare(
    `INSERT INTO users (user_id, email, password_hash, subscription_status, trial_ends_at, created_at, deleted_at)
     VALUES (?, ?, ?, ?, ?, ?, ?)`,
  )
    .bind(userId, email, passwordHash, status, now + 7 * DAY_MS, now, deletedAt)
    .run();
}

interface EventRow {
  eventId: string;
  ownerId: string;
  eventName: string;
  accessCode: string;
  displayToken: string | null;
}

export const newEventRow = (event: EventRow, now: number): D1PreparedStatement =>
  env.DB.prepare(
    `INSERT INTO events (event_id, owner_id, event_name, access_code, display_token, created_at)
     VALUES (?, ?, ?, ?, ?, ?)`,
  ).bind(event.eventId, event.ownerId, event.eventName, event.accessCode, event.displayToken, now);

interface AreaRow {
  areaId: string;
  eventId: string;
  areaName: string;
  capacity: number;
}

export const newAreaRow = ({ areaId, eventId, areaName, capacity }: AreaRow, now: number): D1PreparedStatement =>
  env.DB.prepare('INSERT INTO areas (area_id, event_id, area_name, capacity, created_at) VALUES (?, ?, ?, ?, ?)').bind(
    areaId,
    eventId,
    areaName,
    capacity,
    now,
  );

/** Puts a session straight into D1, as after a login; answers its token and its id. */
export async function insertSession(
  { userId = null, eventId = null }: { userId?: string | null; eventId?: string | null },
  { now, expiresAt = now + 30 * DAY_MS }: { now: number; expiresAt?: number },
): Promise<{ token: string; sessionId: string }> {
  const token = newToken();
  const sessionId = newId();
  await env.DB.prepare(
    'INSERT INTO sessions (token_hash, session_id, user_id, event_id, created_at, expires_at, confirmed_at) VALUES (?, ?, ?, ?, ?, ?, ?)',
  )
    .bind(await sha256Hex(token), sessionId, userId, eventId, now, expiresAt, userId === null ? null : now)
    .run();
  return { token, sessionId };
}
