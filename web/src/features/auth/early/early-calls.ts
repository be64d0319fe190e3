import type { Said } from '../../../texts/texts';
import { isLogoutPending, keepLogoutPending } from '../../../session/plain-storage';

const post = (path: string, body?: unknown): Promise<Response> =>
  fetch(path, {
    method: 'POST',
    credentials: 'same-origin',
    ...(body !== undefined && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  });

/** @returns whether the server confirmed the logout */
async function tellLogout(): Promise<boolean> {
  try {
    return (await post('/api/auth/logout')).ok;
  } catch {
    return false;
  }
}

/**
 * Sends the login call. If an earlier logout is still pending, it is sent first, and no other code may send it
 * meanwhile, because it would end the new session. The logout stays pending if the login fails
 * (web/src/session/session-api.ts does the same).
 */
export async function callLogin(body: unknown): Promise<Response> {
  const isUntold = isLogoutPending() && !(await tellLogout());
  keepLogoutPending(false);
  let answer: Response | null = null;
  try {
    answer = await post('/api/auth/login', body);
    return answer;
  } finally {
    if (isUntold && !answer?.ok) keepLogoutPending(true);
  }
}

export const callSignUp = (body: unknown): Promise<Response> => post('/api/auth/signup', body);

export interface Refusal {
  /** The server's own text; null if the answer contained none. */
  readonly said: Said | null;
  readonly isUnanswered: boolean;
  /** Whether the login needs a second step, which only the app can ask for. */
  readonly needsApp: boolean;
}

function saidIn(body: unknown) {
  if (typeof body !== 'object' || body === null || !('error' in body)) return null;
  const { error: text } = body;
  if (typeof text !== 'string' || text === '') return null;
  return { text, code: 'code' in body && body.code, message: 'message' in body && body.message };
}

/** Returns why a call failed; null if it succeeded. The body of the answer can be read again. */
export async function refusalOf(call: Promise<Response>): Promise<Refusal | null> {
  let answer: Response;
  try {
    answer = await call;
  } catch {
    return { said: null, isUnanswered: true, needsApp: false };
  }
  if (answer.ok) return null;
  const body: unknown = await answer
    .clone()
    .json()
    .catch(() => null);
  const said = saidIn(body);
  return { said, isUnanswered: false, needsApp: String(said?.code).startsWith('second_step') };
}
