/** The schedule of an event's business days, and the days on which it takes place. */
export const scheduleTexts = {
  schedule: {
    lead: 'The defaults suit most events.',
    timeZone: 'Time zone',
    zoneHint: 'Search by city, country or offset, such as +05:30.',
    zonesFound: (zones: number) =>
      zones === 0 ? 'No time zone found.' : zones === 1 ? 'One time zone found.' : `${zones} time zones found.`,
    zoneUnclear: (zone: string) => `Choose a time zone from the list. Until then it stays ${zone}.`,
    reportTime: 'Report time',
    reportTimeHint: (time: string) =>
      `A day ends at ${time}, and its report is made then. A night that runs past midnight is one day.`,
    holds: 'Takes effect from the next day. The day that is running ends as before.',
    onDays: 'Takes place on specific dates',
    firstDay: 'First day',
    lastDay: 'Last day',
    daysHint: 'Counting works on any other day, too.',
    loadFailed: 'The schedule could not be loaded.',
  },
} as const;
