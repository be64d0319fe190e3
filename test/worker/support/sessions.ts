import { env } from 'cloudflare:workers';

const HOLDER = 'holder-of-kept-sessions';

/** Puts a session that never ends into D1, because rooms ask D1 for the sessions of their sockets. */
export const keepSession = (sessionId: string) =>
  env.DB.batch([
    env.DB.prepare(
      `INSERT OR IGNORE INTO users (user_id, email, password_hash, trial_ends_at, revision, created_at)
       VALUES (?1, ?1, 'none', 0, 1, 0)`,
    ).bind(HOLDER),
    env.DB.prepare(
      `INSERT OR IGNORE INTO sessions (token_hash, session_id, user_id, created_at, expires_at)
       VALUES (?1, ?1, ?2, 0, 8640000000000000)`,
    ).bind(sessionId, HOLDER),
  ]);
