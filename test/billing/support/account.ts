import { env } from 'cloudflare:workers';
import * as z from 'zod/mini';
import { newId, newToken, sha256Hex } from '../../../src/lib/ids';
import { SESSION_MS, TRIAL_MS } from '../../../src/shared/limits';
import { newEmail, signUp } from '../../worker/support/accounts';
import { type Client, createClient } from '../../worker/support/client';

export interface Account {
  userId: string;
  email: string;
  client: Client;
  trialEndsAt: number;
}

/** A logged-in admin's account as sign-up makes it, but for the two times that a password takes. */
export async function openAccount(): Promise<Account> {
  const [userId, email, token, now] = [newId(), newEmail(), newToken(), Date.now()];
  const trialEndsAt = now + TRIAL_MS;
  await env.DB.batch([
    env.DB.prepare(
      'INSERT INTO users (user_id, email, password_hash, trial_ends_at, created_at) VALUES (?, ?, ?, ?, ?)',
    ).bind(userId, email, 'none', trialEndsAt, now),
    env.DB.prepare(
      'INSERT INTO sessions (token_hash, session_id, user_id, created_at, expires_at) VALUES (?, ?, ?, ?, ?)',
    ).bind(await sha256Hex(token), newId(), userId, now, now + SESSION_MS),
  ]);
  await env.HUBS.get(env.HUBS.idFromName(userId)).settle(userId);
  return { userId, email, client: clientOf(token), trialEndsAt };
}

/** By the sign-up and the login themselves. */
export async function signUpAccount(): Promise<Account> {
  const { client, email } = await signUp();
  const row = env.DB.prepare('SELECT user_id AS userId, trial_ends_at AS trialEndsAt FROM users WHERE email = ?');
  const account = z.parse(z.object({ userId: z.string(), trialEndsAt: z.number() }), await row.bind(email).first());
  return { ...account, email, client };
}

function clientOf(token: string): Client {
  const client = createClient();
  const cookie = `headroom_session=${token}`;
  const call: Client['call'] = (method, path, { headers, ...rest } = {}) =>
    client.call(method, path, { ...rest, headers: { ...headers, cookie } });
  return {
    cookie: () => cookie,
    fetch: (path, init = {}) => {
      const headers = new Headers(init.headers);
      headers.set('cookie', cookie);
      return client.fetch(path, { ...init, headers });
    },
    call,
    get: (path) => call('GET', path),
    post: (path, body, headers = {}) => call('POST', path, { body, headers }),
  };
}
