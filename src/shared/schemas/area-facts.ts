import * as z from 'zod/mini';
import { objectOf } from '../object-of';
import { LimitSchema, NewLimitsSchema } from './venue-settings';

/**
 * What an admin can set for an area beside its name and number, as it is stored and sent. A fact is a list or a text, and
 * an empty one is none. Its name is that of its JSON columns in D1 and in the room, of its field in calls, files and
 * exports, and of the journal's `<name>_changed`. Its check stands in src/shared/rules/area-facts.ts.
 */
export const AreaFactsSchema = z.object({
  /** The limits that authorities have set. */
  limits: z.array(LimitSchema),
});
export type AreaFacts = z.infer<typeof AreaFactsSchema>;
export type AreaFact = keyof AreaFacts;

/** The facts in the body of a call. A missing one stays as it is. */
export const NewFactsSchema = z.object({ limits: NewLimitsSchema });

/** What the journal says of an area that has no such fact. */
export const NO_FACTS: AreaFacts = { limits: [] };

/** The facts of one area; one that is not set is missing. */
export const SetFactsSchema = z.partial(AreaFactsSchema);
export type SetFacts = z.infer<typeof SetFactsSchema>;

export const AREA_FACTS: readonly AreaFact[] = z.keyof(AreaFactsSchema).options;

/** Makes an object with something for each fact. */
export const byFact = <Result>(make: (fact: AreaFact) => unknown): Result =>
  objectOf(AREA_FACTS.map((fact) => [fact, make(fact)]));

/** Returns the facts of an area. `find` may return null or undefined for one that is not set. */
export const setFacts = (find: (fact: AreaFact) => unknown): SetFacts =>
  objectOf(
    AREA_FACTS.map((fact) => [fact, find(fact)] as const).filter(([, value]) => Object.keys(value ?? '').length > 0),
  );

/** The columns of an area without facts. */
export const UNSET_FACTS = byFact<{ readonly [Fact in AreaFact]: null }>(() => null);
