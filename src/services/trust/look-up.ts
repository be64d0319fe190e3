import { MissGate, type MissAllowance } from '../../concurrency/miss-gate';
import { Recent } from '../../concurrency/recent';
import { AppError } from '../../shared/errors';
import { DAY_MS } from '../../shared/limits';

/** The caller who looks up a token, for the limits on failed lookups. */
export interface Seeker {
  /** The address or network; for a device that has logged in, the device's id. */
  key: string;
  allowance: MissAllowance;
  /**
   * Counts a miss in Cloudflare's rate limit, beyond this isolate. Returns false if there were too many. The function
   * is null if no rate limit is bound.
   */
  countMiss: (() => Promise<boolean>) | null;
}

/** A lookup by a token's hash. In its last HANDOVER_MS a session exists for calls but not for sockets. */
export interface Sought {
  kind: 'session' | 'socket' | 'display';
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
 * Returns what `find` finds in D1, or null. Each seeker may miss a few times a second in this isolate and, if a rate
 * limit is bound, in its Cloudflare location. An unknown hash is looked up once in ten seconds. `isKnown` ends the
 * wait: the result is undefined if another call has found the hash meanwhile.
 * @param whoSeeks is called only when it is needed
 * @throws {AppError} `too_many_attempts`
 */
export async function lookUp<T>(
  whoSeeks: () => Promise<Seeker>,
  sought: Sought,
  find: () => Promise<T | null>,
  isKnown: () => boolean = () => false,
): Promise<T | null | undefined> {
  const { hash } = sought;
  let seeker: Seeker | undefined;
  for (let waits = 0; waits < WAITS_MAX; waits += 1) {
    const now = Date.now();
    if (isKnown()) return undefined;
    if (unknown.has(nameOf(sought), now)) return null;
    // oxlint-disable-next-line no-await-in-loop -- one look after the other
    if (proven.has(hash, now)) return note(sought, await find());
    // oxlint-disable-next-line no-await-in-loop
    seeker ??= await whoSeeks();
    const entry = gate.enter(seeker.key, now, seeker.allowance);
    if (entry === 'refused') break;
    // oxlint-disable-next-line no-await-in-loop
    if (entry !== 'wait') return await enter(seeker, sought, find, entry.leave);
    // oxlint-disable-next-line no-await-in-loop
    await new Promise((resolve) => {
      setTimeout(resolve, waitMs(waits));
    });
  }
  throw new AppError('too_many_attempts', undefined, { retryAfterS: RETRY_AFTER_S });
}

async function enter<T>(
  seeker: Seeker,
  sought: Sought,
  find: () => Promise<T | null>,
  leave: (found: boolean) => void,
): Promise<T | null> {
  let found: T | null = null;
  try {
    found = note(sought, await find());
  } catch (error) {
    // D1 did not answer, which does not count as a miss.
    leave(true);
    throw error;
  }
  leave(found !== null);
  if (found === null && seeker.countMiss && !(await seeker.countMiss())) {
    gate.shut(seeker.key, Date.now() + SHUT_MS);
  }
  return found;
}

const nameOf = ({ kind, hash }: Sought): string => `${kind} ${hash}`;

function note<T>(sought: Sought, found: T | null): T | null {
  if (found !== null) {
    prove(sought.hash, Date.now());
    return found;
  }
  proven.delete(sought.hash);
  unknown.add(nameOf(sought), Date.now());
  return null;
}

/** Notes that a new token exists. */
export const prove = (hash: string, now: number): void => proven.add(hash, now);
