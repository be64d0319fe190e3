import * as z from 'zod/mini';
import { BillingConfigSchema } from './billing';

/** GET /api/health */
export const HealthSchema = z.object({ ok: z.boolean(), version: z.string() });
export type Health = z.infer<typeof HealthSchema>;

/** Each part that GET /api/health/ready looks at; `error` names what is wrong, `ms` how long it took. */
const CheckSchema = z.object({ ok: z.boolean(), ms: z.int(), error: z.optional(z.string()) });

/** GET /api/health/ready: 200 when database and rooms are well, 503 otherwise; `ok` is theirs alone. */
export const ReadinessSchema = z.object({
  ok: z.boolean(),
  version: z.string(),
  checks: z.object({
    database: CheckSchema,
    /** A round trip to a room that is there for this. */
    rooms: CheckSchema,
    /** Days on record that wait to be settled, and how long the oldest has waited, in seconds. */
    settlements: z.extend(CheckSchema, { waiting: z.int(), oldestS: z.int() }),
    billing: z.extend(CheckSchema, { isOn: z.boolean() }),
  }),
});
export type Readiness = z.infer<typeof ReadinessSchema>;

/** GET /api/openapi.json: whatever else its `openapi` version calls for. */
export const OpenApiSchema = z.looseObject({ openapi: z.string() });
export type OpenApi = z.infer<typeof OpenApiSchema>;

/** GET /api/config: what the server lets the web know (design section 6). */
export const ConfigSchema = z.object({
  supportEmail: z.string(),
  billing: BillingConfigSchema,
  /** What links begin with that are handed on, as `https://headroom.example`; null where the page's own address must do. */
  publicOrigin: z.nullable(z.string()),
  /** Whether a forgotten password can be reset by mail; otherwise the support address helps. */
  passwordReset: z.boolean(),
  /** Where the web reports errors; null where nobody listens. `environment` and `release` name the installation. */
  errorReporting: z.nullable(z.object({ dsn: z.string(), environment: z.string(), release: z.string() })),
});
export type Config = z.infer<typeof ConfigSchema>;
