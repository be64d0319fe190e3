import type { Context } from 'hono';
import { AppError } from '../../shared/errors';
import type { AppEnv, RequestBody } from '../../services/context';

/** How much of an oversized body is read and discarded. Cloudflare accepts no larger body (100 MB on most plans). */
const DRAIN_MAX_BYTES = 100_000_000;
const UNAVAILABLE_RETRY_S = 5;

function join(chunks: readonly Uint8Array[], length: number): Uint8Array {
  const whole = new Uint8Array(length);
  let offset = 0;
  for (const chunk of chunks) {
    whole.set(chunk, offset);
    offset += chunk.byteLength;
  }
  return whole;
}

/**
 * Reads the whole body, or returns why that fails. too_large: it is longer than `maxBytes`; the rest was discarded.
 * invalid_input: the client went away before it had sent everything.
 */
export async function readBody(stream: ReadableStream<Uint8Array> | null, maxBytes: number): Promise<RequestBody> {
  if (stream === null) return new Uint8Array();
  const reader = stream.getReader();
  try {
    return await readAll(reader, maxBytes);
  } catch {
    return 'invalid_input';
  }
}

async function readAll(reader: ReadableStreamDefaultReader<Uint8Array>, maxBytes: number): Promise<RequestBody> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    length += value.byteLength;
    if (length <= maxBytes) chunks.push(value);
    if (length > DRAIN_MAX_BYTES) {
      await reader.cancel();
      break;
    }
  }
  return length > maxBytes ? 'too_large' : join(chunks, length);
}

/** Returns the body's bytes, or throws the refusal of the call. */
export function bodyBytes(c: Context<AppEnv>): Uint8Array {
  const body = c.get('body');
  if (body === 'unavailable') throw new AppError(body, undefined, { retryAfterS: UNAVAILABLE_RETRY_S });
  if (typeof body === 'string') throw new AppError(body);
  return body;
}

/** Returns the body as JSON. Throws a 413 if it is too large, and a 400 if it is no JSON. */
function jsonBody(c: Context<AppEnv>): unknown {
  const bytes = bodyBytes(c);
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM: false }).decode(bytes));
  } catch {
    throw new AppError('invalid_json');
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns the body as a JSON object. Its fields are not checked yet. */
export function objectBody(c: Context<AppEnv>): Record<string, unknown> {
  const body = jsonBody(c);
  if (!isObject(body)) throw new AppError('invalid_input');
  return body;
}
