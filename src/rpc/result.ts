import type { ErrorCode } from '../shared/errors';
import type { Message } from '../shared/messages/message';

/**
 * The result of a call between worker, rooms and hubs. A refusal is a value, because a rejected RPC leaks memory
 * (workers-sdk #14736).
 */
export type Result<T> = { ok: true; value: T } | Refusal;

/**
 * A refused call. `detail` is its text if that of `code` says too little; the error body calls it `message`. A bank's own
 * text, and texts for operators, are in `message`: they have no translation.
 * `retryAfterMs` is set if the same call can succeed after that time.
 */
export interface Refusal {
  ok: false;
  code: ErrorCode;
  detail?: Message;
  message?: string;
  retryAfterMs?: number;
}

/** Makes the result of a call that was not refused. */
export const ok = <T>(value: T): Result<T> => ({ ok: true, value });

/** Makes a refusal with a text of its own. */
export const refuse = (code: ErrorCode, detail: Message): Refusal => ({ ok: false, code, detail });
