import type { Doors } from './doors';

/** How this Stripe behaves. Times are of the fake's clock. */
export const DEFAULT_SETTINGS = {
  /** A meter event is counted only after that. */
  meterLagMs: 5_000,
  /** From the end of a subscription that is billed at once to that invoice. */
  lastBillLagMs: 0,
  /** What a subscription becomes when all attempts to collect an invoice have failed. */
  afterRetries: 'unpaid' as 'unpaid' | 'canceled',
  /** How many more errors a report of the meter counts than it names. */
  unnamedErrors: 0,
};
export type Settings = typeof DEFAULT_SETTINGS;

/** What goes wrong with the next `times` calls that match (all, where nothing is said). */
export interface Fault {
  /**
   * `status` answers an error before anything is done; `drop` ends the connection before, `drop-answer` after the work is
   * done.
   */
  type: 'status' | 'drop' | 'drop-answer';
  /** Of `status`; 500 where none is given. */
  status?: 429 | 500 | 503;
  times: number;
  method?: string;
  /** A part of the path, such as `/meter_events`. */
  path?: string;
}

type Remote<T> = {
  [K in keyof T]: T[K] extends (...args: infer Args) => infer Result ? (...args: Args) => Promise<Result> : never;
};

/** Drives the fake at `url` from anywhere: it needs nothing but fetch. A door throws Stripe's words where it refused. */
export const openDoors = (url: string): Remote<Doors> =>
  new Proxy(Object.create(null), {
    get:
      (_doors, name) =>
      async (...args: unknown[]) => {
        const answer = await fetch(`${url}/_test/${String(name)}`, { method: 'POST', body: JSON.stringify(args) });
        if (!answer.ok) throw new Error(`${String(name)}: ${answer.status} ${await answer.text()}`);
        return await answer.json();
      },
  });
