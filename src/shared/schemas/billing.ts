import * as z from 'zod/mini';

/** The billing part of GET /api/config. `publishableKey` is present if billing is configured. */
export const BillingConfigSchema = z.object({ configured: z.boolean(), publishableKey: z.optional(z.string()) });
export type BillingConfig = z.infer<typeof BillingConfigSchema>;

/** The answer of POST /api/billing/create-setup-intent: the secret with which the browser confirms a card at Stripe. */
export const CardSetupSchema = z.object({ clientSecret: z.string() });
export type CardSetup = z.infer<typeof CardSetupSchema>;

/**
 * An event's active days in the present period, YYYY-MM-DD, in order. A deleted event keeps its name until the period
 * is over.
 */
const EventUsageSchema = z.object({
  eventId: z.string(),
  eventName: z.string(),
  /** The days on the next invoice. */
  days: z.array(z.string()),
  /** The free days of the trial. */
  freeDays: z.array(z.string()),
});

/**
 * The answer of GET /api/billing/usage: the active days since the billing period began, before they are charged. With
 * billing off, `configured` is false and no day costs anything.
 */
export const UsageSchema = z.object({
  configured: z.boolean(),
  /** ISO 8601 UTC. `periodEndsAt` is when the next invoice is made or the trial ends; null if that is unknown. */
  periodStartsAt: z.string(),
  periodEndsAt: z.nullable(z.string()),
  pricePerDayCents: z.int(),
  /** The price of all events' `days` together, in US cents. */
  amountCents: z.int(),
  /** The number of all events' `freeDays`; missing with billing off, where all days since the sign-up are free. */
  freeDayCount: z.optional(z.int()),
  events: z.array(EventUsageSchema),
  /** The last event of a page that another one follows, and the `after` of that page. */
  next: z.optional(z.string()),
});
export type Usage = z.infer<typeof UsageSchema>;
