import * as z from 'zod/mini';

/**
 * One minute by the room's clock. `occupancy` is that at the minute's end; for the running minute it is the present
 * one. `late` is how many of `ins` and `outs` arrived more than LATE_TAP_MS after they were made; missing if there are
 * none.
 */
const MinuteSchema = z.object({
  ins: z.int(),
  outs: z.int(),
  occupancy: z.int(),
  late: z.optional(z.object({ ins: z.int(), outs: z.int() })),
});
export type FlowMinute = z.infer<typeof MinuteSchema>;

/** The answer of GET /api/events/{eventId}/flow: FLOW_MINUTES minutes, oldest first. The last is still running. */
export const FlowSchema = z.object({
  eventId: z.string(),
  /** When the last minute began, ISO 8601. */
  lastMinuteAt: z.string(),
  /** The flow into and out of the venue, without transfers between its areas. */
  venue: z.array(MinuteSchema),
  /** The flow of each area that is not deleted, in area order. */
  areas: z.array(z.object({ areaId: z.string(), minutes: z.array(MinuteSchema) })),
});
export type Flow = z.infer<typeof FlowSchema>;
