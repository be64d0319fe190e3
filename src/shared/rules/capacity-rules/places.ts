import { styria, upperAustria } from './austria';
import { bavaria, berlin, northRhineWestphalia } from './germany';
import type { Place } from './rule';
import { unitedKingdomOutdoors } from './united-kingdom';
import { unitedStates } from './united-states';

export const PLACE_IDS = ['at-st', 'at-oo', 'de-nw', 'de-by', 'de-be', 'gb-out', 'us', 'other'] as const;
export type PlaceId = (typeof PLACE_IDS)[number];

/** The places whose rules the assistant knows. `other` has none: there only the organizer's own number counts. */
export const PLACES: Readonly<Record<PlaceId, Place>> = {
  'at-st': styria,
  'at-oo': upperAustria,
  'de-nw': northRhineWestphalia,
  'de-by': bavaria,
  'de-be': berlin,
  'gb-out': unitedKingdomOutdoors,
  us: unitedStates,
  other: { floor: [] },
};
