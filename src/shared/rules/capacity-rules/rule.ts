import * as z from 'zod/mini';

/**
 * The rules of the capacity assistant, as data (docs/decisions/0035). Each rule says where it stands and how it was
 * read. What could not be read is left out: the assistant never fills a gap with a guess.
 */

/** What a part of the floor is used for. `steps` is standing on stepped rows, which rules measure in running metres. */
export const USES = ['standing', 'steps', 'rows', 'tables', 'exhibition'] as const;
export type Use = (typeof USES)[number];

/** Where a rule stands, and how it was read. */
export const CitationSchema = z.object({
  /** The rule's own name and number, in the language of its place. */
  rule: z.string(),
  /** Its date: the law gazette, the edition, or the state of the text that was read; '' if the text has none. */
  date: z.string(),
  /** The address at which it was read. */
  source: z.string(),
  /** `full`: the words of the rule. `secondHand`: what somebody else wrote about it. */
  reading: z.enum(['full', 'secondHand']),
  /** The day on which it was read, YYYY-MM-DD. */
  readOn: z.string(),
});
export type Citation = z.infer<typeof CitationSchema>;

/** So many people for each `per` square metres, square feet, or running metres of a use. */
export interface FloorRule {
  use: Use;
  people: number;
  per: number;
  unit: 'm2' | 'ft2' | 'm';
  citation: Citation;
}

/**
 * How many people may depend on an exit. `steps`: `people` for each whole step of `cm` of an exit's width, because the
 * text that was read does not say whether parts of a step count. `each`: one person for each `cm`. `rate`: `people` for
 * each metre and minute of the escape time.
 */
export type ExitRule = { onlyOutdoors: boolean; citation: Citation } & (
  | { type: 'steps'; people: number; cm: number }
  | { type: 'each'; cm: number }
  | { type: 'rate'; people: number }
);

/** A place whose rules the assistant knows. */
export interface Place {
  floor: readonly FloorRule[];
  /** Missing if no rule about exits was read. */
  exit?: ExitRule;
}

/** The rules of one citation, written as one line each. @param rules use, people, and per how much of `unit` */
export const floorRules = (
  citation: Citation,
  rules: readonly (readonly [use: Use, people: number, per: number, unit: FloorRule['unit']])[],
): FloorRule[] => rules.map(([use, people, per, unit]) => ({ use, people, per, unit, citation }));
