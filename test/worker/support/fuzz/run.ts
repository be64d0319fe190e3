import { env } from 'cloudflare:workers';
import { vi } from 'vitest';

/** The length of this run. 1 is the length that docs/evidence/faults.md describes; see `npm run test:fuzz`. */
export const factor = Number(env.FUZZ_RUNS);

/** The timeout of each test. */
export const TIMEOUT_MS = Number(env.TEST_TIMEOUT_MS);

/** The number of sequences of a property: this many at factor 1, and a minimum in any case. */
export const runs = (atFactorOne: number): number => Math.max(3, Math.ceil(atFactorOne * factor));

/** The same seed generates the same inputs. Set FUZZ_SEED to that of the run to repeat. */
export const seed = Number(env.FUZZ_SEED);

/** Longer than any input takes, even on a busy machine. A call without an answer by then will never get one. */
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

/** The time between two inputs. Rooms may ask D1 again, and no tap shares its millisecond with a reset. */
const STEP_MS = 1_100;

/** Moves the stopped clock, which the worker, its objects and the model share, by the time between two inputs. */
export const step = (ms = STEP_MS) => void vi.setSystemTime(Date.now() + ms);

/** Counts how often each kind of input was tried. */
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
