import * as z from 'zod/mini';
import { BillingConfigSchema } from './billing';

/** GET /api/health */
export const HealthSchema = z.object({ ok: z.boolean(), version: z.string() });
export type Health = z.infer<typeof HealthSchema>;

/** GET /api/openapi.json: whatever else its `openapi` version calls for. */
export const OpenApiSchema = z.looseObject({ openapi: z.string() });
export type OpenApi = z.infer<typeof OpenApiSchema>;

/** GET /api/config: what the server lets the web know (design section 6). */
export const ConfigSchema = z.object({ supportEmail: z.string(), billing: BillingConfigSchema });
export type Config = z.infer<typeof ConfigSchema>;
