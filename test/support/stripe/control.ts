import type { Doors } from './doors';

/** Settings of this fake Stripe. Times follow the fake's clock. */
export const DEFAULT_SETTINGS = {
  /** Delay until a meter event counts. */
  meterLagMs: 5_000,
  /** Delay from the end of a subscription that is billed at once to its last invoice. */
  lastBillLagMs: 0,
  /** A subscription's status after all attempts to collect an invoice have failed. */
  afterRetries: 'unpaid' as 'unpaid' | 'canceled',
  /** Number of errors that a meter's report counts in addition to those that it names. */
  unnamedErrors: 0,
};
export type Settings = typeof DEFAULT_SETTINGS;

/** A fault of the next `times` calls that match. An unset field matches all calls. */
export interface Fault {
  /** `status` returns an error before any work; `drop` ends the connection before the work, `drop-answer` after it. */
  type: 'status' | 'drop' | 'drop-answer';
  /** The code for `status`; 500 by default. */
  status?: 429 | 500 | 503;
  times: number;
  method?: string;
  /** A part of the path, such as `/meter_events`. */
  path?: string;
}

type Remote<T> = {
  [K in keyof T]: T[K] extends (...args: infer Args) => infer Result ? (...args: Args) => Promise<Result> : never;
};

/** Controls the fake at `url` by fetch alone, from any process. A call throws Stripe's error text if Stripe refuses. */
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
