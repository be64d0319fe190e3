import * as z from 'zod/mini';

/**
 * One minute, by the room's clock; `occupancy` is the one at its end, or now. `late`: how many of `ins` and `outs` were
 * counted more than LATE_TAP_MS before the room heard of them; missing when there are none.
 */
const MinuteSchema = z.object({
  ins: z.int(),
  outs: z.int(),
  occupancy: z.int(),
  late: z.optional(z.object({ ins: z.int(), outs: z.int() })),
});
export type FlowMinute = z.infer<typeof MinuteSchema>;

/** GET /api/events/{eventId}/flow: the last FLOW_MINUTES minutes, oldest first; the last one is still running. */
export const FlowSchema = z.object({
  eventId: z.string(),
  /** When the last minute began, ISO 8601. */
  lastMinuteAt: z.string(),
  /** Into and out of the venue, without transfers between its areas. */
  total: z.array(MinuteSchema),
  /** Existing areas in order. */
  areas: z.array(z.object({ areaId: z.string(), minutes: z.array(MinuteSchema) })),
});
export type Flow = z.infer<typeof FlowSchema>;
