import { assertNever } from '../../assert-never';
import type { Allowed, Applied, NewCapacityPlan, PlanResult, PlanStep } from './plan';
import { PLAN_STEPS } from './plan';
import { PLACES } from './places';
import type { ExitRule, FloorRule } from './rule';

/** One square foot in m², one foot in m, and one inch in cm: exact since 1959. */
const M2_PER_FT2 = 0.092_903_04;
const M_PER_FT = 0.3048;
const CM_PER_INCH = 2.54;

const NO_RULE: Allowed = { people: null, applied: null };

/** Rounds down to whole people. The tiny addend keeps 0.1 + 0.2 from losing one. */
const wholePeople = (people: number): number => Math.floor(people + 1e-9);

type Units = NewCapacityPlan['units'];

/** The size of a space in the unit of the rule. */
function sizeIn(unit: FloorRule['unit'], size: number, units: Units): number {
  if (unit === 'ft2') return units === 'us' ? size : size / M2_PER_FT2;
  if (units === 'metric') return size;
  return size * (unit === 'm2' ? M2_PER_FT2 : M_PER_FT);
}

export const exitCm = (width: number, units: Units): number => (units === 'metric' ? width : width * CM_PER_INCH);

/** The floor of a space in m²; null for stepped rows, whose floor is not known. */
export const floorM2 = ({ use, size }: NewCapacityPlan['spaces'][number], units: Units): number | null =>
  use === 'steps' ? null : sizeIn('m2', size, units);

function onFloor({ use, size }: NewCapacityPlan['spaces'][number], { place, units }: NewCapacityPlan): Allowed {
  const rule = PLACES[place].floor.find((one) => one.use === use);
  if (rule === undefined) return NO_RULE;
  const { people, per, unit, citation } = rule;
  return {
    people: wholePeople((sizeIn(unit, size, units) * people) / per),
    applied: { people, per, unit, citation },
  };
}

function throughExit(rule: ExitRule, cm: number, escapeMinutes: number): number {
  switch (rule.type) {
    case 'steps':
      return wholePeople(cm / rule.cm) * rule.people;
    case 'each':
      return wholePeople(cm / rule.cm);
    case 'rate':
      return wholePeople((cm / 100) * rule.people * escapeMinutes);
    default:
      return assertNever(rule);
  }
}

function appliedExit(rule: ExitRule): Applied {
  const { citation } = rule;
  switch (rule.type) {
    case 'steps':
      return { people: rule.people, per: rule.cm, unit: 'cm', citation };
    case 'each':
      return { people: 1, per: rule.cm, unit: 'cm', citation };
    case 'rate':
      return { people: rule.people, per: 1, unit: 'm_min', citation };
    default:
      return assertNever(rule);
  }
}

/** The sum of people; null if there is nothing to add up, or one of them is not known. */
const sumOf = (all: readonly Allowed[]): number | null =>
  all.length === 0 || all.some(({ people }) => people === null)
    ? null
    : all.reduce((sum, { people }) => sum + (people ?? 0), 0);

/** Computes how many people the rules of the plan's place allow. The lowest step counts. */
export function computePlan(plan: NewCapacityPlan): PlanResult {
  const spaces = plan.spaces.map((space) => onFloor(space, plan));
  const { exit } = PLACES[plan.place];
  const rule = exit?.onlyOutdoors === true && !plan.isOutdoors ? undefined : exit;
  const exits = plan.exits.map(({ width }) =>
    rule === undefined
      ? NO_RULE
      : { people: throughExit(rule, exitCm(width, plan.units), plan.escapeMinutes), applied: appliedExit(rule) },
  );
  const steps = { floor: sumOf(spaces), exits: sumOf(exits), own: plan.own };
  const areaIds = [...new Set(plan.spaces.flatMap(({ areaId }) => areaId ?? []))];
  const areas = areaIds.map((areaId) => ({
    areaId,
    people: sumOf(spaces.filter((_, i) => plan.spaces[i]?.areaId === areaId)),
  }));
  const decides = PLAN_STEPS.reduce<PlanStep | null>((lowest, step) => {
    const people = steps[step];
    const best = lowest === null ? null : steps[lowest];
    return people !== null && (best === null || people < best) ? step : lowest;
  }, null);
  return { spaces, exits, steps, people: decides === null ? null : steps[decides], decides, areas };
}
