import * as z from 'zod/mini';
import { ASSEMBLY_POINTS_MAX } from './limits';
import { CAPACITY_MAX, AREAS_PER_EVENT_MAX, NAME_MAX_LENGTH, RECOUNT_REASON_MAX_LENGTH } from '../schemas/limits';
import { OrderSchema } from '../orders/schemas';
import { CategoryCountSchema } from '../schemas/category';
import { ClientIdSchema } from '../schemas/device';

/** Evacuations and drills. Times are ISO 8601. */

/** The counts of a side area (src/shared/evacuation/side-areas.ts), in the form of an area. */
const SideAreaSchema = z.object({
  areaId: z.string(),
  areaName: z.string(),
  /** Always 0: there is no limit. */
  capacity: z.int(),
  currentOccupancy: z.int(),
  totalEntries: z.int(),
  totalExits: z.int(),
  lastUpdatedAt: z.nullable(z.string()),
  version: z.int(),
  categories: z.optional(z.array(CategoryCountSchema)),
});

/** What runs at an event, as devices get it. */
export const EvacuationSchema = z.object({
  evacuationId: z.string(),
  isDrill: z.boolean(),
  startedAt: z.string(),
  /** The name of the device on which it was started; null if it has none. */
  startedOn: z.nullable(z.string()),
  /** When the drill that it was became an evacuation (docs/product.md, V11); missing if it began as what it is. */
  becameRealAt: z.optional(z.string()),
  /** In how many minutes from the start everybody is to be out (docs/product.md, V13); missing for no target. */
  targetMinutes: z.optional(z.int()),
  /**
   * The event's areas with the people inside at the start. Taps of a device that shows this carry `countedAs` as their
   * area: the area itself in an evacuation, and its twin in a drill.
   */
  areas: z.array(z.object({ areaId: z.string(), countedAs: z.string(), atStart: z.int() })),
  /** The assembly points and, in a drill, the twins, with their present counts. */
  sideAreas: z.array(SideAreaSchema),
});
export type Evacuation = z.infer<typeof EvacuationSchema>;

/**
 * The body of POST /api/events/{eventId}/evacuations. `clientId` says on which device it is started. An evacuation that is
 * started while a drill runs makes the drill real.
 */
export const NewEvacuationSchema = z.object({ isDrill: z.boolean(), clientId: z.optional(ClientIdSchema) });
export type NewEvacuation = z.infer<typeof NewEvacuationSchema>;

const PeopleSchema = z.int().check(z.minimum(0), z.maximum(CAPACITY_MAX));

/** The body of POST /api/events/{eventId}/evacuations/{evacuationId}/end: what the counts are now, where that is known. */
export const EvacuationEndSchema = z.object({
  recounts: z.optional(
    z.array(z.object({ areaId: z.string(), occupancy: PeopleSchema })).check(z.maxLength(AREAS_PER_EVENT_MAX)),
  ),
  /** Marks it as started by mistake, in journal and report. */
  isMistake: z.optional(z.boolean()),
  /** The reason of the recounts, for the journal. It is needed with recounts. */
  reason: z.optional(z.string().check(z.trim(), z.minLength(1), z.maxLength(RECOUNT_REASON_MAX_LENGTH))),
});
export type EvacuationEnd = z.infer<typeof EvacuationEndSchema>;

/** The body of PUT /api/events/{eventId}/assembly-points: the names of all of them. */
export const AssemblyPointsSchema = z.object({
  names: z
    .array(z.string().check(z.trim(), z.minLength(1), z.maxLength(NAME_MAX_LENGTH)))
    .check(z.maxLength(ASSEMBLY_POINTS_MAX)),
});

/** What happened in an evacuation or drill, from the taps that had arrived by an hour after its end. */
export const TimelineSchema = z.object({
  /** The seconds between two values of `remaining`. */
  stepSeconds: z.int(),
  /** The people inside at the start, then after each step, and last at the end. */
  remaining: z.array(z.int()),
  areas: z.array(
    z.object({
      areaId: z.string(),
      areaName: z.string(),
      atStart: z.int(),
      remaining: z.int(),
      /** Since when nobody is inside; null if somebody is at the end. */
      emptyAt: z.nullable(z.string()),
    }),
  ),
  lastOutAt: z.nullable(z.string()),
  assembled: z.array(z.object({ name: z.string(), people: z.int() })),
});
export type Timeline = z.infer<typeof TimelineSchema>;

/** An order that an evacuation has ended, as it can be given again. */
export const EndedOrderSchema = z.pick(OrderSchema, { kind: true, target: true, note: true });
export type EndedOrder = z.infer<typeof EndedOrderSchema>;

/** How far an evacuation or drill is (src/reports/evacuation/progress.ts). */
const ProgressSchema = z.object({
  /** Those inside at the start who are neither inside nor at an assembly point. */
  unaccounted: z.int(),
  /** The people who have left on average in a minute of the last two, as far as it has lasted that long. */
  outsPerMinute: z.number(),
  /** In how many minutes nobody is inside at that pace; null if nobody has left in these two minutes. */
  emptyInMinutes: z.nullable(z.number()),
});
export type Progress = z.infer<typeof ProgressSchema>;

export const EvacuationRecordSchema = z.extend(
  z.pick(EvacuationSchema, {
    evacuationId: true,
    isDrill: true,
    startedAt: true,
    startedOn: true,
    becameRealAt: true,
    targetMinutes: true,
  }),
  {
    /** Null while it runs. */
    endedAt: z.nullable(z.string()),
    /** Set if it was started by mistake. */
    isMistake: z.optional(z.literal(true)),
    /** Set while displays ask people to speak to the staff (docs/product.md, V12). */
    asksStaff: z.optional(z.literal(true)),
    /** The orders that ended with its start, because they let people in; missing if there were none. */
    endedOrders: z.optional(z.array(EndedOrderSchema)),
    timeline: TimelineSchema,
    progress: ProgressSchema,
  },
);
export type EvacuationRecord = z.infer<typeof EvacuationRecordSchema>;

/** The answer of GET /api/events/{eventId}/evacuations. */
export const EvacuationListSchema = z.object({
  /** The names of the assembly points. */
  points: z.array(z.string()),
  /** Newest first. The first one may still run. */
  evacuations: z.array(EvacuationRecordSchema),
});
export type EvacuationList = z.infer<typeof EvacuationListSchema>;

/** What the journal keeps of an evacuation or drill. */
export const JournalEvacuationSchema = z.object({
  evacuationId: z.string(),
  isDrill: z.boolean(),
  /** The people inside. */
  people: z.int(),
  /** At the end, if it was started by mistake. */
  isMistake: z.optional(z.literal(true)),
});
export type JournalEvacuation = z.infer<typeof JournalEvacuationSchema>;
