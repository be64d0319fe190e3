import { SuccessSchema } from '../../../../src/shared/schemas/success';
import { type LoginAnswer, LoginAnswerSchema } from '../../../../src/shared/schemas/session';
import type { SecondStepEntry } from '../../../../src/shared/schemas/second-step';
import { AnySchema, callApi, type CallOptions } from '../../api/api-client';
import { currentLanguage } from '../../texts/texts';
import { keepKnownAreas, keepKnownEvents } from '../../session/last-known';
import { whileLoggingIn } from '../../session/session-api';
import { keepUser } from '../../session/storage';
import { needsPassword } from './early/needs-password';

/**
 * Stores the event, areas and alerts from the answer to a login. They are shown until the dashboard's own calls and
 * socket have answered.
 */
function rememberOpened({ user, event, areas, alerts }: LoginAnswer): void {
  if (!event || !areas) return;
  keepUser(user);
  keepKnownEvents(user, [event]);
  keepKnownAreas(user, event.eventId, { areas, alerts, syncedAt: Date.now() });
}

async function callLogin(options: CallOptions): Promise<LoginAnswer> {
  const answer = await whileLoggingIn(() =>
    callApi('/api/auth/login', LoginAnswerSchema, { ...options, sparesSession: true }),
  );
  rememberOpened(answer);
  return answer;
}

/**
 * @param joinKey the key of the join link that contained the access code
 * @param step what the second step needs; nothing for the first attempt
 */
export const logIn = (
  identifier: string,
  password: string,
  joinKey: string | null = null,
  step: SecondStepEntry = {},
): Promise<LoginAnswer> =>
  callLogin({
    method: 'POST',
    body: {
      username: identifier,
      password: needsPassword(identifier) ? password : null,
      ...(joinKey !== null && { joinKey }),
      ...step,
    },
  });

/** Does what {@link logIn} does, for a call that early-form.ts made before this code had loaded. */
export const adoptLogin = (answer: Promise<Response>): Promise<LoginAnswer> => callLogin({ answer });

/** Does what {@link signUp} does, for a call that early-form.ts made before this code had loaded. */
export async function adoptSignUp(answer: Promise<Response>): Promise<void> {
  await callApi('/api/auth/signup', AnySchema, { answer });
}

/** @param invitation the token of the invitation that was opened; '' without one */
export async function signUp(email: string, password: string, invitation: string): Promise<void> {
  const body = { email, password, ...(invitation !== '' && { invitation }) };
  await callApi('/api/auth/signup', AnySchema, { method: 'POST', body });
}

/**
 * Requests the reset mail in the page's language. The call succeeds for an unknown email, too, so that it does not
 * reveal who has an account.
 */
export async function requestPasswordReset(email: string): Promise<void> {
  await callApi('/api/auth/forgot-password', SuccessSchema, {
    method: 'POST',
    body: { email },
    headers: { 'accept-language': currentLanguage() },
  });
}

/** @param token the token in the mailed link */
export async function resetPassword(token: string, password: string): Promise<void> {
  await callApi('/api/auth/reset-password', SuccessSchema, { method: 'POST', body: { token, password } });
}
