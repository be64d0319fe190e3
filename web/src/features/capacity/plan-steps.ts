import type { Allowed, Applied, NewCapacityPlan, PlanResult } from '../../../../src/shared/rules/capacity-rules/plan';
import type { Citation } from '../../../../src/shared/rules/capacity-rules/rule';
import { capacityTexts } from '../../texts/capacity-texts';
import { formatCount } from '../../texts/format';
import { inLocale } from '../../texts/texts';
import { sizeUnit, widthUnit } from './plan-rows';

const decimals = inLocale((locale) => new Intl.NumberFormat(locale, { maximumFractionDigits: 2 }));

export const formatDecimal = (value: number): string => decimals().format(value);

/** One line of a plan's reasoning. */
export interface ReasonLine {
  key: string;
  /** What the line is about. */
  what: string;
  /** How many people it allows; null if no rule was read. */
  people: number | null;
  /** What the rule says; null if there is none. */
  says: string | null;
  citation: Citation | null;
}

const saysOf = ({ people, per, unit }: Applied): string =>
  capacityTexts.result.each[unit](formatDecimal(people), formatDecimal(per));

const lineOf = (key: string, what: string, allowed: Allowed | undefined): ReasonLine => ({
  key,
  what,
  people: allowed?.people ?? null,
  says: allowed?.applied ? saysOf(allowed.applied) : null,
  citation: allowed?.applied?.citation ?? null,
});

/** Returns the reasoning of a plan: a line for each space and exit, and for the organizer's own number. */
export function reasonLines(plan: NewCapacityPlan, result: PlanResult): ReasonLine[] {
  const words = capacityTexts.result;
  const spaces = plan.spaces.map((space, i) => {
    const name = space.name === '' ? words.unnamedSpace(formatCount(i + 1)) : space.name;
    const size = `${formatDecimal(space.size)} ${sizeUnit(space, plan.units)}`;
    return lineOf(`space ${i}`, words.space(name, capacityTexts.uses[space.use], size), result.spaces[i]);
  });
  const exits = plan.exits.map((exit, i) => {
    const name = exit.name === '' ? words.unnamedExit(formatCount(i + 1)) : exit.name;
    const what = words.exit(name, `${formatDecimal(exit.width)} ${widthUnit(plan.units)}`);
    return lineOf(`exit ${i}`, exit.isStair ? words.stairs(what) : what, result.exits[i]);
  });
  const own = plan.own === null ? [] : [lineOf('own', words.steps.own, { people: plan.own, applied: null })];
  return [...spaces, ...exits, ...own];
}

/** Returns the citations of a result, each once. */
export function citationsOf({ spaces, exits }: PlanResult): Citation[] {
  const all = [...spaces, ...exits].flatMap(({ applied }) => applied?.citation ?? []);
  return all.filter((citation, i) => all.findIndex(({ rule }) => rule === citation.rule) === i);
}
