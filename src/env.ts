import type { HubApi } from './rpc/hub-api';
import type { RelayApi } from './rpc/relay-api';
import type { RoomApi } from './rpc/room/room-api';
import type { MonitorApi } from './rpc/monitor-api';
import type { MissAllowance } from './concurrency/miss-gate';
import { isHttps } from './http/origin';
import { TRUSTED_PROXIES, type TrustedProxy } from './http/caller-address';
import type { RoomLimits } from './room/sockets/allowances';
import { readRetentionMonths } from './shared/rules/retention';
import { SIGN_UP_MODES, type SignUpMode } from './shared/rules/sign-up';
import type { BillingConfig } from './shared/schemas/billing';
import { type SettingName, SETTINGS } from './shared/settings';

/** Bindings of wrangler.toml, and the settings of src/shared/settings.ts. */
export interface Env extends Partial<Record<SettingName, string>> {
  DB: D1Database;
  ROOMS: DurableObjectNamespace<RoomApi & Rpc.DurableObjectBranded>;
  HUBS: DurableObjectNamespace<HubApi & Rpc.DurableObjectBranded>;
  RELAYS: DurableObjectNamespace<RelayApi & Rpc.DurableObjectBranded>;
  MONITOR: DurableObjectNamespace<MonitorApi & Rpc.DurableObjectBranded>;
  ASSETS: Fetcher;
  /** The bucket of the nightly backups. Without it nothing is backed up (src/services/backups). */
  BACKUPS?: R2Bucket;
  /** Cloudflare's own rate limit for failed lookups, counted per location; optional. */
  LOOKUP_MISSES?: { limit: (options: { key: string }) => Promise<{ success: boolean }> };
  /** Cloudflare's Email Sending (`send_email` of wrangler.toml). It needs MAIL_FROM; a provider's API key comes before it. */
  EMAIL?: SendEmail;
  SUPPORT_EMAIL: string;
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

/** The settings whose default is a number. */
type NumberName = {
  [Name in SettingName]: (typeof SETTINGS)[Name] extends { default: number } ? Name : never;
}[SettingName];

/** Returns the setting as a number; its default if it is missing or not positive. */
const positive = (env: Partial<Env>, name: NumberName): number =>
  Number(env[name]) > 0 ? Number(env[name]) : SETTINGS[name].default;

/** Returns how much devices may send to a room, and how many sockets there may be. */
export const roomLimits = (env: Partial<Env>): RoomLimits => ({
  framesPerSecond: positive(env, 'MAX_FRAMES_PER_SECOND'),
  tapsPerSecond: positive(env, 'MAX_TAPS_PER_SECOND'),
  newClientsPerHour: positive(env, 'MAX_NEW_CLIENTS_PER_HOUR'),
  socketsPerSession: positive(env, 'MAX_SOCKETS_PER_SESSION'),
  socketsPerRoom: positive(env, 'MAX_SOCKETS_PER_ROOM'),
  viewersPerAddress: positive(env, 'MAX_VIEWERS_PER_ADDRESS'),
  viewers: positive(env, 'MAX_VIEWERS_PER_ROOM'),
});

/** What a trial may use, because nobody pays for it (docs/cost.md). Both numbers are Infinity if billing is off. */
export const trialLimits = (env: Partial<Env>): { taps: number; events: number } =>
  isBillingOn(env)
    ? { taps: positive(env, 'MAX_TRIAL_TAPS'), events: positive(env, 'MAX_TRIAL_EVENTS') }
    : { taps: Infinity, events: Infinity };

/** Returns how many taps a day that nobody pays for are an alarm, and how many stop new sign-ups: none without billing. */
export function freeTapLimits(env: Partial<Env>): { alarm: number; stop: number } {
  const taps = positive(env, 'FREE_TAPS_PER_DAY');
  return { alarm: taps / 4, stop: isBillingOn(env) ? taps : Infinity };
}

/** Returns who may sign up. A word that is none of the three admits nobody, because it was meant to keep somebody out. */
export const signUpMode = ({ SIGN_UP: word }: Partial<Env>): SignUpMode =>
  word ? (SIGN_UP_MODES.find((known) => known === word) ?? 'closed') : 'open';

/** Returns how many batches per minute a source may send: by default one in 5 s (docs/cost.md). */
export const sourceBatchesPerMinute = (env: Partial<Env>): number => positive(env, 'MAX_SOURCE_BATCHES_PER_MINUTE');

/** Returns how many sockets a relay accepts. */
export const relayLimits = (env: Partial<Env>): RoomLimits => ({
  ...roomLimits(env),
  viewers: positive(env, 'MAX_VIEWERS_PER_RELAY'),
});

/**
 * Returns how many lookups may fail: at most LOOKUP_MISSES_PER_SECOND in any second. Half of them may fail at once; the
 * rest is refilled over the second.
 */
export function lookupAllowance(env: Env): MissAllowance {
  const rate = Number(env.LOOKUP_MISSES_PER_SECOND);
  const inAll = rate >= 2 ? rate : SETTINGS.LOOKUP_MISSES_PER_SECOND.default;
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
