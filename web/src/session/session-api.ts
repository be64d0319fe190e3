import { SuccessSchema } from '../../../src/shared/schemas/success';
import { SessionAnswerSchema, type User, UserSchema } from '../../../src/shared/schemas/user';
import { callApi, isRefusal } from '../api/api-client';
import { isLogoutPending, keepLogoutPending } from './plain-storage';

/** How long a logout waits for its answer, in ms, so that the screen does not hang. */
const LOGOUT_TIMEOUT_MS = 3_000;

declare global {
  interface Window {
    /**
     * The answer to the first call that verifies the session, which the page makes before the app has loaded
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

/** Logs out at the server. A 401 counts as success, because the session has already ended. */
async function callLogout(): Promise<void> {
  try {
    // The answer is checked, because a network's own login page also answers 200.
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

/** Sends the logout to the server. If that fails, it stays pending. Simultaneous calls share one attempt. */
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

/** Sends a logout to the server that it does not have yet. */
export async function tellPendingLogout(): Promise<void> {
  if (isLogoutPending() && !loginUnderWay) await tellLogout();
}

/** Logs in after sending a pending logout, and sends no logout meanwhile, because it would end the new session. */
export async function whileLoggingIn<T>(login: () => Promise<T>): Promise<T> {
  await tellPendingLogout();
  loginUnderWay = true;
  try {
    return await login();
  } finally {
    loginUnderWay = false;
  }
}

/** Ends the session, now or as soon as the server can be reached. Until then the device keeps the logout as pending. */
export async function endSession(): Promise<void> {
  keepLogoutPending(true);
  await tellLogout();
}
