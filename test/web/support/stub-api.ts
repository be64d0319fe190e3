import { vi } from 'vitest';
import type { Config } from '../../../src/shared/schemas/system';

export interface Call {
  readonly method: string;
  readonly path: string;
  readonly body: unknown;
  readonly headers: Headers;
  readonly credentials: RequestCredentials | undefined;
}

export type Answer = readonly [status: number, body: unknown];
/** 'offline' rejects; 'silent' rejects only when the call is aborted; a function may wait. */
type Handler = Answer | 'offline' | 'silent' | ((call: Call) => Answer | Promise<Answer>);

/** The configuration that every login requests. */
export const CONFIG: Config = {
  signUp: 'open',
  supportEmail: 'help@example.com',
  billing: { configured: false },
  publicOrigin: null,
  passwordReset: false,
  errorReporting: null,
};

const aborted = (signal: AbortSignal | null | undefined) =>
  new Promise<never>((_resolve, reject) => {
    signal?.addEventListener('abort', () => reject(new DOMException('The call was aborted', 'AbortError')));
  });

/**
 * Replaces fetch with an API: a map from 'METHOD /path' to its answer. Unlisted calls get a 404, except the
 * configuration. Returns the calls made.
 */
export function stubApi(given: Record<string, Handler>): Call[] {
  const handlers: Record<string, Handler> = { 'GET /api/config': [200, CONFIG], ...given };
  const calls: Call[] = [];
  vi.stubGlobal('fetch', async (path: string, init: RequestInit = {}) => {
    const body: unknown = typeof init.body === 'string' ? JSON.parse(init.body) : undefined;
    const { method = 'GET', credentials } = init;
    const call: Call = { method, path, body, headers: new Headers(init.headers), credentials };
    calls.push(call);
    const handler = handlers[`${call.method} ${path}`] ?? [404, { error: 'Not there', code: 'not_found' }];
    if (handler === 'offline') throw new TypeError('Failed to fetch');
    if (handler === 'silent') return await aborted(init.signal);
    const [status, answer] = typeof handler === 'function' ? await handler(call) : handler;
    return new Response(JSON.stringify(answer), { status });
  });
  return calls;
}

export const refusal = (status: number, error: string, code = 'invalid_input'): Answer => [status, { error, code }];
export const NO_SESSION: Answer = refusal(401, 'Please log in to continue.', 'unauthenticated');
