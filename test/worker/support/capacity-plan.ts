/** What an organizer types into the capacity assistant: in Styria, a hall of 100 m² for 300 people who stand. */
export const CAPACITY_PLAN = {
  place: 'at-st',
  units: 'metric',
  isOutdoors: false,
  spaces: [{ name: 'Hall', areaId: null, use: 'standing', size: 100 }],
  exits: [],
  escapeMinutes: 5,
  own: null,
  peoplePerManager: 250,
  exitRate: null,
} as const;
