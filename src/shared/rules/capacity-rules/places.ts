import { styria, upperAustria } from './austria';
import { bavaria, berlin, northRhineWestphalia } from './germany';
import { floorRules, type Place } from './rule';

/** For open-air events. Approved Document B, table D1, could not be read: rooms are left out. */
const unitedKingdomOutdoors: Place = {
  floor: floorRules(
    {
      rule: 'The Event Safety Guide (HSG195), paragraph 87: 0.5 m² per person at outdoor music events',
      date: '',
      source: 'http://forum.iosh.co.uk/posts/t71360-Space-per-person---Standing-Events',
      reading: 'secondHand',
      readOn: '2026-11-26',
    },
    [['standing', 2, 1, 'm2']],
  ),
  exit: {
    type: 'rate',
    people: 109,
    onlyOutdoors: true,
    citation: {
      rule: 'Fire safety risk assessment: open air events and venues, pages 68–69: 109 people per metre and minute',
      date: '2007',
      source: 'https://www.hastings.gov.uk/event-planning/site/capacity/',
      reading: 'secondHand',
      readOn: '2026-11-26',
    },
  },
};

/** The code itself could not be read. The city's page repeats its rows for assembly without fixed seats. */
const unitedStates: Place = {
  floor: floorRules(
    {
      rule: 'International Building Code, Table 1004.5 (net floor area)',
      date: '',
      source: 'https://cityofchesapeake.net/361/Occupant-Loads',
      reading: 'secondHand',
      readOn: '2026-11-26',
    },
    [
      ['standing', 1, 5, 'ft2'],
      ['rows', 1, 7, 'ft2'],
      ['tables', 1, 15, 'ft2'],
    ],
  ),
};

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
