import * as z from 'zod/mini';
import { CAPACITY_MAX, RECOUNT_REASON_MAX_LENGTH } from '../limits';

/** PUT /api/areas/{areaId}/recount: the number that somebody counted by eye, and the reason. */
export const RecountSchema = z.object({
  occupancy: z.int().check(z.minimum(0), z.maximum(CAPACITY_MAX)),
  reason: z.string().check(z.trim(), z.minLength(1), z.maxLength(RECOUNT_REASON_MAX_LENGTH)),
});
export type Recount = z.infer<typeof RecountSchema>;

/** `drift` is after − before: the error of the earlier count. */
export const RecountAnswerSchema = z.object({ areaId: z.string(), before: z.int(), after: z.int(), drift: z.int() });
export type RecountAnswer = z.infer<typeof RecountAnswerSchema>;
