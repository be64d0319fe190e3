import * as z from 'zod/mini';

/** GET /api/users/activity: what a deletion of the account would interrupt. */
export const AccountActivitySchema = z.object({
  events: z.int(),
  /** Connected right now, with an access code or with taps on this business day. */
  countingDevices: z.int(),
});
export type AccountActivity = z.infer<typeof AccountActivitySchema>;
