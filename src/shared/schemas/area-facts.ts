import * as z from 'zod/mini';
import { objectOf } from '../object-of';
import { LimitSchema, NewLimitsSchema } from './venue-settings';

/**
 * What an admin can set for an area beside its name and number, as it is stored and sent. A fact is a list or a text, and
 * an empty one is none. Its name is that of its JSON columns in D1 and in the room, of its field in calls, files and
 * exports, and of the journal's `<name>_changed`. Its check stands in src/shared/rules/area-facts.ts.
 */
export const AREA_FACT_SCHEMAS = {
  /** The limits that authorities have set. */
  limits: z.array(LimitSchema),
};
type Schemas = typeof AREA_FACT_SCHEMAS;
export type AreaFact = keyof Schemas;
export type AreaFacts = { [Fact in AreaFact]: z.infer<Schemas[Fact]> };

/** The facts in the body of a call. A missing one stays as it is. */
export const NewFactsSchema = z.object({ limits: NewLimitsSchema });

/** What the journal says of an area that has no such fact. */
export const NO_FACTS: AreaFacts = { limits: [] };

const isFact = (name: string): name is AreaFact => Object.hasOwn(AREA_FACT_SCHEMAS, name);
export const AREA_FACTS: readonly AreaFact[] = Object.keys(AREA_FACT_SCHEMAS).filter(isFact);

/** Makes an object with something for each fact. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the caller names the type
export const byFact = <Result>(make: (fact: AreaFact) => unknown): Result =>
  objectOf(AREA_FACTS.map((fact) => [fact, make(fact)]));

/** The facts of one area; one that is not set is missing. */
export const SetFactsSchema = z.object(
  byFact<{ [Fact in AreaFact]: z.ZodMiniOptional<Schemas[Fact]> }>((fact) => z.optional(AREA_FACT_SCHEMAS[fact])),
);
export type SetFacts = z.infer<typeof SetFactsSchema>;

/** Returns the facts of an area. `find` may return null or undefined for one that is not set. */
export const setFacts = (find: (fact: AreaFact) => unknown): SetFacts =>
  objectOf(
    AREA_FACTS.map((fact) => [fact, find(fact)] as const).filter(([, value]) => Object.keys(value ?? '').length > 0),
  );

/** The columns of an area without facts. */
export const UNSET_FACTS = byFact<{ readonly [Fact in AreaFact]: null }>(() => null);
