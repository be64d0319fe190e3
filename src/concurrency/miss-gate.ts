/** How many lookups of a key are allowed to find nothing: `misses` at once, then `missesPerSecond`. */
export interface MissAllowance {
  misses: number;
  missesPerSecond: number;
}

/**
 * The answer to a lookup that wants to begin. An object means yes: the caller later calls `leave` to report whether the
 * lookup found something. `wait`: the caller tries again shortly. `refused`: the caller gives up.
 */
export type Entry = { leave: (found: boolean) => void } | 'wait' | 'refused';

interface State {
  tokens: number;
  refilledAt: number;
  /** For each lookup in progress: when it counts as a miss if nobody reports its result; epoch ms. */
  leases: Map<symbol, number>;
  shutUntil: number;
}

/** The gate remembers at most this many keys. One more key makes it forget all keys. */
const KEYS_MAX = 10_000;
/**
 * A lookup without a reported result counts as a miss after this time: workerd can end a call whose client has
 * disconnected at any await, and then nobody reports the result.
 */
const LEASE_MS = 5_000;

/**
 * Limits lookups that find nothing, in this isolate only. A lookup takes one of its key's few tokens and gives the
 * token back if it found something. So all phones of a venue, whose sessions exist, pass one after another, while a
 * person who guesses runs out of tokens. Times are epoch ms.
 */
export class MissGate {
  private readonly states = new Map<string, State>();

  /** Returns `wait` if no token is left but a lookup in progress can still give its token back. */
  enter(key: string, now: number, allowance: MissAllowance): Entry {
    const state = this.refilled(key, now, allowance);
    if (now < state.shutUntil) return 'refused';
    if (state.tokens < 1) return state.leases.size > 0 ? 'wait' : 'refused';
    state.tokens -= 1;
    const lease = Symbol('lookup');
    state.leases.set(lease, now + LEASE_MS);
    return {
      leave: (found) => {
        if (state.leases.delete(lease) && found) state.tokens = Math.min(allowance.misses, state.tokens + 1);
      },
    };
  }

  /** Refuses all lookups of the key before `until` (epoch ms). */
  shut(key: string, until: number): void {
    const state = this.states.get(key);
    if (state) state.shutUntil = until;
  }

  private refilled(key: string, now: number, { misses, missesPerSecond }: MissAllowance): State {
    const known = this.states.get(key);
    if (!known) {
      if (this.states.size >= KEYS_MAX) this.states.clear();
      const state = { tokens: misses, refilledAt: now, leases: new Map(), shutUntil: 0 };
      this.states.set(key, state);
      return state;
    }
    // If the clock moved backwards, the elapsed time is unknown and counts as 0.
    const passedMs = Math.max(0, now - known.refilledAt);
    known.tokens = Math.min(misses, known.tokens + (passedMs / 1000) * missesPerSecond);
    known.refilledAt = now;
    for (const [lease, end] of known.leases) if (end <= now || end > now + LEASE_MS) known.leases.delete(lease);
    return known;
  }
}
