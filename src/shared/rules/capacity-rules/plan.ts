import * as z from 'zod/mini';
import { CAPACITY_MAX, NAME_MAX_LENGTH } from '../../schemas/limits';
import { message } from '../../messages/message';
import { UNUSABLE } from '../../visible-text';
import { type Checked, invalid, valid } from '../checked';
import { PLACE_IDS } from './places';
import { CitationSchema, USES } from './rule';

/** The most spaces, and the most exits, of a plan. */
export const PLAN_PARTS_MAX = 50;
/** The largest floor, in the plan's unit, and the widest exit, in cm or inches. */
const SIZE_MAX = 1_000_000;
const WIDTH_MAX = 100_000;
/** The longest escape time, in minutes, and the fewest and most people for one crowd manager. */
export const ESCAPE_MINUTES_MAX = 10;
export const PEOPLE_PER_MANAGER_MAX = 1_000;
/** More people than any exit lets out, for each metre and minute. */
const EXIT_RATE_MAX = 200;

/** The people for one crowd manager that IFC 403.12.3.1 asks for (managers.ts). */
export const DEFAULT_PEOPLE_PER_MANAGER = 250;

const Name = z.string().check(z.maxLength(NAME_MAX_LENGTH));
const positive = (max: number) => z.number().check(z.positive(), z.maximum(max));

/** A part of the floor. */
const SpaceSchema = z.object({
  name: Name,
  /** The event's area that this is a part of; null for none. */
  areaId: z.nullable(Name),
  use: z.enum(USES),
  /** The floor in m² or square feet; the length of stepped rows in m or feet. */
  size: positive(SIZE_MAX),
});

const ExitSchema = z.object({
  name: Name,
  /** The clear width in cm or inches. */
  width: positive(WIDTH_MAX),
  isStair: z.boolean(),
});

/** The body of PUT /api/events/{eventId}/capacity-plan: what an organizer types into the capacity assistant. */
export const NewCapacityPlanSchema = z.object({
  place: z.enum(PLACE_IDS),
  /** `metric`: m², m and cm. `us`: square feet, feet and inches. */
  units: z.enum(['metric', 'us']),
  isOutdoors: z.boolean(),
  spaces: z.array(SpaceSchema).check(z.maxLength(PLAN_PARTS_MAX)),
  exits: z.array(ExitSchema).check(z.maxLength(PLAN_PARTS_MAX)),
  /** The time in which everybody must have left, for rules that count people by the minute. */
  escapeMinutes: z.int().check(z.minimum(1), z.maximum(ESCAPE_MINUTES_MAX)),
  /** The organizer's own number; null for none. */
  own: z.nullable(z.int().check(z.minimum(1), z.maximum(CAPACITY_MAX))),
  peoplePerManager: z.int().check(z.minimum(1), z.maximum(PEOPLE_PER_MANAGER_MAX)),
  /** The organizer's own rate of people leaving, for each metre and minute; null for the sourced rate. */
  exitRate: z.nullable(positive(EXIT_RATE_MAX)),
});
export type NewCapacityPlan = z.infer<typeof NewCapacityPlanSchema>;

/** What a rule says, as it was applied. Later releases may know other rules, so a plan keeps its own. */
const AppliedSchema = z.object({
  people: z.number(),
  per: z.number(),
  /** `m` is a running metre, `cm` a width, `m_min` a metre of width and a minute of the escape time. */
  unit: z.enum(['m2', 'ft2', 'm', 'cm', 'm_min']),
  citation: CitationSchema,
});
export type Applied = z.infer<typeof AppliedSchema>;

/** How many people one space or exit allows. Both fields are null if no rule was read for it. */
const AllowedSchema = z.object({ people: z.nullable(z.int()), applied: z.nullable(AppliedSchema) });
export type Allowed = z.infer<typeof AllowedSchema>;

export const PLAN_STEPS = ['floor', 'exits', 'own'] as const;
export type PlanStep = (typeof PLAN_STEPS)[number];

/** What the rules say about a plan. */
export const PlanResultSchema = z.object({
  /** One entry for each of the plan's spaces and exits. */
  spaces: z.array(AllowedSchema),
  exits: z.array(AllowedSchema),
  /** How many people each step allows; null if there is nothing to compute it from, or no rule. */
  steps: z.object({ floor: z.nullable(z.int()), exits: z.nullable(z.int()), own: z.nullable(z.int()) }),
  /** The lowest of the steps; null if no step has a number. */
  people: z.nullable(z.int()),
  /** The step that decides. */
  decides: z.nullable(z.enum(PLAN_STEPS)),
  /** How many people the floor of each linked area allows; null if a space of it has no rule. */
  areas: z.array(z.object({ areaId: z.string(), people: z.nullable(z.int()) })),
});
export type PlanResult = z.infer<typeof PlanResultSchema>;

/** An event's capacity plan: what the organizer typed, and what the rules said about it. */
export const CapacityPlanSchema = z.extend(NewCapacityPlanSchema, {
  result: PlanResultSchema,
  /** When the result was computed, ISO 8601. */
  computedAt: z.string(),
});
export type CapacityPlan = z.infer<typeof CapacityPlanSchema>;

/**
 * Returns the plan for an event whose areas have other ids.
 * @param idOf returns the other id of an area; null if it has none there, and the plan loses its link to it
 */
export const withAreaIds = (plan: CapacityPlan, idOf: (areaId: string) => string | null): CapacityPlan => ({
  ...plan,
  spaces: plan.spaces.map((space) => ({ ...space, areaId: space.areaId === null ? null : idOf(space.areaId) })),
  result: {
    ...plan.result,
    areas: plan.result.areas.flatMap((area) => {
      const areaId = idOf(area.areaId);
      return areaId === null ? [] : [{ ...area, areaId }];
    }),
  },
});

/** The answer of GET and PUT /api/events/{eventId}/capacity-plan; null before the first plan. */
export const CapacityPlanAnswerSchema = z.object({ plan: z.nullable(CapacityPlanSchema) });

export const planTexts = {
  plan_invalid: () => 'Please check the numbers of the capacity plan: each size and width must be above 0.',
};

/** Checks what an organizer has typed into the capacity assistant. */
export function checkCapacityPlan(given: unknown): Checked<NewCapacityPlan> {
  const { success, data } = z.safeParse(NewCapacityPlanSchema, given);
  if (!success) return invalid(message(planTexts, 'plan_invalid'));
  const isUsable = [...data.spaces, ...data.exits].every(({ name }) => !UNUSABLE.test(name));
  return isUsable ? valid(data) : invalid(message(planTexts, 'plan_invalid'));
}
