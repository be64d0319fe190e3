/** What a key may do: `misses` at once, and `missesPerSecond` again and again. */
export interface MissAllowance {
  misses: number;
  missesPerSecond: number;
}

/** Whether one may look something up: with what came of it in the end, or not now, or not at all for a while. */
export type Entry = { leave: (found: boolean) => void } | 'wait' | 'refused';

interface State {
  tokens: number;
  refilledAt: number;
  /** When each lookup that is under way counts as a miss. */
  leases: Map<symbol, number>;
  shutUntil: number;
}

/** This many keys are remembered at a time. One more makes the limiter forget all of them. */
const KEYS_MAX = 10_000;
/** workerd may end a call whose client has gone away wherever it waits: nobody says then what came of its lookup. */
const LEASE_MS = 5_000;

/**
 * Lets lookups through by how often nothing is found, in this isolate alone: each takes one of the key's few tokens, and brings
 * it back when something was found. So a whole venue's phones, whose sessions there are, pass one after the other, and whoever
 * makes them up gets no further than his tokens. Times are epoch ms.
 */
export class MissGate {
  private readonly states = new Map<string, State>();

  /** `wait` while those under way may bring a token back. */
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

  /** Nobody enters before that time. */
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
    // A clock that was set back has said nothing of how long ago something was.
    const passedMs = Math.max(0, now - known.refilledAt);
    known.tokens = Math.min(misses, known.tokens + (passedMs / 1000) * missesPerSecond);
    known.refilledAt = now;
    for (const [lease, end] of known.leases) if (end <= now || end > now + LEASE_MS) known.leases.delete(lease);
    return known;
  }
}
