import type * as Fake from './objects';

/** How this Stripe behaves. Times are of the fake's clock. */
export interface Settings {
  /** A meter event is counted only after that. */
  meterLagMs: number;
  /** From the end of a subscription that is billed at once to that invoice. */
  lastBillLagMs: number;
  /** What a subscription becomes when all attempts to collect an invoice have failed. */
  afterRetries: 'unpaid' | 'canceled';
  /** How many more errors a report of the meter counts than it names. */
  unnamedErrors: number;
}

export const DEFAULT_SETTINGS: Settings = {
  meterLagMs: 5_000,
  lastBillLagMs: 0,
  afterRetries: 'unpaid',
  unnamedErrors: 0,
};

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

/** What a test may look at of all that this Stripe knows. */
interface State {
  customers: (Fake.Customer | Fake.DeletedCustomer)[];
  taxIds: Fake.TaxId[];
  subscriptions: Fake.Subscription[];
  invoices: Fake.Invoice[];
  setupIntents: Fake.SetupIntent[];
  meterEvents: Fake.MeterRecord[];
  /** Calls that the fake does not know, and calls of unknown keys or versions: a test looks that there are none. */
  unexpected: string[];
}

/** The doors of the fake for tests. Away from the fake they are calls: POST /_test/<name>, JSON in and out. */
export interface Doors {
  /** Forgets everything; time stands still at `nowMs`, or now. */
  reset: (options: { nowMs?: number }) => void;
  settings: (change: Partial<Settings>) => void;
  /** Makes the product's meter and price. */
  catalogue: (lookupKey: string) => void;
  /** Moves time on, epoch ms; all that falls due happens in order. */
  moveTo: (nowMs: number) => void;
  /** The next `times` calls that match fail. */
  fail: (fault: Fault) => void;
  /** While it is down, each connection ends without an answer. */
  setDown: (isDown: boolean) => void;
  /** Takes back all failures that are still to come. */
  heal: () => void;
  /** The webhooks that wait, in order; they wait no longer. */
  take: () => Fake.SentEvent[];
  state: () => State;
  /** All calls of the API since the reset, as `GET /v1/prices`. */
  requests: () => string[];
  /** What the customer does in the browser: a card number, and the answer to their bank where it asks. */
  confirmSetup: (id: string, number: string, outcome?: 'complete' | 'fail') => Fake.SetupIntent;
  setStatus: (subscription: string, status: Fake.Subscription['status']) => void;
  detachCard: (id: string) => void;
  deleteCustomer: (id: string) => void;
  /** The days and amounts on all final invoices of a customer. */
  billed: (customer: string) => { days: number; cents: number; paidCents: number };
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
