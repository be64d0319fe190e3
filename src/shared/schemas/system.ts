import * as z from 'zod/mini';
import { BillingConfigSchema } from './billing';

/** GET /api/health */
export const HealthSchema = z.object({ ok: z.boolean(), version: z.string() });
export type Health = z.infer<typeof HealthSchema>;

/** Each part that GET /api/health/ready checks; `error` names what is wrong, `ms` how long it took. */
const CheckSchema = z.object({ ok: z.boolean(), ms: z.int(), error: z.optional(z.string()) });

/** GET /api/health/ready: 200 when database and rooms work, otherwise 503. `ok` covers only these two checks. */
export const ReadinessSchema = z.object({
  ok: z.boolean(),
  version: z.string(),
  checks: z.object({
    database: CheckSchema,
    /** A round trip to a room that exists for this purpose. */
    rooms: CheckSchema,
    /** Recorded days that are not sent yet, and how long the oldest has waited, in seconds. */
    settlements: z.extend(CheckSchema, { waiting: z.int(), oldestS: z.int() }),
    billing: z.extend(CheckSchema, { isOn: z.boolean() }),
  }),
});
export type Readiness = z.infer<typeof ReadinessSchema>;

/** GET /api/openapi.json: other fields as its `openapi` version requires. */
export const OpenApiSchema = z.looseObject({ openapi: z.string() });
export type OpenApi = z.infer<typeof OpenApiSchema>;

/** GET /api/config: what the web may know of the installation (docs/product.md, O2). */
export const ConfigSchema = z.object({
  supportEmail: z.string(),
  billing: BillingConfigSchema,
  /**
   * The origin of links that people share, like `https://headroom.example`; null when the page's own address must do.
   */
  publicOrigin: z.nullable(z.string()),
  /** Whether a forgotten password can be reset by mail; otherwise the support address helps. */
  passwordReset: z.boolean(),
  /** Where the web reports errors; null when it does not. `environment` and `release` name the installation. */
  errorReporting: z.nullable(z.object({ dsn: z.string(), environment: z.string(), release: z.string() })),
});
export type Config = z.infer<typeof ConfigSchema>;
