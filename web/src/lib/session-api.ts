import { SessionAnswerSchema, type User, UserSchema } from '../../../src/shared/schemas/user';
import { AnySchema, callApi } from './api-client';

export async function verifySession(): Promise<User> {
  const { user } = await callApi('/api/auth/verify', SessionAnswerSchema, { sparesSession: true });
  return user;
}

export const fetchUser = (): Promise<User> => callApi('/api/users/me', UserSchema);

/** Spared the 401 rule: a session that has ended already is a logout that has succeeded. */
export async function endSession(): Promise<void> {
  await callApi('/api/auth/logout', AnySchema, { method: 'POST', sparesSession: true });
}
