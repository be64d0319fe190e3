import { floorRules, type Place } from './rule';

/** For open-air events. Approved Document B, table D1, could not be read: rooms are left out. */
export const unitedKingdomOutdoors: Place = {
  floor: floorRules(
    {
      rule: 'The Event Safety Guide (HSG195), paragraph 87: 0.5 m² per person at outdoor music events',
      date: '–',
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
