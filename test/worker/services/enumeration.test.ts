import { createExecutionContext, waitOnExecutionContext } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { expect, test, vi } from 'vitest';
import { newEmail, PASSWORD, signUp } from '../support/accounts';
import { HTTP, HTTPS, readAnswer } from '../support/client';
import { MAILS_TO_CONSOLE, mailsDuring } from '../support/mails';

/** Whether there is an account must show neither in an answer nor in the work that it takes: what is done, not how long. */

/** As they are, and counted; that the second costs the same without a stored hash, test/unit/crypto/password.test.ts shows. */
vi.mock(import('../../../src/crypto/password'), async (importOriginal) => {
  const original = await importOriginal();
  return {
    ...original,
    hashPassword: vi.fn<typeof original.hashPassword>(original.hashPassword),
    verifyPassword: vi.fn<typeof original.verifyPassword>(original.verifyPassword),
  };
});

// The app anew, with that module: another was loaded before this file.
vi.resetModules();
const { app } = await import('../../../src/app');
const { hashPassword, verifyPassword } = await import('../../../src/crypto/password');

/** What a call answers and what it does for it: statements and hashes. */
async function workOf(path: string, body: object) {
  const prepare = vi.spyOn(env.DB, 'prepare');
  const hashing = [vi.mocked(hashPassword), vi.mocked(verifyPassword)];
  for (const one of hashing) one.mockClear();
  const context = createExecutionContext();
  const request = new Request(`${HTTPS}${path}`, { method: 'POST', body: JSON.stringify(body) });
  const shown: unknown[] = [];
  const mails = await mailsDuring(async () => {
    const { status, headers, text } = await readAnswer(
      await app.fetch(request, { ...env, ...MAILS_TO_CONSOLE }, context),
    );
    shown.push(status, Object.fromEntries(headers), text);
    await waitOnExecutionContext(context);
  });
  const statements = prepare.mock.calls.map(([sql]) => sql);
  prepare.mockRestore();
  return { mails: mails.length, shown, done: { statements, hashes: hashing.map(({ mock }) => mock.calls.length) } };
}

async function deletedAccount(): Promise<string> {
  const { email } = await signUp();
  await env.DB.prepare('UPDATE users SET deleted_at = 1 WHERE email = ?').bind(email).run();
  return email;
}

test('a login with a wrong password, an unknown email and a deleted account’s are the same', async () => {
  const { email } = await signUp();
  const [wrong, unknown, deleted] = [
    await workOf('/api/auth/login', { username: email, password: 'Wrong123!' }),
    await workOf('/api/auth/login', { username: newEmail(), password: 'Wrong123!' }),
    await workOf('/api/auth/login', { username: await deletedAccount(), password: PASSWORD }),
  ];
  expect(wrong.shown[0]).toBe(401);
  expect(wrong.done.hashes).toEqual([0, 1]);
  expect(wrong.done.statements.length).toBeGreaterThan(3);
  for (const other of [unknown, deleted]) expect(other).toEqual(wrong);
});

test('asking to reset the password of an account, of none and of a deleted one is the same but for the mail', async () => {
  const { email } = await signUp();
  const [known, unknown, deleted] = [
    await workOf('/api/auth/forgot-password', { email }),
    await workOf('/api/auth/forgot-password', { email: newEmail() }),
    await workOf('/api/auth/forgot-password', { email: await deletedAccount() }),
  ];
  expect([known.mails, unknown.mails, deleted.mails]).toEqual([1, 0, 0]);
  expect(known.shown[0]).toBe(200);
  expect(known.done.statements.length).toBeGreaterThan(4);
  for (const { shown, done } of [unknown, deleted]) {
    expect(shown).toEqual(known.shown);
    expect(done).toEqual(known.done);
  }
});

test('the answer to a forgotten password does not wait for the mail', async () => {
  const { email } = await signUp();
  const delivery = Promise.withResolvers<Response>();
  const network = vi.spyOn(globalThis, 'fetch').mockReturnValue(delivery.promise);
  const provider = { MAIL_API_KEY: 'key', MAIL_API_URL: 'https://mail.test', MAIL_FROM: 'Headroom <a@b.test>' };
  const context = createExecutionContext();
  const request = new Request(`${HTTP}/api/auth/forgot-password`, { method: 'POST', body: JSON.stringify({ email }) });
  const answer = await app.fetch(request, { ...env, ...provider, PUBLIC_ORIGIN: HTTP }, context);
  expect(answer.status).toBe(200);
  delivery.resolve(Response.json({ id: '1' }));
  await waitOnExecutionContext(context);
  expect(network).toHaveBeenCalledOnce();
  network.mockRestore();
});
