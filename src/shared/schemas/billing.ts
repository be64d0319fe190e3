import * as z from 'zod/mini';

/** What the web must know of billing, in GET /api/config: the key is there when billing is on. */
export const BillingConfigSchema = z.object({ configured: z.boolean(), publishableKey: z.optional(z.string()) });
export type BillingConfig = z.infer<typeof BillingConfigSchema>;

/** POST /api/billing/create-setup-intent: the secret with which the browser confirms a card at Stripe. */
export const CardSetupSchema = z.object({ clientSecret: z.string() });
export type CardSetup = z.infer<typeof CardSetupSchema>;

/**
 * An event's active days of the present period, YYYY-MM-DD, in order. A deleted event keeps its name until the period
 * is over.
 */
const EventUsageSchema = z.object({
  eventId: z.string(),
  eventName: z.string(),
  /** Days on the next invoice. */
  days: z.array(z.string()),
  /** Free days of the trial. */
  freeDays: z.array(z.string()),
});

/**
 * GET /api/billing/usage: the active days since the period began, before they are charged. With billing off,
 * `configured` is false and no day costs anything.
 */
export const UsageSchema = z.object({
  configured: z.boolean(),
  /** ISO 8601 UTC; `endsAt` is when the next invoice is made, or when the trial ends; null when it is unknown. */
  periodStartsAt: z.string(),
  periodEndsAt: z.nullable(z.string()),
  pricePerDayCents: z.int(),
  /** US cents, for the `days` of all events. */
  amountCents: z.int(),
  events: z.array(EventUsageSchema),
});
export type Usage = z.infer<typeof UsageSchema>;
