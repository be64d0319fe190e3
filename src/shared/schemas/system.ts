import * as z from 'zod/mini';
import { SIGN_UP_MODES } from '../rules/sign-up';
import { BillingConfigSchema } from './billing';

/** The answer of GET /api/health. */
export const HealthSchema = z.object({ ok: z.boolean(), version: z.string() });
export type Health = z.infer<typeof HealthSchema>;

/**
 * The result of one check in GET /api/health/ready. `error` says what is wrong, in one of a few fixed words; `message`
 * says who is affected. `ms` is how long the check took.
 */
const CheckSchema = z.object({
  ok: z.boolean(),
  ms: z.int(),
  error: z.optional(z.string()),
  message: z.optional(z.string()),
});

/** The answer of GET /api/health/ready: 200 if database and rooms work, else 503. `ok` is about these two. */
export const ReadinessSchema = z.object({
  ok: z.boolean(),
  version: z.string(),
  /** The broken parts: some of `database`, `rooms`, `billing` (also if `usage` is late), `mail` and `crons`. */
  degraded: z.array(z.string()),
  checks: z.object({
    database: CheckSchema,
    /** A call to a room that exists for this purpose. `refusing` is the number of events whose rooms failed last. */
    rooms: z.extend(CheckSchema, { refusing: z.int() }),
    /** Recorded days that Stripe does not have yet: how many, and for how many seconds the oldest has waited. */
    usage: z.extend(CheckSchema, { waiting: z.int(), oldestS: z.int() }),
    billing: z.extend(CheckSchema, { isOn: z.boolean() }),
    /** Whether the provider accepted the last mail. No mail is sent for this check. */
    mail: z.extend(CheckSchema, { isOn: z.boolean() }),
    /** Whether the scheduled work runs: alarms, backups, deletions. */
    crons: CheckSchema,
  }),
});
export type Readiness = z.infer<typeof ReadinessSchema>;

/** The answer of GET /api/openapi.json. Its other fields are those of the OpenAPI version in `openapi`. */
export const OpenApiSchema = z.looseObject({ openapi: z.string() });

/** The answer of GET /api/config: what the web needs from the installation's configuration (docs/product.md, X2). */
export const ConfigSchema = z.object({
  supportEmail: z.string(),
  /** It says who may sign up. */
  signUp: z.enum(SIGN_UP_MODES),
  billing: BillingConfigSchema,
  /**
   * The origin of links that people share, like `https://headroom.example`. It is null if the web has to use its own
   * address.
   */
  publicOrigin: z.nullable(z.string()),
  /** Whether a forgotten password can be reset by mail. Otherwise the web shows the support address. */
  passwordReset: z.boolean(),
  /** Where the web reports errors; null if it does not. Reports contain `environment` and `release`. */
  errorReporting: z.nullable(z.object({ dsn: z.string(), environment: z.string(), release: z.string() })),
});
export type Config = z.infer<typeof ConfigSchema>;
