/** The texts of the stored daily reports and their revisions. */
export const storedReportsTexts = {
  storedReports: {
    title: 'Daily reports',
    lead: (time: string, timeZone: string) =>
      `Made when a day ends, at ${time} (${timeZone}). What arrives later makes a new revision; the earlier ones stay.`,
    made: (revision: string, moment: string) => `Revision ${revision}, made ${moment}`,
    none: 'No day with counting has ended yet.',
    more: 'Show more days',
    loading: 'Loading the daily reports…',
    loadFailed: 'The daily reports could not be loaded.',
    shown: (revision: string, day: string, moment: string) => `This is revision ${revision} of ${day}, made ${moment}.`,
    supersededBy: (revision: string) => `What arrived later is in revision ${revision}.`,
    showNewest: 'Show the newest',
  },
} as const;
