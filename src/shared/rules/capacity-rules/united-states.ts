import { floorRules, type Place } from './rule';

/** The code itself could not be read. The city's page repeats its rows for assembly without fixed seats. */
export const unitedStates: Place = {
  floor: floorRules(
    {
      rule: 'International Building Code, Table 1004.5 (net floor area)',
      date: '–',
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
