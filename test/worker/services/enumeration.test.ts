import { createExecutionContext, waitOnExecutionContext } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { expect, test, vi } from 'vitest';
import { newEmail, PASSWORD, signUp } from '../support/accounts';
import { HTTP, HTTPS, readAnswer } from '../support/client';
import { MAILS_TO_CONSOLE, mailsDuring } from '../support/mails';

/**
 * Tests that neither an answer nor the work for it reveals whether an account exists. They compare what is done, not
 * how long it takes.
 */

/**
 * The original functions, with counted calls. test/unit/crypto/password.test.ts proves that the second one costs the
 * same without a stored hash.
 */
vi.mock(import('../../../src/crypto/password'), async (importOriginal) => {
  const original = await importOriginal();
  return {
    ...original,
    hashPassword: vi.fn<typeof original.hashPassword>(original.hashPassword),
    verifyPassword: vi.fn<typeof original.verifyPassword>(original.verifyPassword),
  };
});

// Loads the app again with that module, because another one was loaded before this file.
vi.resetModules();
const { app } = await import('../../../src/app');
const { hashPassword, verifyPassword } = await import('../../../src/crypto/password');

/** The answer to a call and the work for it: statements and hashes. */
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

test('a login fails alike with a wrong password, an unknown email and the email of a deleted account', async () => {
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

test('a request to reset a password is handled alike for an existing, a missing and a deleted account, except for the mail', async () => {
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
});
