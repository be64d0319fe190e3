import { randomBytes } from 'node:crypto';
import { Api, CallRefused } from '../../../test/support/api';

export interface DemoAccount {
  api: Api;
  email: string;
  password: string;
  /** Whether this call has created the account, with a password that nobody knows yet. */
  isNew: boolean;
}

/** A password that meets every rule of src/shared/rules/password.ts. */
const newPassword = (): string => `${randomBytes(18).toString('base64url')}-Aa1!`;

const isTaken = (failure: unknown): boolean => failure instanceof CallRefused && failure.status === 409;

const needsInvitation = (failure: unknown): boolean => failure instanceof CallRefused && failure.status === 403;

/**
 * Logs in to the account with the given password, or creates the account, with an invitation that `invite` makes if the
 * installation wants one.
 *
 * @throws {Error} the account exists and the password is missing or wrong
 */
export async function enterAccount(
  url: string,
  email: string,
  given: string | undefined,
  invite: () => Promise<string>,
): Promise<DemoAccount> {
  const api = new Api(url);
  if (given && (await api.logIn(email, given))) return { api, email, password: given, isNew: false };
  const password = given || newPassword();
  const signUp = async () => {
    try {
      await api.signUp(email, password);
    } catch (failure) {
      if (!needsInvitation(failure)) throw failure;
      await api.signUp(email, password, await invite());
    }
  };
  await signUp().catch((failure: unknown) => {
    if (!isTaken(failure)) throw failure;
    throw new Error(
      given
        ? `DEMO_PASSWORD is not the password of ${email} at ${url}.`
        : `${email} has an account at ${url} already. Put its password into DEMO_PASSWORD, or name another account with --email.`,
    );
  });
  await api.logIn(email, password);
  return { api, email, password, isNew: !given };
}
