import * as z from 'zod/mini';
import type { ErrorCode } from '../../../src/shared/errors';
import { forgetEndReason, noteEndReason } from '../session/session-end';
import { texts, translate } from '../texts/texts';

/**
 * The server or a proxy refused the call. `message` is in the page's language: the server's text if it sent one
 * (`fromServer`), otherwise a general text. `code` is `unknown` if the answer is not the server's own, such as a
 * proxy's page.
 */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  readonly code: string;
  readonly fromServer: boolean;
  /** After how many ms the call may be repeated; null if the server has not said it. */
  readonly retryAfterMs: number | null;

  constructor(status: number, code: string, serverMessage: string | undefined, retryAfterMs: number | null = null) {
    super(serverMessage ?? texts.errors.unexpectedAnswer);
    this.status = status;
    this.code = code;
    this.fromServer = serverMessage !== undefined;
    this.retryAfterMs = retryAfterMs;
  }
}

/** The call got no answer: the device is offline, or the server cannot be reached. */
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
  /** True if the call must reach the server although the page goes. */
  keepalive?: boolean;
  /** The answer of a call that was already sent. */
  answer?: Promise<Response>;
  /** True if a 401 must not lead to the login screen, as for login and verify (docs/product.md, S6). */
  sparesSession?: boolean;
}

/** The schema of answers that nobody reads here. */
export const AnySchema = z.unknown();

const UNKNOWN = 'unknown';
const ErrorAnswerSchema = z.object({
  error: z.string(),
  code: z.optional(z.string()),
  message: z.optional(AnySchema),
  reason: z.optional(z.string()),
});

type Listener = () => void;
const unauthenticatedListeners = new Set<Listener>();
const forbiddenListeners = new Set<Listener>();

let sessionsBegun = 0;

/** Notes that a session begins: a 401 for an earlier call is about another session. */
export function beginSession(): void {
  sessionsBegun += 1;
  forgetEndReason();
}

/** Calls the listener for every 401 of the server, except those of login and verify. Returns the unsubscriber. */
export function onUnauthenticated(listener: Listener): () => void {
  unauthenticatedListeners.add(listener);
  return () => unauthenticatedListeners.delete(listener);
}

/** Calls the listener for every call that the user may not make: the role may have changed. Returns the unsubscriber. */
export function onForbidden(listener: Listener): () => void {
  forbiddenListeners.add(listener);
  return () => forbiddenListeners.delete(listener);
}

/** Reads Retry-After in seconds (RFC 9110 section 10.2.3) and returns ms. This server never sends a date. */
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
      keepalive: options.keepalive ?? false,
      headers,
      ...(options.body === undefined ? {} : { body: JSON.stringify(options.body) }),
      ...(options.signal ? { signal: options.signal } : {}),
    });
  } catch (cause) {
    throw new NoAnswerError(cause);
  }
}

/**
 * Makes one call and returns its answer. The answer's body is not read yet.
 * @throws {ApiError} the call was refused
 * @throws {NoAnswerError} there was no answer
 */
export async function fetchApi(path: string, options: CallOptions = {}): Promise<Response> {
  const session = sessionsBegun;
  const response = await send(path, options);
  if (response.ok) return response;
  const { data } = z.safeParse(ErrorAnswerSchema, await readJson(response));
  const said = data && translate({ text: data.error, ...data });
  const error = new ApiError(response.status, data?.code ?? UNKNOWN, said, readRetryAfterMs(response));
  if (isRefusal(error, 'unauthenticated') && session === sessionsBegun) {
    noteEndReason(data?.reason);
    if (options.sparesSession) throw error;
    for (const listener of unauthenticatedListeners) listener();
  }
  if (isRefusal(error, 'forbidden')) for (const listener of forbiddenListeners) listener();
  throw error;
}

/**
 * Makes one call and returns its answer after checking it against `schema`.
 * @throws {ApiError} the call was refused, or its answer does not match the schema (code `unexpected_answer`)
 * @throws {NoAnswerError} there was no answer
 */
export async function callApi<T>(path: string, schema: z.core.$ZodType<T>, options: CallOptions = {}): Promise<T> {
  const response = await fetchApi(path, options);
  const result = z.safeParse(schema, await readJson(response));
  if (!result.success) throw new ApiError(response.status, 'unexpected_answer', undefined);
  return result.data;
}

/** Returns the server's own error text; `otherwise` if there is none (docs/product.md, E8). */
export const serverMessage = (error: unknown, otherwise: string): string =>
  error instanceof ApiError && error.fromServer && error.message !== '' ? error.message : otherwise;

/** Returns the error's own text; `otherwise` if there is none (docs/product.md, E8). */
export const ownMessage = (error: unknown, otherwise: string): string =>
  error instanceof Error && error.message !== '' ? error.message : otherwise;

/** Whether the server itself refused the call with this code. */
export const isRefusal = (error: unknown, code: ErrorCode): boolean => error instanceof ApiError && error.code === code;

/** Waits for a call that ends something. It is no failure if somebody else has already ended it. */
export async function ended(call: Promise<unknown>): Promise<void> {
  await call.catch((failure: unknown) => {
    if (!isRefusal(failure, 'not_found')) throw failure;
  });
}

/** Returns after how many ms the call may be repeated; null if that is unknown. */
export const retryAfterMs = (error: unknown): number | null => (error instanceof ApiError ? error.retryAfterMs : null);

/** How often a read is repeated before it counts as failed. */
export const CALL_RETRIES = 2;
/** How long data count as fresh, in ms, besides pushes: after this time, returning to the page loads them again. */
export const FRESH_FOR_MS = 30_000;

/** Whether the same call may soon succeed: there was no answer, or the server failed. Other refusals are final. */
export const isWorthRetrying = (error: unknown): boolean => !(error instanceof ApiError && error.status < 500);

/** Whether there was no answer. */
export const isUnanswered = (error: unknown): boolean => error instanceof NoAnswerError;

/** Whether the server itself called the request invalid, so that repeating it is useless. */
export const isInvalid = (error: unknown): boolean =>
  error instanceof ApiError && error.status === 400 && error.code !== UNKNOWN;
