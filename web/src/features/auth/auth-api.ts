import { SuccessSchema } from '../../../../src/shared/schemas/success';
import { SessionAnswerSchema, type User } from '../../../../src/shared/schemas/user';
import { AnySchema, callApi } from '../../lib/api-client';
import { currentLanguage } from '../../lib/language';
import { whileLoggingIn } from '../../lib/session-api';
import { needsPassword } from './early/needs-password';

/** @param joinKey of the join link that brought the code */
export async function logIn(identifier: string, password: string, joinKey: string | null = null): Promise<User> {
  const { user } = await whileLoggingIn(() =>
    callApi('/api/auth/login', SessionAnswerSchema, {
      method: 'POST',
      body: {
        username: identifier,
        password: needsPassword(identifier) ? password : null,
        ...(joinKey !== null && { joinKey }),
      },
      sparesSession: true,
    }),
  );
  return user;
}

/** As {@link logIn}, of a call that the page has made before this code was there. */
export async function adoptLogin(answer: Promise<Response>): Promise<User> {
  const { user } = await whileLoggingIn(() =>
    callApi('/api/auth/login', SessionAnswerSchema, { answer, sparesSession: true }),
  );
  return user;
}

/** As {@link signUp}, of a call that the page has made before this code was there. */
export async function adoptSignUp(answer: Promise<Response>): Promise<void> {
  await callApi('/api/auth/signup', AnySchema, { answer });
}

export async function signUp(email: string, password: string): Promise<void> {
  await callApi('/api/auth/signup', AnySchema, { method: 'POST', body: { email, password } });
}

/** The mail is in the page's language. Succeeds for an unknown email, too: nobody learns who has an account. */
export async function requestPasswordReset(email: string): Promise<void> {
  await callApi('/api/auth/forgot-password', SuccessSchema, {
    method: 'POST',
    body: { email },
    headers: { 'accept-language': currentLanguage() },
  });
}

/** @param token of the mail's link */
export async function resetPassword(token: string, password: string): Promise<void> {
  await callApi('/api/auth/reset-password', SuccessSchema, { method: 'POST', body: { token, password } });
}
