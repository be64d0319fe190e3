import { env } from 'cloudflare:workers';

/** A session that D1 knows, of nobody, for good: rooms ask for those of their sockets. */
export const keepSession = (sessionId: string) =>
  env.DB.prepare(
    'INSERT OR IGNORE INTO sessions (token_hash, session_id, created_at, expires_at) VALUES (?1, ?1, 0, 8640000000000000)',
  )
    .bind(sessionId)
    .run();
