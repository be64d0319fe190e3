import { SuccessSchema } from '../../../src/shared/schemas/success';
import { SessionAnswerSchema, type User, UserSchema } from '../../../src/shared/schemas/user';
import { callApi, isRefusal } from '../api/api-client';
import { isLogoutPending, keepLogoutPending } from './plain-storage';

/** A logout waits this long for its answer, so that nobody looks at a screen that hangs. */
const LOGOUT_TIMEOUT_MS = 3_000;

declare global {
  interface Window {
    /**
     * The answer to the page's first question who is signed in, which is asked before the app has loaded
     * (public/early.js).
     */
    headroomVerify?: Promise<Response>;
  }
}

export async function verifySession(): Promise<User> {
  const answer = window.headroomVerify;
  delete window.headroomVerify;
  const { user } = await callApi('/api/auth/verify', SessionAnswerSchema, {
    sparesSession: true,
    ...(answer && { answer }),
  });
  return user;
}

export const fetchUser = (): Promise<User> => callApi('/api/users/me', UserSchema);

/** Exempt from the 401 rule: if the session has ended already, the logout has succeeded. */
async function callLogout(): Promise<void> {
  try {
    // Checked, because a network's own login page answers 200 as well.
    await callApi('/api/auth/logout', SuccessSchema, {
      method: 'POST',
      sparesSession: true,
      signal: AbortSignal.timeout(LOGOUT_TIMEOUT_MS),
    });
  } catch (error) {
    if (!isRefusal(error, 'unauthenticated')) throw error;
  }
}

let telling: Promise<void> | null = null;
let loginUnderWay = false;

/** A failed one stays pending. Two at once are one. */
function tellLogout(): Promise<void> {
  telling ??= callLogout()
    .then(
      () => keepLogoutPending(false),
      (error: unknown) => console.warn('The server was not told of the logout', error),
    )
    .finally(() => {
      telling = null;
    });
  return telling;
}

/** Tells the server about a logout that it has not heard of yet. */
export async function tellPendingLogout(): Promise<void> {
  if (isLogoutPending() && !loginUnderWay) await tellLogout();
}

/**
 * A logout that the server has not heard of goes before a login, or after a failed one: in between it would end the new
 * session.
 */
export async function whileLoggingIn<T>(login: () => Promise<T>): Promise<T> {
  await tellPendingLogout();
  loginUnderWay = true;
  try {
    return await login();
  } finally {
    loginUnderWay = false;
  }
}

/** Ends the session, now or when the server can be reached: the device remembers that it has to. */
export async function endSession(): Promise<void> {
  keepLogoutPending(true);
  await tellLogout();
}
