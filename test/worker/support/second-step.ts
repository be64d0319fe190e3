import { expect } from 'vitest';
import * as z from 'zod/mini';
import { totp, totpStep } from '../../../src/crypto/totp';
import { CreatedMemberInvitationSchema } from '../../../src/shared/members/schemas';
import { RecoveryCodesSchema } from '../../../src/shared/schemas/second-step';
import { type Admin, confirmPasswords, PASSWORD } from './accounts';
import { type Answer, type Client, createClient } from './client';

/** The secret of all second steps in tests. */
export const SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';

/** Returns the code of a step that is this many steps from now. Codes of -1 to 1 are taken, each once and in their order. */
export const codeAt = (steps = 0): Promise<string> => totp(SECRET, totpStep(Date.now()) + steps);

export const STEP = '/api/users/second-step';

/** Sets up a second step with the code before the present one. Returns the recovery codes. */
export async function setUp({ client }: Pick<Admin, 'client'>): Promise<string[]> {
  await confirmPasswords();
  const answer = await client.call('PUT', STEP, { body: { secret: SECRET, code: await codeAt(-1) } });
  expect(answer.status).toBe(200);
  return z.parse(RecoveryCodesSchema, answer.body).recoveryCodes;
}

/** Tries to log in with the right password. */
export const enter = (email: string, more: object = {}, client: Client = createClient()): Promise<Answer> =>
  client.post('/api/auth/login', { username: email, password: PASSWORD, ...more });

/** Invites anybody to the account. Returns the path of the call that accepts. */
export async function invited({ client }: Pick<Admin, 'client'>): Promise<string> {
  await confirmPasswords();
  const answer = await client.post('/api/members/invitations', { role: 'manager' });
  return `/api/invitations/${z.parse(CreatedMemberInvitationSchema, answer.body).token}/accept`;
}
