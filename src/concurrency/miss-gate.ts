/** What a key may do: `misses` at once, then `missesPerSecond`. */
export interface MissAllowance {
  misses: number;
  missesPerSecond: number;
}

/** Whether a lookup may begin: yes, and the caller reports whether it found something; not now; or not for a while. */
export type Entry = { leave: (found: boolean) => void } | 'wait' | 'refused';

interface State {
  tokens: number;
  refilledAt: number;
  /** When each running lookup counts as a miss. */
  leases: Map<symbol, number>;
  shutUntil: number;
}

/** This many keys are remembered at a time. One more makes the limiter forget all of them. */
const KEYS_MAX = 10_000;
/** workerd may end a call whose client has gone away at any await, and then nobody reports the result of its lookup. */
const LEASE_MS = 5_000;

/**
 * Limits lookups that find nothing, in this isolate only. Each lookup takes one of its key's few tokens and gives it
 * back when it found something. So all phones of a venue, whose sessions exist, pass one after another, and somebody
 * who guesses runs out of tokens. Times are epoch ms.
 */
export class MissGate {
  private readonly states = new Map<string, State>();

  /** Returns `wait` when no token is left, but a lookup that has not ended yet may give its token back. */
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

  /** No lookup begins before that time. */
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
    // If the clock moved backwards, the elapsed time is unknown.
    const passedMs = Math.max(0, now - known.refilledAt);
    known.tokens = Math.min(misses, known.tokens + (passedMs / 1000) * missesPerSecond);
    known.refilledAt = now;
    for (const [lease, end] of known.leases) if (end <= now || end > now + LEASE_MS) known.leases.delete(lease);
    return known;
  }
}
