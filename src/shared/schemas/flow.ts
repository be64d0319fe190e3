import * as z from 'zod/mini';

/**
 * One minute, by the room's clock; `occupancy` is that at its end, or now. `late`: who of `ins` and `outs` was counted more than
 * LATE_TAP_MS before the room heard of it; left out where there is nobody.
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
  /** Into and out of the venue: who only moved between its areas is in neither. */
  total: z.array(MinuteSchema),
  /** Live areas in order. */
  areas: z.array(z.object({ areaId: z.string(), minutes: z.array(MinuteSchema) })),
});
export type Flow = z.infer<typeof FlowSchema>;
