import { PLACES } from '../../../../src/shared/rules/capacity-rules/places';
import {
  checkCapacityPlan,
  DEFAULT_PEOPLE_PER_MANAGER,
  type NewCapacityPlan,
} from '../../../../src/shared/rules/capacity-rules/plan';
import { type Use, USES } from '../../../../src/shared/rules/capacity-rules/rule';
import type { Checked } from '../../../../src/shared/rules/checked';

export interface TypedSpace {
  /** Stays the same while rows before it are removed. */
  readonly key: number;
  readonly name: string;
  /** The id of the linked area; '' for none. */
  readonly areaId: string;
  readonly use: Use;
  readonly size: string;
}

export interface TypedExit {
  readonly key: number;
  readonly name: string;
  readonly width: string;
  readonly isStair: boolean;
}

/** The contents of the assistant's fields as typed. */
export interface TypedPlan extends Pick<NewCapacityPlan, 'place' | 'units' | 'isOutdoors'> {
  readonly spaces: readonly TypedSpace[];
  readonly exits: readonly TypedExit[];
  readonly escapeMinutes: string;
  readonly own: string;
  readonly peoplePerManager: string;
  readonly exitRate: string;
}

/** The shortest escape time that guidance has for open-air events: that for a high risk. */
const DEFAULT_ESCAPE_MINUTES = 5;

let lastKey = 0;
export const newKey = (): number => (lastKey += 1);

const shown = (value: number | null): string => (value === null ? '' : String(value));

export const EMPTY_PLAN: NewCapacityPlan = {
  place: 'other',
  units: 'metric',
  isOutdoors: false,
  spaces: [],
  exits: [],
  escapeMinutes: DEFAULT_ESCAPE_MINUTES,
  own: null,
  peoplePerManager: DEFAULT_PEOPLE_PER_MANAGER,
  exitRate: null,
};

export const typedPlan = (plan: NewCapacityPlan): TypedPlan => ({
  place: plan.place,
  units: plan.units,
  isOutdoors: plan.isOutdoors,
  spaces: plan.spaces.map(({ name, areaId, use, size }) => ({
    key: newKey(),
    name,
    areaId: areaId ?? '',
    use,
    size: String(size),
  })),
  exits: plan.exits.map(({ name, width, isStair }) => ({ key: newKey(), name, width: String(width), isStair })),
  escapeMinutes: shown(plan.escapeMinutes),
  own: shown(plan.own),
  peoplePerManager: shown(plan.peoplePerManager),
  exitRate: shown(plan.exitRate),
});

const numberOf = (text: string): number => (text.trim() === '' ? Number.NaN : Number(text));
const numberOrNull = (text: string): number | null => (text.trim() === '' ? null : Number(text));

/** Checks the typed plan as the server does. */
export const readPlan = (typed: TypedPlan): Checked<NewCapacityPlan> =>
  checkCapacityPlan({
    ...typed,
    spaces: typed.spaces.map(({ name, areaId, use, size }) => ({
      name: name.trim(),
      areaId: areaId === '' ? null : areaId,
      use,
      size: numberOf(size),
    })),
    exits: typed.exits.map(({ name, width, isStair }) => ({ name: name.trim(), width: numberOf(width), isStair })),
    escapeMinutes: numberOf(typed.escapeMinutes),
    own: numberOrNull(typed.own),
    peoplePerManager: numberOf(typed.peoplePerManager),
    exitRate: numberOrNull(typed.exitRate),
  });

/** The uses that a space can have: those for which the place has a rule, and the space's present use. */
export function usesAt(place: NewCapacityPlan['place'], present: Use): Use[] {
  const known = PLACES[place].floor.map(({ use }) => use);
  return known.length === 0 ? [...USES] : USES.filter((use) => use === present || known.includes(use));
}
