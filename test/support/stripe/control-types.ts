import type Stripe from 'stripe';

/** How this Stripe behaves; set at a reset or on the way. Times are of the fake's clock. */
export interface Settings {
  /** A new customer is found by search only after that. */
  searchLagMs: number;
  /** A meter event is counted only after that. */
  meterLagMs: number;
  /** From the end of a period to the final invoice; Stripe's default is an hour. */
  invoiceGraceMs: number;
  /** From the end of a subscription that is billed at once to that invoice. */
  lastBillLagMs: number;
  /** From an invoice that was finalised by a call to the attempt to collect it. */
  collectionDelayMs: number;
  /** After each failed payment the next attempt follows so many days later. */
  retryAfterDays: number[];
  /** What a subscription becomes when all attempts have failed. */
  afterRetries: 'unpaid' | 'canceled' | 'past_due';
  /** How many more errors a report of the meter counts than it names. */
  unnamedErrors: number;
}

export const DEFAULT_SETTINGS: Settings = {
  searchLagMs: 60_000,
  meterLagMs: 5_000,
  invoiceGraceMs: 3_600_000,
  lastBillLagMs: 0,
  collectionDelayMs: 60_000,
  retryAfterDays: [3, 5, 7],
  afterRetries: 'unpaid',
  unnamedErrors: 0,
};

/** What goes wrong with the next `times` calls that match (all, where nothing is said). */
export interface Fault {
  /**
   * `status` answers an error before anything is done; `drop` ends the connection before, `drop-answer` after the work is
   * done; `hang` never answers.
   */
  type: 'status' | 'drop' | 'drop-answer' | 'hang';
  /** Of `status`: 402 is a declined card; 500 where none is given. */
  status?: 402 | 429 | 500 | 503;
  times: number;
  method?: string;
  /** A part of the path, such as `/meter_events`. */
  path?: string;
}

/** One call of the API, as it came. */
export interface LoggedRequest {
  at: number;
  method: string;
  path: string;
  params: unknown;
  idempotencyKey: string | null;
  /** Null: never answered. */
  status: number | null;
  replayed: boolean;
}

/** A webhook as it is sent: `body` and `signature` go together. */
export interface SignedEvent {
  id: string;
  type: string;
  /** Unix seconds of the fake's clock. */
  created: number;
  body: string;
  /** The header Stripe-Signature, of now in real time. */
  signature: string;
}

export interface MeterRecord {
  identifier: string;
  eventName: string;
  customer: string;
  value: number;
  /** Unix seconds. */
  timestamp: number;
  receivedAt: number;
  /** Why it counts for nobody. */
  error: string | null;
}

/** All that this Stripe knows. */
export interface State {
  nowMs: number;
  customers: (Stripe.Customer | Stripe.DeletedCustomer)[];
  taxIds: Stripe.TaxId[];
  subscriptions: Stripe.Subscription[];
  invoices: Stripe.Invoice[];
  paymentMethods: Stripe.PaymentMethod[];
  setupIntents: Stripe.SetupIntent[];
  meters: Stripe.Billing.Meter[];
  prices: Stripe.Price[];
  meterEvents: MeterRecord[];
  /** Calls that the fake does not know, and calls of unknown keys or versions: a test looks that there are none. */
  unexpected: string[];
}

type BillingDetails = Stripe.SetupIntentConfirmParams.PaymentMethodData.BillingDetails;

/** The doors of the fake for tests: POST /_test/<name>, JSON in and out. */
export interface ControlActions {
  reset: { input: { nowMs?: number; ticking?: boolean; settings?: Partial<Settings> }; output: { nowMs: number } };
  settings: { input: Partial<Settings>; output: Settings };
  catalogue: { input: { lookupKey: string }; output: { meter: string; price: string } };
  clock: { input: { nowMs: number } | { advanceMs: number }; output: { nowMs: number } };
  fail: { input: Fault; output: null };
  down: { input: { down: boolean }; output: null };
  heal: { input: null; output: null };
  webhooks: { input: { url: string | null }; output: null };
  idle: { input: null; output: null };
  take: { input: null; output: SignedEvent[] };
  redeliver: { input: { ids: string[] }; output: SignedEvent[] };
  state: { input: null; output: State };
  requests: { input: null; output: LoggedRequest[] };
  'confirm-setup': {
    input: { id: string; number: string; billingDetails?: BillingDetails; outcome?: 'complete' | 'fail' };
    output: Stripe.SetupIntent;
  };
  'save-card': { input: { customer: string; number: string }; output: Stripe.PaymentMethod };
  'set-status': { input: { id: string; status: Stripe.Subscription.Status }; output: Stripe.Subscription };
  'detach-card': { input: { id: string }; output: null };
  'delete-customer': { input: { id: string }; output: null };
  billed: { input: { customer: string }; output: { days: number; cents: number; paidCents: number } };
}

export type ControlAction = keyof ControlActions;
