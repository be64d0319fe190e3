import { env } from 'cloudflare:workers';
import { expect, test } from 'vitest';
import { INVITATION_MS } from '../../../src/services/operator/limits';
import { createVenue, loginWithCode, newEmail, PASSWORD } from '../support/accounts';
import { createClient } from '../support/client';
import { expectDocumented } from '../support/documented';

/** Tests who may sign up (docs/product.md, S11). test/billing covers the budget of taps (B10). */

const clientOf = (SIGN_UP: string, headers = {}) => createClient({ variables: { SIGN_UP }, headers });

async function signUp(mode: string, invitation?: unknown, email = newEmail()) {
  const answer = await clientOf(mode).post('/api/auth/signup', { email, password: PASSWORD, invitation });
  expectDocumented('POST /api/auth/signup', answer);
  return answer;
}

const refusedWith = (code: string) => ({ status: code === 'invalid_invitation' ? 400 : 403, body: { code } });

async function ask(mode: string) {
  const headers = { authorization: `Bearer ${env.OPERATOR_TOKEN}` };
  const answer = await clientOf(mode, headers).post('/api/operator/invitations');
  expectDocumented('POST /api/operator/invitations', answer);
  return answer;
}

async function invite(mode: string): Promise<string> {
  const { status, body } = await ask(mode);
  expect(status).toBe(201);
  return String(Object.getOwnPropertyDescriptor(body, 'token')?.value);
}

test('an invitation makes one account within its time, and only its hash is stored', async () => {
  expect(await signUp('invited')).toMatchObject(refusedWith('invitation_needed'));
  expect(await signUp('invited', '')).toMatchObject(refusedWith('invitation_needed'));
  for (const wrong of ['0'.repeat(64), 7, {}, "' OR 1=1"])
    expect(await signUp('invited', wrong)).toMatchObject(refusedWith('invalid_invitation'));
  const token = await invite('invited');
  const { results } = await env.DB.prepare('SELECT * FROM invitations').all();
  expect(results).toHaveLength(1);
  expect(JSON.stringify(results)).not.toContain(token);

  const email = newEmail();
  // What is refused for another reason does not use the invitation up.
  const weak = await clientOf('invited').post('/api/auth/signup', { email, password: 'short', invitation: token });
  expect(weak).toMatchObject({ status: 400, body: { code: 'invalid_input' } });
  const answers = await Promise.all([signUp('invited', token, email), signUp('invited', token), signUp('open', token)]);
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 400, 400]);
  expect(await signUp('invited', token)).toMatchObject(refusedWith('invalid_invitation'));

  const late = await invite('invited');
  await env.DB.prepare('UPDATE invitations SET expires_at = expires_at - ?').bind(INVITATION_MS).run();
  expect(await signUp('invited', late)).toMatchObject(refusedWith('invalid_invitation'));
});

test.each(['closed', 'close'])(
  'with SIGN_UP=%s the operator’s invitation makes the first account, and no other',
  async (mode) => {
    expect(await signUp(mode)).toMatchObject(refusedWith('sign_up_closed'));
    const [first, second] = [await invite(mode), await invite(mode)];
    expect(await signUp(mode, first)).toMatchObject({ status: 201 });
    expect(await signUp(mode, second)).toMatchObject(refusedWith('sign_up_closed'));
    expect(await ask(mode)).toMatchObject(refusedWith('sign_up_closed'));
  },
);

test('who has an account or a code is never asked, and the configuration says who may sign up', async () => {
  const { admin, event } = await createVenue();
  for (const mode of ['open', 'invited', 'closed']) {
    const client = clientOf(mode);
    const login = await client.post('/api/auth/login', { username: admin.email, password: PASSWORD });
    expect(login.status).toBe(200);
    await loginWithCode(event.accessCode, clientOf(mode));
    expect((await client.get('/api/config')).body).toMatchObject({ signUp: mode });
  }
});
