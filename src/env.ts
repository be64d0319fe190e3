import type { HubApi, RoomApi } from './rpc/contract';
import type { MissAllowance } from './concurrency/miss-gate';
import { isHttps } from './http/origin';
import { TRUSTED_PROXIES, type TrustedProxy } from './http/visitor';
import type { RoomLimits } from './room/sockets/allowances';
import { readRetentionMonths } from './shared/rules/retention';
import type { BillingConfig } from './shared/schemas/billing';

/** Bindings and variables of wrangler.toml. */
export interface Env {
  DB: D1Database;
  ROOMS: DurableObjectNamespace<RoomApi & Rpc.DurableObjectBranded>;
  HUBS: DurableObjectNamespace<HubApi & Rpc.DurableObjectBranded>;
  ASSETS: Fetcher;
  /**
   * Frames that one session may send to one event per second, over all its sockets and calls; five times as many at
   * once.
   */
  MAX_FRAMES_PER_SECOND: string;
  /** Taps that one session may send to one event per second; a hundred times as many at once. */
  MAX_TAPS_PER_SECOND: string;
  /** New client ids per hour with which one session may count at one event. */
  MAX_NEW_CLIENTS_PER_HOUR: string;
  MAX_SOCKETS_PER_SESSION: string;
  /** Counting devices that may be connected to one event. */
  MAX_SOCKETS_PER_ROOM: string;
  /** Displays' sockets of one network address at one event. */
  MAX_VIEWERS_PER_ADDRESS: string;
  /** Lookups of unknown things per second from one address; in this isolate. */
  LOOKUP_MISSES_PER_SECOND?: string;
  /** Cloudflare's rate limit for the same in one of its locations; optional. */
  LOOKUP_MISSES?: { limit: (options: { key: string }) => Promise<{ success: boolean }> };
  SUPPORT_EMAIL: string;
  /** Months after which ledger, journal and reports are deleted. */
  RETENTION_MONTHS: string;
  /** Secret; without it billing is off (docs/product.md, B4). */
  STRIPE_SECRET_KEY?: string;
  /** Secret with which Stripe signs what it sends to /api/billing/webhook. */
  STRIPE_WEBHOOK_SECRET?: string;
  /** Public: the browser confirms cards with it. */
  STRIPE_PUBLISHABLE_KEY?: string;
  /** Finds the price that `npm run stripe:setup` created. */
  STRIPE_PRICE_LOOKUP_KEY: string;
  /** The address of Stripe's API, like `http://127.0.0.1:1234`; only tests set it. */
  STRIPE_API_BASE?: string;
  /** Where errors are reported (Sentry's DSN); without it they are only logged. */
  SENTRY_DSN?: string;
  /** `production` or `staging`; errors are reported under this name. */
  ENVIRONMENT?: string;
  /** Secret of the mail provider's HTTP API; without it, and without MAIL_TO_CONSOLE, no password is reset by mail. */
  MAIL_API_KEY?: string;
  /** The provider's address for a mail, like Resend's `https://api.resend.com/emails`. */
  MAIL_API_URL?: string;
  /** The sender, like `Headroom <no-reply@headroom.example>`. */
  MAIL_FROM?: string;
  /** `true` writes mails to the log instead of sending them: only on a developer's machine. */
  MAIL_TO_CONSOLE?: string;
  /**
   * The product's own address, like `https://headroom.example`: links in mails lead there, whatever the request's Host
   * says.
   */
  PUBLIC_ORIGIN?: string;
  /**
   * The proxy in front that is trusted to say who asks and how: `cloudflare`, `forwarded` or nothing
   * (src/http/visitor.ts).
   */
  TRUSTED_PROXY?: string;
  /** Secret for /api/operator; without it these calls do not exist. */
  OPERATOR_TOKEN?: string;
  /** Durable Object jurisdiction of new events and of all hubs: `eu`, `fedramp` or nothing. */
  JURISDICTION?: string;
}

/** The product's own address without a path; null when none is set, or none that can be parsed. */
export function publicOrigin({ PUBLIC_ORIGIN: address = '' }: Env): string | null {
  return URL.canParse(address) ? new URL(address).origin : null;
}

/**
 * Whether nobody may use this installation over plain HTTP: its own address is HTTPS, or it has no address and is a
 * deployed environment.
 */
export function requiresHttps(env: Env): boolean {
  const origin = publicOrigin(env);
  return origin === null ? Boolean(env.ENVIRONMENT) : isHttps(origin);
}

/**
 * The origin of links that people share; null when a visitor's own address is the best guess, as on a local network.
 */
export function linkOrigin(env: Env): string | null {
  const origin = publicOrigin(env);
  return origin !== null && isHttps(origin) ? origin : null;
}

/**
 * What is trusted about a visitor's address and scheme; null for nothing, also when the variable has an unknown value.
 */
export const trustedProxy = ({ TRUSTED_PROXY: name }: Env): TrustedProxy | null =>
  TRUSTED_PROXIES.find((known) => known === name) ?? null;

/** Without a key nothing is billed, neither then nor later (docs/product.md, B4). */
export const isBillingOn = (env: Env): boolean => Boolean(env.STRIPE_SECRET_KEY);

/** The default when the variable is missing or no positive number. */
const positive = (value: string | undefined, otherwise: number): number =>
  Number(value) > 0 ? Number(value) : otherwise;

/** What devices may send to a room, and how many sockets there may be. */
export const roomLimits = (env: Partial<Env>): RoomLimits => ({
  framesPerSecond: positive(env.MAX_FRAMES_PER_SECOND, 100),
  tapsPerSecond: positive(env.MAX_TAPS_PER_SECOND, 100),
  newClientsPerHour: positive(env.MAX_NEW_CLIENTS_PER_HOUR, 60),
  socketsPerSession: positive(env.MAX_SOCKETS_PER_SESSION, 20),
  socketsPerRoom: positive(env.MAX_SOCKETS_PER_ROOM, 3_000),
  viewersPerAddress: positive(env.MAX_VIEWERS_PER_ADDRESS, 500),
});

const DEFAULT_MISSES_PER_SECOND = 5;

/** At most LOOKUP_MISSES_PER_SECOND in any second: some at once, the others one by one. */
export function lookupAllowance(env: Env): MissAllowance {
  const rate = Number(env.LOOKUP_MISSES_PER_SECOND);
  const inAll = rate >= 2 ? rate : DEFAULT_MISSES_PER_SECOND;
  const misses = Math.ceil(inAll / 2);
  return { misses, missesPerSecond: inAll - misses };
}

/** How long counts are kept. */
export const retentionMonths = (env: Env): number => readRetentionMonths(env.RETENTION_MONTHS);

/** The public part of the billing configuration. A card needs both keys: the browser's and ours. */
export function billingConfig(env: Env): BillingConfig {
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_PUBLISHABLE_KEY: publishableKey } = env;
  return secretKey && publishableKey ? { configured: true, publishableKey } : { configured: false };
}
