import { objectOf } from '../object-of';
import { AREA_FACTS, type AreaFact, type AreaFacts } from '../schemas/area-facts';
import { type Checked, type Unchecked, valid } from './checked';
import { checkLimits } from './limits/check-limits';

/** Checks what is given for one fact of an area. An empty value is valid: then the area has no such fact. */
export const FACT_CHECKS: { readonly [Fact in AreaFact]: (given: unknown) => Checked<AreaFacts[Fact]> } = {
  limits: checkLimits,
};

/** Checks those of an area's facts that are given. An empty one becomes null. */
export function checkFacts(given: Unchecked<AreaFacts>): Checked<{ [Fact in AreaFact]?: AreaFacts[Fact] | null }> {
  const checked: [AreaFact, unknown][] = [];
  for (const fact of AREA_FACTS) {
    if (given[fact] === undefined) continue;
    const result = FACT_CHECKS[fact](given[fact]);
    if (!result.ok) return result;
    checked.push([fact, result.value.length === 0 ? null : result.value]);
  }
  return valid(objectOf(checked));
}
