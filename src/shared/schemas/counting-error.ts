import * as z from 'zod/mini';

const Int = z.int();
const MaybeInt = z.nullable(Int);

/** How far the present number of an area can be trusted. */
const AreaErrorSchema = z.object({
  areaId: z.string(),
  /** When the area was last reset or recounted, ISO 8601 in UTC; null if that is not known, or long ago. */
  since: z.nullable(z.string()),
  /** Whether that was a recount. */
  isRecounted: z.boolean(),
  /** Entries plus exits since then, or since the area was added; null if that is not known. */
  crossings: MaybeInt,
  /** By how many people the count may be wrong; null while that is not known. */
  expectedError: MaybeInt,
  isRecountDue: z.boolean(),
});
export type AreaError = z.infer<typeof AreaErrorSchema>;

/** The answer of GET /api/events/{eventId}/counting-error. */
export const CountingErrorSchema = z.object({
  /** How many recounts of the last RECOUNTS_WITHIN_MS the estimate is based on. */
  recounts: Int,
  areas: z.array(AreaErrorSchema),
  /** By how many people the venue's number may be wrong; null while one of its areas' is not known. */
  venueError: MaybeInt,
});
export type CountingErrors = z.infer<typeof CountingErrorSchema>;
