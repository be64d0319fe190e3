import * as z from 'zod/mini';
import { objectOf } from '../object-of';
import { LimitSchema, NewLimitsSchema } from './venue-settings';

/**
 * What an admin can set for an area beside its name and number, as it is stored and sent. A fact is a list or a text; one
 * that is missing or empty is not set. Its name is that of its JSON columns in D1 and in the room, of its field in calls,
 * files and exports, and of the journal's `<name>_changed`. Its check stands in src/shared/rules/area-facts.ts.
 */
export const SetFactsSchema = z.object({
  /** The limits that authorities have set. */
  limits: z.optional(z.array(LimitSchema)),
});
export type SetFacts = z.infer<typeof SetFactsSchema>;
export type AreaFact = keyof SetFacts;
export type AreaFacts = { [Fact in AreaFact]-?: NonNullable<SetFacts[Fact]> };

/** The facts in the body of a call. A missing one stays as it is. */
export const NewFactsSchema = z.object({ limits: NewLimitsSchema });

/** What the journal says of an area that has no such fact. */
export const NO_FACTS: AreaFacts = { limits: [] };

const isFact = (name: string): name is AreaFact => Object.hasOwn(SetFactsSchema.shape, name);
export const AREA_FACTS: readonly AreaFact[] = Object.keys(SetFactsSchema.shape).filter(isFact);

/** Makes an object with something for each fact. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the caller names the type
export const byFact = <Result>(make: (fact: AreaFact) => unknown): Result =>
  objectOf(AREA_FACTS.map((fact) => [fact, make(fact)]));

/** Returns the facts of an area. `find` may return null or undefined for one that is not set. */
export const setFacts = (find: (fact: AreaFact) => AreaFacts[AreaFact] | null | undefined): SetFacts =>
  objectOf(AREA_FACTS.map((fact) => [fact, find(fact)] as const).filter(([, value]) => (value ?? '').length > 0));

/** The columns of an area without facts. */
export const UNSET_FACTS = byFact<{ readonly [Fact in AreaFact]: null }>(() => null);
