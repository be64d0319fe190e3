import type { HubApi, RelayApi, RoomApi } from './rpc/contract';
import type { MonitorApi } from './rpc/monitor-api';
import type { MissAllowance } from './concurrency/miss-gate';
import { isHttps } from './http/origin';
import { TRUSTED_PROXIES, type TrustedProxy } from './http/visitor';
import type { RoomLimits } from './room/sockets/allowances';
import { FREE_TAPS_PER_DAY, TRIAL_EVENTS, TRIAL_TAPS } from './shared/limits';
import { readRetentionMonths } from './shared/rules/retention';
import { SIGN_UP_MODES, type SignUpMode } from './shared/rules/sign-up';
import type { BillingConfig } from './shared/schemas/billing';

/** Bindings and variables of wrangler.toml. */
export interface Env {
  DB: D1Database;
  ROOMS: DurableObjectNamespace<RoomApi & Rpc.DurableObjectBranded>;
  HUBS: DurableObjectNamespace<HubApi & Rpc.DurableObjectBranded>;
  RELAYS: DurableObjectNamespace<RelayApi & Rpc.DurableObjectBranded>;
  MONITOR: DurableObjectNamespace<MonitorApi & Rpc.DurableObjectBranded>;
  ASSETS: Fetcher;
  /** The bucket of the nightly backups. Without it nothing is backed up (src/services/backups). */
  BACKUPS?: R2Bucket;
  /**
   * Frames per second that one session may send to one event, over all its sockets and calls. Bursts can be five times
   * as large.
   */
  MAX_FRAMES_PER_SECOND?: string;
  /** Taps per second that one session may send to one event. Bursts can be a hundred times as large. */
  MAX_TAPS_PER_SECOND?: string;
  /** How many taps an event may take while its account is in the trial; without a meaning if billing is off. */
  MAX_TRIAL_TAPS?: string;
  /** How many events an account may create in its trial, deleted ones included; without a meaning if billing is off. */
  MAX_TRIAL_EVENTS?: string;
  /**
   * How many taps that nobody pays for the installation should take in a day (UTC). A quarter of them is an alarm; with
   * billing on, all of them stop new sign-ups until the next day (docs/product.md, B10).
   */
  FREE_TAPS_PER_DAY?: string;
  /** How many new client ids one session may use at one event per hour. */
  MAX_NEW_CLIENTS_PER_HOUR?: string;
  /** How many batches per minute a source may send to its event. Bursts can have 20. */
  MAX_SOURCE_BATCHES_PER_MINUTE?: string;
  MAX_SOCKETS_PER_SESSION?: string;
  /** How many counting devices can be connected to one event. */
  MAX_SOCKETS_PER_ROOM?: string;
  /** Sockets of public displays that one network address may have at one room or relay. */
  MAX_VIEWERS_PER_ADDRESS?: string;
  /** How many public displays a room serves itself; with more, relays serve them. */
  MAX_VIEWERS_PER_ROOM?: string;
  MAX_VIEWERS_PER_RELAY?: string;
  /** Failed lookups per second that one address may make; each isolate counts for itself. */
  LOOKUP_MISSES_PER_SECOND?: string;
  /** Cloudflare's own rate limit for failed lookups, counted per location; optional. */
  LOOKUP_MISSES?: { limit: (options: { key: string }) => Promise<{ success: boolean }> };
  SUPPORT_EMAIL: string;
  /** Who may sign up: `open` (the default), `invited` or `closed` (docs/product.md, S11). */
  SIGN_UP?: string;
  /** The number of months after which ledger, journal and reports are deleted. */
  RETENTION_MONTHS?: string;
  /** Secret key of Stripe's API; without it billing is off (docs/product.md, B4). */
  STRIPE_SECRET_KEY?: string;
  /** Secret with which Stripe signs its requests to /api/billing/webhook. */
  STRIPE_WEBHOOK_SECRET?: string;
  /** Public key: the browser confirms cards with it. */
  STRIPE_PUBLISHABLE_KEY?: string;
  /** The lookup key of the price that `npm run stripe:setup` created. */
  STRIPE_PRICE_LOOKUP_KEY?: string;
  /** The address of Stripe's API, like `http://127.0.0.1:1234`; only tests set it. */
  STRIPE_API_BASE?: string;
  /** Sentry's DSN, to which errors are reported; without it they are only logged. */
  SENTRY_DSN?: string;
  /** `production` or `staging`. Error reports and the keys of backups contain this name. */
  ENVIRONMENT?: string;
  /** Secret of the mail provider's HTTP API. Without it and MAIL_TO_CONSOLE, passwords cannot be reset by mail. */
  MAIL_API_KEY?: string;
  /** The URL of the provider's call that sends a mail, like Resend's `https://api.resend.com/emails`. */
  MAIL_API_URL?: string;
  /** The sender of mails, like `Headroom <no-reply@headroom.example>`. */
  MAIL_FROM?: string;
  /** Cloudflare's Email Sending (`send_email` of wrangler.toml). It needs MAIL_FROM; a provider's API key comes before it. */
  EMAIL?: SendEmail;
  /** `true` writes mails to the log instead of sending them. It is only for a developer's machine. */
  MAIL_TO_CONSOLE?: string;
  /**
   * The product's own address, like `https://headroom.example`. Links in mails use it, whatever the request's Host
   * says.
   */
  PUBLIC_ORIGIN?: string;
  /**
   * The proxy that is trusted to report the client's address and scheme: `cloudflare`, `forwarded` or nothing
   * (src/http/visitor.ts).
   */
  TRUSTED_PROXY?: string;
  /** The address to which alarms are mailed. It needs the settings of mails. */
  ALARM_EMAIL?: string;
  /** Secret: the URL to which alarms are posted as JSON (Slack, Mattermost and Google Chat understand it). */
  ALARM_WEBHOOK_URL?: string;
  /** Secret: the URL that gets a GET each minute while nothing is wrong, as dead man's switches expect it. */
  HEARTBEAT_URL?: string;
  /** Secret for /api/operator. Without it these calls do not exist. */
  OPERATOR_TOKEN?: string;
  /**
   * Secret: the Ed25519 key that signs the seals of closed days, as `npm run evidence:key` prints it. Without it days are
   * sealed without a signature.
   */
  EVIDENCE_KEY?: string;
  /** The public keys that signed earlier, with commas between them: packs are checked against them, too. */
  EVIDENCE_RETIRED_KEYS?: string;
  /** `off` keeps fingerprints of seals from being mailed to the event's admin. */
  EVIDENCE_MAIL?: string;
  /** Secret: the key pair of Web Push, as `npm run push:key` prints it. Without it no push is offered. */
  PUSH_KEY?: string;
  /**
   * Only tests set it: hosts with the loopback origins that are called instead (src/http/outbound/outbound.ts). A
   * deployment refuses it.
   */
  OUTBOUND_TEST_HOSTS?: string;
  /** The Durable Object jurisdiction of new events and of all hubs: `eu`, `fedramp` or nothing. */
  JURISDICTION?: string;
}

/** Returns the product's own address without a path; null if it is not set or is not a URL. */
export function publicOrigin({ PUBLIC_ORIGIN: address = '' }: Env): string | null {
  return URL.canParse(address) ? new URL(address).origin : null;
}

/**
 * Whether this installation refuses plain HTTP: its own address is HTTPS, or it is a deployed environment without an
 * address.
 */
export function requiresHttps(env: Env): boolean {
  const origin = publicOrigin(env);
  return origin === null ? Boolean(env.ENVIRONMENT) : isHttps(origin);
}

/**
 * Returns the origin for links that people share. Returns null if the address in the user's browser is the best guess,
 * as on a local network.
 */
export function linkOrigin(env: Env): string | null {
  const origin = publicOrigin(env);
  return origin !== null && isHttps(origin) ? origin : null;
}

/** Returns the trusted proxy; null for none or for an unknown value of the variable. */
export const trustedProxy = ({ TRUSTED_PROXY: name }: Env): TrustedProxy | null =>
  TRUSTED_PROXIES.find((known) => known === name) ?? null;

/** Whether billing is on. Days that are counted without a key are never billed (docs/product.md, B4). */
export const isBillingOn = (env: Partial<Env>): boolean => Boolean(env.STRIPE_SECRET_KEY);

/** Returns the variable as a number; the default if it is missing or not positive. */
const positive = (value: string | undefined, otherwise: number): number =>
  Number(value) > 0 ? Number(value) : otherwise;

/** Returns how much devices may send to a room, and how many sockets there may be. */
export const roomLimits = (env: Partial<Env>): RoomLimits => ({
  framesPerSecond: positive(env.MAX_FRAMES_PER_SECOND, 100),
  tapsPerSecond: positive(env.MAX_TAPS_PER_SECOND, 100),
  newClientsPerHour: positive(env.MAX_NEW_CLIENTS_PER_HOUR, 60),
  socketsPerSession: positive(env.MAX_SOCKETS_PER_SESSION, 20),
  socketsPerRoom: positive(env.MAX_SOCKETS_PER_ROOM, 5_000),
  viewersPerAddress: positive(env.MAX_VIEWERS_PER_ADDRESS, 500),
  viewers: positive(env.MAX_VIEWERS_PER_ROOM, 250),
});

/** What a trial may use, because nobody pays for it (docs/cost.md). Both numbers are Infinity if billing is off. */
export const trialLimits = (env: Partial<Env>): { taps: number; events: number } =>
  isBillingOn(env)
    ? { taps: positive(env.MAX_TRIAL_TAPS, TRIAL_TAPS), events: positive(env.MAX_TRIAL_EVENTS, TRIAL_EVENTS) }
    : { taps: Infinity, events: Infinity };

/** Returns how many taps a day that nobody pays for are an alarm, and how many stop new sign-ups: none without billing. */
export function freeTapLimits(env: Partial<Env>): { alarm: number; stop: number } {
  const taps = positive(env.FREE_TAPS_PER_DAY, FREE_TAPS_PER_DAY);
  return { alarm: taps / 4, stop: isBillingOn(env) ? taps : Infinity };
}

/** Returns who may sign up. A word that is none of the three admits nobody, because it was meant to keep somebody out. */
export const signUpMode = ({ SIGN_UP: word }: Partial<Env>): SignUpMode =>
  word ? (SIGN_UP_MODES.find((known) => known === word) ?? 'closed') : 'open';

/** Returns how many batches per minute a source may send: by default one in 5 s (docs/cost.md). */
export const sourceBatchesPerMinute = (env: Partial<Env>): number => positive(env.MAX_SOURCE_BATCHES_PER_MINUTE, 12);

/** Returns how many sockets a relay accepts. */
export const relayLimits = (env: Partial<Env>): RoomLimits => ({
  ...roomLimits(env),
  viewers: positive(env.MAX_VIEWERS_PER_RELAY, 2_000),
});

const DEFAULT_MISSES_PER_SECOND = 5;

/**
 * Returns how many lookups may fail: at most LOOKUP_MISSES_PER_SECOND in any second. Half of them may fail at once; the
 * rest is refilled over the second.
 */
export function lookupAllowance(env: Env): MissAllowance {
  const rate = Number(env.LOOKUP_MISSES_PER_SECOND);
  const inAll = rate >= 2 ? rate : DEFAULT_MISSES_PER_SECOND;
  const misses = Math.ceil(inAll / 2);
  return { misses, missesPerSecond: inAll - misses };
}

/** Whether fingerprints of seals are mailed to the event's admin, if mails can be sent. */
export const isSealMailOn = (env: Partial<Env>): boolean => env.EVIDENCE_MAIL !== 'off';

/** Returns how many months counts are kept. */
export const retentionMonths = (env: Env): number => readRetentionMonths(env.RETENTION_MONTHS);

/** Returns the public part of the billing configuration. Saving a card needs both of Stripe's keys. */
export function billingConfig(env: Env): BillingConfig {
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_PUBLISHABLE_KEY: publishableKey } = env;
  return secretKey && publishableKey ? { configured: true, publishableKey } : { configured: false };
}
