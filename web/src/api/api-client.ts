import * as z from 'zod/mini';
import type { ErrorCode } from '../../../src/shared/errors';
import { forgetEndReason, noteEndReason } from '../session/session-end';
import { texts, translate } from '../texts/texts';

/**
 * The call was refused. `message` is the server's text for the user if it sent one (`fromServer`), in the page's
 * language. Only the server's own refusals have a code of the catalog; a proxy's page has none (`unknown`).
 */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  readonly code: string;
  readonly fromServer: boolean;
  /** When the call may be repeated; null when the server has not said it. */
  readonly retryAfterMs: number | null;

  constructor(status: number, code: string, serverMessage: string | undefined, retryAfterMs: number | null = null) {
    super(serverMessage === undefined ? texts.errors.unexpectedAnswer : translate(serverMessage));
    this.status = status;
    this.code = code;
    this.fromServer = serverMessage !== undefined;
    this.retryAfterMs = retryAfterMs;
  }
}

/** No answer at all: offline, or the server cannot be reached. */
class NoAnswerError extends Error {
  override readonly name = 'NoAnswerError';

  constructor(cause: unknown) {
    super(texts.errors.noAnswer, { cause });
  }
}

export interface CallOptions {
  method?: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
  body?: unknown;
  headers?: Record<string, string>;
  signal?: AbortSignal;
  /** The call's answer when it is on its way already. */
  answer?: Promise<Response>;
  /** For login and verify a 401 is an everyday result without a redirect (docs/product.md, S6). */
  sparesSession?: boolean;
}

const UNKNOWN = 'unknown';
const ErrorAnswerSchema = z.object({
  error: z.string(),
  code: z.optional(z.string()),
  reason: z.optional(z.string()),
});

/** For answers whose body nobody reads. */
export const AnySchema = z.unknown();

type Listener = () => void;
const unauthenticatedListeners = new Set<Listener>();

let sessionsBegun = 0;

/** From here on, a 401 of an earlier call is about another session. */
export function beginSession(): void {
  sessionsBegun += 1;
  forgetEndReason();
}

/** Calls back on every 401 of the server itself except those of login and verify. Returns the unsubscriber. */
export function onUnauthenticated(listener: Listener): () => void {
  unauthenticatedListeners.add(listener);
  return () => unauthenticatedListeners.delete(listener);
}

/** Retry-After in seconds (RFC 9110 section 10.2.3); this server never sends its other form, a date. */
function readRetryAfterMs({ headers }: Response): number | null {
  const seconds = headers.get('retry-after') ?? '';
  return /^\d{1,6}$/.test(seconds) ? Number(seconds) * 1000 : null;
}

async function readJson(response: Response): Promise<unknown> {
  try {
    return await response.json();
  } catch {
    return undefined;
  }
}

async function send(path: string, options: CallOptions): Promise<Response> {
  const headers = new Headers(options.headers);
  if (options.body !== undefined) headers.set('content-type', 'application/json');
  try {
    if (options.answer) return await options.answer;
    return await fetch(path, {
      method: options.method ?? 'GET',
      credentials: 'same-origin',
      headers,
      ...(options.body === undefined ? {} : { body: JSON.stringify(options.body) }),
      ...(options.signal ? { signal: options.signal } : {}),
    });
  } catch (cause) {
    throw new NoAnswerError(cause);
  }
}

/**
 * The answer of one call, with its body unread.
 * @throws {ApiError} refused
 * @throws {NoAnswerError} no answer
 */
export async function fetchApi(path: string, options: CallOptions = {}): Promise<Response> {
  const session = sessionsBegun;
  const response = await send(path, options);
  if (response.ok) return response;
  const refusal = z.safeParse(ErrorAnswerSchema, await readJson(response));
  const { code = UNKNOWN, error: message } = refusal.data ?? {};
  const error = new ApiError(response.status, code, message, readRetryAfterMs(response));
  if (isRefusal(error, 'unauthenticated') && session === sessionsBegun) {
    noteEndReason(refusal.data?.reason);
    if (options.sparesSession) throw error;
    for (const listener of unauthenticatedListeners) listener();
  }
  throw error;
}

/**
 * One call of the API; the answer is checked against `schema`.
 * @throws {ApiError} refused, or an answer that does not match (code `unexpected_answer`)
 * @throws {NoAnswerError} no answer
 */
export async function callApi<T>(path: string, schema: z.core.$ZodType<T>, options: CallOptions = {}): Promise<T> {
  const response = await fetchApi(path, options);
  const result = z.safeParse(schema, await readJson(response));
  if (!result.success) throw new ApiError(response.status, 'unexpected_answer', undefined);
  return result.data;
}

/** The server's own text, otherwise the given one (docs/product.md, E8). */
export const serverMessage = (error: unknown, otherwise: string): string =>
  error instanceof ApiError && error.fromServer && error.message !== '' ? error.message : otherwise;

/** The error's own text, otherwise the given one (docs/product.md, E8). */
export const ownMessage = (error: unknown, otherwise: string): string =>
  error instanceof Error && error.message !== '' ? error.message : otherwise;

/** Whether the server itself refused for this reason. */
export const isRefusal = (error: unknown, code: ErrorCode): boolean => error instanceof ApiError && error.code === code;

/** When the call may be repeated; null when it is unknown. */
export const retryAfterMs = (error: unknown): number | null => (error instanceof ApiError ? error.retryAfterMs : null);

/** How often a read is repeated before it counts as failed. */
export const CALL_RETRIES = 2;
/** Pushes keep the data fresh; after this time a return to the page reads it once more. */
export const FRESH_FOR_MS = 30_000;

/** Whether the same call may soon succeed: there was no answer, or the server failed. A refusal is final. */
export const isWorthRetrying = (error: unknown): boolean => !(error instanceof ApiError && error.status < 500);

/** Whether there was no answer at all. */
export const isUnanswered = (error: unknown): boolean => error instanceof NoAnswerError;

/** Whether the server itself found the call invalid: repeating it is useless. */
export const isInvalid = (error: unknown): boolean =>
  error instanceof ApiError && error.status === 400 && error.code !== UNKNOWN;
