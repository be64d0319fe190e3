import { reportNotes } from '../../../../../src/shared/sealed/notes';

export const reportPaperTexts = {
  paper: {
    kind: 'Occupancy report',
    size: 'Paper',
    sizes: { a4: 'A4', letter: 'Letter' },
    interval: 'Interval',
    withIntervals: 'With intervals',
    summary: 'Summary, without the tables of intervals. The files of the report have them.',
    pageOf: (page: string, pages: string) => `Page ${page} of ${pages}`,
    back: 'Back to the report',
    print: 'Print or save as PDF',
    clock: (timeZone: string, offset: string, reportTime: string) =>
      `All times are local times of ${timeZone} (${offset}). A business day begins at ${reportTime}.`,
    revision: (revision: string, closedAt: string) => `Revision ${revision}, closed ${closedAt}.`,
    generatedAt: (moment: string) => `Generated ${moment}.`,
    preliminary: 'Preliminary: not every day of this report is closed. Figures may still change.',
    compacted: 'Of days closed more than 90 days ago, single taps are no longer kept: their five-minute intervals are.',
    noLimit: 'No limit',
    none: 'None.',
    chart: 'Occupancy',
    chartLead:
      'Green: from the lowest to the highest number of people inside in each interval. Dashed red: the capacity of the time.',
    chartOf: (name: string, peak: string) => `${name}: highest ${peak}`,
    chartLowest: (people: string) => `lowest ${people}`,
    chartCapacity: (capacity: string) => `capacity then ${capacity}`,
    chartGuests: (guests: string) => `capacity for guests then ${guests}`,
    flow: 'Arrivals and departures',
    flowLead: 'Venue: who came above the line, who left below it, in each interval.',
    areas: 'Venue and areas',
    areasLead: `The venue leaves out moves between its areas, so the areas may add up to more; its capacity is that for guests. ${reportNotes.peaks} At start + in − out + out at zero + corrected = at end; the venue is corrected by deleted areas, too. Times are those with more people inside than that share of the capacity in force.`,
    capacities: 'Capacities',
    days: 'Business days',
    over: 'Periods over capacity',
    overLead:
      'Time above is that with more people inside than the capacity in force. A break of less than a minute does not end a period, but is not counted in its time: a period can take longer from its start to its end. The times of all periods add up to the time above 100%; each is rounded to the minute.',
    alerts: 'Alerts',
    leftOut: (rows: string) => `${rows} later entries are left out. A report over fewer days has them.`,
    devices: 'Devices',
    quietTimes: 'Devices without a tap for an hour or more',
    journal: 'Resets, recounts, changes and machines',
    recounts: 'Recounts by eye, and how far the number had been off',
    quality: 'Data quality',
    signatures: {
      title: 'Signatures',
      signers: ['For the organizer', 'Received by'],
      lines: ['Name', 'Date', 'Signature'],
    },
    intervals: 'Intervals',
    intervalsLead: (minutes: string) =>
      `Steps of ${minutes} minutes. Intervals in which nobody came, left or was inside are left out.`,
    askMoment: (address: string) =>
      `To the second, at any moment: get the evidence pack of the day (a ZIP file) from the organizer or from an inspector’s link, open ${address}, choose the pack, and enter the time. The report on screen and the link answer, too, under “How many at a moment?”.`,
    daysLead: 'One line a business day. Days on which nobody came, left or was inside are left out.',
    tooLong: (rows: string) =>
      `Intervals of single areas are left out: they would fill more than ${rows} rows. Longer intervals, or the files, have them all.`,
    tooLongAtAll: (rows: string) =>
      `Intervals are left out: they would fill more than ${rows} rows. Longer intervals, or the files, have them all.`,
  },
} as const;
