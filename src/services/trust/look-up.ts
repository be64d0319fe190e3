import { MissGate, type MissAllowance } from '../../concurrency/miss-gate';
import { Recent } from '../../concurrency/recent';
import { AppError } from '../../shared/errors';
import { DAY_MS } from '../../shared/durations';

/** The caller who looks up a token, for the limits on failed lookups. */
export interface LookupCaller {
  /** The address or network; for a device that has logged in, the device's id. */
  key: string;
  allowance: MissAllowance;
  /**
   * Counts a miss in Cloudflare's rate limit, beyond this isolate. Returns false if there were too many. The function
   * is null if no rate limit is bound.
   */
  countMiss: (() => Promise<boolean>) | null;
}

/** A token, by its hash. In its last HANDOVER_MS a session exists for calls but not for sockets. */
export interface LookupToken {
  kind: 'session' | 'socket' | 'display' | 'inspector' | 'key' | 'public' | 'invitation';
  hash: string;
}

const gate = new MissGate();
/** Tokens that D1 did not have in the last ten seconds. Tokens are random: a missing one does not appear later. */
const unknown = new Recent(10_000, 10_000);
/** Hashes of tokens that existed recently. D1 is still asked, but without limits. */
const proven = new Recent(20_000, DAY_MS);

/** Returns the wait before the next attempt in ms: 10, then 20, up to 100. So a thousand waiting calls are no load. */
const waitMs = (waits: number): number => Math.min(100, 10 * (waits + 1));
/** The most waits of a lookup, 15 s in total. When a venue's phones all return at once, lookups run in turn. */
const WAITS_MAX = 155;
const SHUT_MS = 10_000;
const RETRY_AFTER_S = 2;

/**
 * Returns what `find` finds in D1, or null. Each caller may miss a few times a second in this isolate and, if a rate
 * limit is bound, in its Cloudflare location. An unknown hash is looked up once in ten seconds. `isKnown` ends the
 * wait: the result is undefined if another call has found the hash meanwhile.
 * @param readCaller is called only when it is needed
 * @throws {AppError} `too_many_attempts`
 */
export async function lookUp<T>(
  readCaller: () => Promise<LookupCaller>,
  token: LookupToken,
  find: () => Promise<T | null>,
  isKnown: () => boolean = () => false,
): Promise<T | null | undefined> {
  const { hash } = token;
  let caller: LookupCaller | undefined;
  for (let waits = 0; waits < WAITS_MAX; waits += 1) {
    const now = Date.now();
    if (isKnown()) return undefined;
    if (unknown.has(nameOf(token), now)) return null;
    // oxlint-disable-next-line no-await-in-loop -- one look after the other
    if (proven.has(hash, now)) return note(token, await find());
    // oxlint-disable-next-line no-await-in-loop
    caller ??= await readCaller();
    const entry = gate.enter(caller.key, now, caller.allowance);
    if (entry === 'refused') break;
    // oxlint-disable-next-line no-await-in-loop
    if (entry !== 'wait') return await enter(caller, token, find, entry.leave);
    // oxlint-disable-next-line no-await-in-loop
    await new Promise((resolve) => {
      setTimeout(resolve, waitMs(waits));
    });
  }
  throw new AppError('too_many_attempts', undefined, { retryAfterS: RETRY_AFTER_S });
}

async function enter<T>(
  caller: LookupCaller,
  token: LookupToken,
  find: () => Promise<T | null>,
  leave: (found: boolean) => void,
): Promise<T | null> {
  let found: T | null = null;
  try {
    found = note(token, await find());
  } catch (error) {
    // D1 did not answer, which does not count as a miss.
    leave(true);
    throw error;
  }
  leave(found !== null);
  if (found === null && caller.countMiss && !(await caller.countMiss())) {
    gate.shut(caller.key, Date.now() + SHUT_MS);
  }
  return found;
}

const nameOf = ({ kind, hash }: LookupToken): string => `${kind} ${hash}`;

function note<T>(token: LookupToken, found: T | null): T | null {
  if (found !== null) {
    prove(token.hash, Date.now());
    return found;
  }
  proven.delete(token.hash);
  unknown.add(nameOf(token), Date.now());
  return null;
}

/** Notes that a new token exists. */
export const prove = (hash: string, now: number): void => proven.add(hash, now);
