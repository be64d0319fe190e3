import type { NewCapacityPlan } from '../../../../src/shared/rules/capacity-rules/plan';
import { exitCm, floorM2 } from '../../../../src/shared/rules/capacity-rules/compute-plan';
import type { Citation } from '../../../../src/shared/rules/capacity-rules/rule';

/** What a plan says about the present moment: density, crowd managers, and the time to empty. */

/** The bands of density. Each begins above the one before it and ends at its `upTo`, in people per m². */
const DENSITY_BANDS = [
  { band: 'free', upTo: 1 },
  { band: 'moving', upTo: 2 },
  { band: 'critical', upTo: 3 },
  { band: 'dense', upTo: 4 },
  { band: 'unstable', upTo: Number.POSITIVE_INFINITY },
] as const;
export type DensityBand = (typeof DENSITY_BANDS)[number]['band'];

/**
 * The bands are a rule of thumb from two texts. Still: a crowd moves freely up to 2 people per m², and its flow falls
 * from a critical density of 2 to 3 on. Stockton: above 4 a crowd is unstable.
 */
export const DENSITY_CITATIONS: readonly Citation[] = [
  {
    rule: 'G. K. Still, Crowd flow (Fruin)',
    date: '',
    source: 'https://gkstill.com/Support/crowd-flow/fruin/Fruin1.html',
    reading: 'full',
    readOn: '2026-11-26',
  },
  {
    rule: 'Stockton-on-Tees Borough Council, Event planning guide 2i',
    date: '',
    source: 'https://stockton.gov.uk/2i-crowd-dynamics',
    reading: 'full',
    readOn: '2026-11-26',
  },
];

export const bandOf = (peoplePerM2: number): DensityBand =>
  DENSITY_BANDS.find(({ upTo }) => peoplePerM2 <= upTo)?.band ?? 'unstable';

/**
 * Returns the floor of an area, or of the whole venue for null, in m²; null if it is not known: nothing is planned for
 * it, or a part of it is stepped rows.
 */
export function plannedFloorM2({ spaces, units }: NewCapacityPlan, areaId: string | null): number | null {
  const own = areaId === null ? spaces : spaces.filter((space) => space.areaId === areaId);
  const floors = own.map((space) => floorM2(space, units));
  if (floors.length === 0) return null;
  return floors.reduce((sum, floor) => (sum === null || floor === null ? null : sum + floor), 0);
}

/** The words of IFC 403.12.3.1 as its publisher's code site repeats them. The ratio can be changed in the plan. */
export const MANAGERS_CITATION: Citation = {
  rule: 'International Fire Code 403.12.3.1',
  date: '2018',
  source: 'https://up.codes/s/number-of-crowd-managers',
  reading: 'full',
  readOn: '2026-11-26',
};

/** The fewest crowd managers where any are required. */
const MANAGERS_MIN = 2;

/** Returns how many trained crowd managers these people need: one for each `perManager`, and at least two. */
export const crowdManagers = (people: number, perManager: number): number =>
  people <= 0 ? 0 : Math.max(MANAGERS_MIN, Math.ceil(people / perManager));

/** The people who leave through each metre of exit in a minute. At concerts and matches fewer than 60 were measured. */
export const EXIT_RATE = 82;

export const EXIT_RATE_CITATIONS: readonly Citation[] = [
  {
    rule: 'Stockton-on-Tees Borough Council, Event planning guide 2i: 82 people per metre and minute',
    date: '',
    source: 'https://stockton.gov.uk/2i-crowd-dynamics',
    reading: 'secondHand',
    readOn: '2026-11-26',
  },
  {
    rule: 'Larsson et al., Fire Safety Journal 120 (2021) 103040, abstract: at most 82 by the Green Guide, below 60 measured',
    date: '2021',
    source: 'https://www.scribd.com/document/710543079/The-Impact-of-Crowd-Composition-on-Egress-Performance',
    reading: 'secondHand',
    readOn: '2026-11-26',
  },
];

/** Returns how many people leave through the plan's exits in a minute; null without exits. */
export function plannedOutsPerMinute({ exits, units, exitRate }: NewCapacityPlan): number | null {
  if (exits.length === 0) return null;
  const metres = exits.reduce((sum, { width }) => sum + exitCm(width, units) / 100, 0);
  return metres * (exitRate ?? EXIT_RATE);
}

/** Returns in how many minutes the venue is empty, rounded up; null if nobody leaves. */
export const minutesToEmpty = (people: number, outsPerMinute: number | null): number | null =>
  people <= 0 ? 0 : outsPerMinute === null || outsPerMinute <= 0 ? null : Math.ceil(people / outsPerMinute - 1e-9);
