import { env } from 'cloudflare:workers';

/** The length of this run, where 1 is the length that docs/faults.md describes; see `npm run test:fuzz`. */
export const factor = Number(env.FUZZ_RUNS);

/** How long a test of generated inputs may take, in ms: it grows with them. */
export const TIMEOUT_MS = 180_000 * Math.max(1, factor);

/** How many sequences of a property are tried: this many at factor 1, and some in any case. */
export const runs = (atFactorOne: number): number => Math.max(3, Math.ceil(atFactorOne * factor));

/** The same seed makes the same inputs: FUZZ_SEED of the run to look at again. */
export const seed = Number(env.FUZZ_SEED);

/** Longer than any input takes, also on a busy machine: what is not answered by then never will be. */
const ANSWER_WITHIN_MS = 30_000;

export async function inTime<T>(answer: Promise<T>, what: string): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | null = null;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`No answer: ${what}`)), ANSWER_WITHIN_MS);
  });
  try {
    return await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** What passes between two inputs: rooms may ask D1 again, and no tap shares its millisecond with a reset. */
const STEP_MS = 1_100;

/** Time that passes only when it is told to, for the worker, the objects and the test alike: the model knows it exactly. */
export function stoppedClock() {
  // No spy: it would remember each of millions of calls.
  const realNow = Date.now;
  let now = realNow();
  Date.now = () => now;
  return {
    get now() {
      return now;
    },
    step: (ms = STEP_MS) => (now += ms),
    restore: () => {
      Date.now = realNow;
    },
  };
}

/** How often each kind of input was tried. */
export class Tally {
  private readonly counts = new Map<string, number>();

  add(kind: string, times = 1): void {
    this.counts.set(kind, (this.counts.get(kind) ?? 0) + times);
  }

  of(kind: string): number {
    return this.counts.get(kind) ?? 0;
  }

  get total(): number {
    return [...this.counts.values()].reduce((sum, count) => sum + count, 0);
  }

  /** A line for each kind. */
  get table(): string {
    return [...this.counts].map(([kind, count]) => `${String(count).padStart(7)}  ${kind}`).join('\n');
  }
}
