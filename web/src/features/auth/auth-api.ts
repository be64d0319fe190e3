import { SessionAnswerSchema, type User } from '../../../../src/shared/schemas/user';
import { AnySchema, callApi } from '../../lib/api-client';
import { whileLoggingIn } from '../../lib/session-api';

/** Only an email comes with a password: an access code is all there is to know (spec section 5). */
export const needsPassword = (identifier: string): boolean => identifier.includes('@');

export async function logIn(identifier: string, password: string): Promise<User> {
  const { user } = await whileLoggingIn(() =>
    callApi('/api/auth/login', SessionAnswerSchema, {
      method: 'POST',
      body: { username: identifier, password: needsPassword(identifier) ? password : null },
      sparesSession: true,
    }),
  );
  return user;
}

export async function signUp(email: string, password: string): Promise<void> {
  await callApi('/api/auth/signup', AnySchema, { method: 'POST', body: { email, password } });
}
