import * as z from 'zod/mini';

/** What the web must know of billing, in GET /api/config: the key is there when billing is on. */
export const BillingConfigSchema = z.object({ configured: z.boolean(), publishableKey: z.optional(z.string()) });
export type BillingConfig = z.infer<typeof BillingConfigSchema>;

/** POST /api/billing/create-setup-intent: with what the browser confirms a card at the payment provider. */
export const CardSetupSchema = z.object({ clientSecret: z.string() });
export type CardSetup = z.infer<typeof CardSetupSchema>;

/** An event's days of the present period, YYYY-MM-DD, in order; a deleted event keeps its name until that is over. */
const EventUsageSchema = z.object({
  eventId: z.string(),
  eventName: z.string(),
  /** On the next invoice. */
  days: z.array(z.string()),
  /** Counted on in the trial, and free. */
  freeDays: z.array(z.string()),
});

/**
 * GET /api/billing/usage: the days on which something was counted since the period began, before they are charged. With
 * billing off, `configured` is false and no day costs anything.
 */
export const UsageSchema = z.object({
  configured: z.boolean(),
  /** ISO 8601 UTC; `endsAt` is when the next invoice is made, or the trial ends; null where nobody knows. */
  periodStartsAt: z.string(),
  periodEndsAt: z.nullable(z.string()),
  pricePerDayCents: z.int(),
  /** US cents, of all events' `days`. */
  amountCents: z.int(),
  events: z.array(EventUsageSchema),
});
export type Usage = z.infer<typeof UsageSchema>;
