import * as z from 'zod/mini';
import { AREAS_EVER_PER_EVENT_MAX } from '../../../../../src/shared/schemas/limits';
import { LIMIT_KINDS } from '../../../../../src/shared/schemas/venue-settings';

/** The part of report.json that the page reads (src/reports/figures.ts). Times are epoch ms. */

const Int = z.int();
const MaybeInt = z.nullable(Int);
const SubjectSchema = z.object({
  opening: Int,
  ins: Int,
  outs: Int,
  floored: Int,
  capacities: z.array(z.object({ at: Int, capacity: MaybeInt })),
  limits: z.optional(
    z
      .array(
        z.object({
          kind: z.enum(LIMIT_KINDS),
          history: z.array(z.object({ at: Int, capacity: MaybeInt, staff: Int })),
        }),
      )
      .check(z.maxLength(LIMIT_KINDS.length)),
  ),
});
export type SubjectReport = z.infer<typeof SubjectSchema>;

/** Longer than any id or name. What is longer, or more, was changed, and would only fill the page. */
const Text = z.string().check(z.maxLength(1_000));
const AreaSchema = z.extend(SubjectSchema, { areaId: Text, areaName: Text, deletedAt: MaybeInt });
export type AreaReport = z.infer<typeof AreaSchema>;

export const DayReportSchema = z.object({
  startsAt: Int,
  endsAt: Int,
  venue: SubjectSchema,
  areas: z.array(AreaSchema).check(z.maxLength(AREAS_EVER_PER_EVENT_MAX)),
  quality: z.object({ rows: Int }),
});
export type DayReport = z.infer<typeof DayReportSchema>;
