import { env } from 'cloudflare:workers';
import { expect } from 'vitest';
import { newId } from '../../../src/crypto/ids';
import { hashPassword } from '../../../src/crypto/password';
import type { MemberRole } from '../../../src/shared/rules/roles';
import { type Admin, newEmail, PASSWORD } from './accounts';
import { type Client, createClient } from './client';

export interface Member extends Admin {
  personId: string;
}

/** The id of the account whose owner signed up with this email. */
export const accountOf = async ({ email }: Pick<Admin, 'email'>): Promise<string> =>
  String(await env.DB.prepare('SELECT person_id AS id FROM people WHERE email = ?').bind(email).first('id'));

/** Logs in with the password of all tests. */
export async function logIn(email: string): Promise<Admin> {
  const client = createClient();
  expect((await client.post('/api/auth/login', { username: email, password: PASSWORD })).status).toBe(200);
  return { client, email };
}

/** The same browser, whose calls reach a database in which this SQL runs just before their batch with this number, once. */
export function withChange({ client }: Pick<Admin, 'client'>, sql: string, beforeBatch = 1): Client {
  let batches = 0;
  const DB = new Proxy(env.DB, {
    get: (target, name) => {
      if (name !== 'batch') return Reflect.get(target, name).bind(target);
      return async (statements: D1PreparedStatement[]) => {
        batches += 1;
        if (batches === beforeBatch) await target.exec(sql);
        return await target.batch(statements);
      };
    },
  });
  return createClient({ session: client.cookie().split('=')[1] ?? '', variables: { DB } });
}

/** Adds somebody to the account of this founder, and logs them in. */
export async function addMember(
  founder: Admin,
  role: MemberRole,
  eventIds: readonly string[] | null = null,
): Promise<Member> {
  const [personId, email, now] = [newId(), newEmail(), Date.now()];
  await env.DB.batch([
    env.DB.prepare('INSERT INTO people (person_id, email, password_hash, created_at) VALUES (?, ?, ?, ?)').bind(
      personId,
      email,
      await hashPassword(PASSWORD),
      now,
    ),
    env.DB.prepare(
      'INSERT INTO members (owner_id, person_id, role, event_ids, created_at) VALUES (?, ?, ?, ?, ?)',
    ).bind(await accountOf(founder), personId, role, eventIds && JSON.stringify(eventIds), now),
  ]);
  return { ...(await logIn(email)), personId };
}
