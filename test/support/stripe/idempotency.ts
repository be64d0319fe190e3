import { Refusal } from './refusal';

/** Stripe forgets a key after "at least 24 hours". */
const KEPT_MS = 86_400_000;

export interface Answer {
  status: number;
  body: unknown;
}

interface Kept extends Answer {
  at: number;
  /** What was asked. */
  request: string;
}

/** Answers by their idempotency key. */
export class Idempotency {
  private readonly kept = new Map<string, Kept>();

  /** The answer that was given before. @throws {Refusal} the key was used for something else */
  find(key: string, request: string, nowMs: number): Answer | null {
    const before = this.kept.get(key);
    if (!before || before.at <= nowMs - KEPT_MS) return null;
    if (before.request === request) return { status: before.status, body: before.body };
    throw new Refusal(400, {
      type: 'idempotency_error',
      message:
        `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a ` +
        `key other than '${key}' if you meant to execute a different request.`,
    });
  }

  keep(key: string, request: string, nowMs: number, answer: Answer): void {
    this.kept.set(key, { ...structuredClone(answer), at: nowMs, request });
  }
}
