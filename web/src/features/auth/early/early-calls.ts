import { isLogoutPending, keepLogoutPending } from '../../../session/plain-storage';

const post = (path: string, body?: unknown): Promise<Response> =>
  fetch(path, {
    method: 'POST',
    credentials: 'same-origin',
    ...(body !== undefined && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  });

/** @returns whether the server has heard of it */
async function tellLogout(): Promise<boolean> {
  try {
    return (await post('/api/auth/logout')).ok;
  } catch {
    return false;
  }
}

/**
 * The call of the login. A logout that the server has not heard of goes first, and nobody else sends it meanwhile,
 * because it would end the new session. It stays pending when the login fails (web/src/session/session-api.ts does the
 * same).
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
  /** The server's own text, in English; null when it sent none. */
  readonly message: string | null;
  readonly isUnanswered: boolean;
}

function messageOf(body: unknown): string | null {
  if (typeof body !== 'object' || body === null || !('error' in body)) return null;
  return typeof body.error === 'string' && body.error !== '' ? body.error : null;
}

/** Why a call failed; null when it has not. The answer's body can be read again. */
export async function refusalOf(call: Promise<Response>): Promise<Refusal | null> {
  let answer: Response;
  try {
    answer = await call;
  } catch {
    return { message: null, isUnanswered: true };
  }
  if (answer.ok) return null;
  const body: unknown = await answer
    .clone()
    .json()
    .catch(() => null);
  return { message: messageOf(body), isUnanswered: false };
}
