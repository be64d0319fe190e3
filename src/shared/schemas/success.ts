import * as z from 'zod/mini';

/** The answer of calls that return nothing else. */
export const SuccessSchema = z.object({ success: z.literal(true) });

/** The answer to Stripe. */
export const ReceivedSchema = z.object({ received: z.literal(true) });

export const RECEIVED: z.infer<typeof ReceivedSchema> = { received: true };
export const SUCCESS: z.infer<typeof SuccessSchema> = { success: true };
