import * as z from 'zod/mini';
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
    z.array(
      z.object({
        kind: z.enum(LIMIT_KINDS),
        history: z.array(z.object({ at: Int, capacity: MaybeInt, staff: Int })),
      }),
    ),
  ),
});
export type SubjectReport = z.infer<typeof SubjectSchema>;

const AreaSchema = z.extend(SubjectSchema, { areaId: z.string(), areaName: z.string(), deletedAt: MaybeInt });
export type AreaReport = z.infer<typeof AreaSchema>;

export const DayReportSchema = z.object({
  startsAt: Int,
  endsAt: Int,
  precision: z._default(z.enum(['tap', 'minute']), 'minute'),
  venue: SubjectSchema,
  areas: z.array(AreaSchema),
  quality: z.object({ rows: Int }),
});
export type DayReport = z.infer<typeof DayReportSchema>;
