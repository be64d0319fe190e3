/** The texts about categories in reports. */
export const categoriesReportTexts = {
  reportCategories: {
    title: 'Categories',
    lead: 'Each share is a part of the people in who were counted with a category. An area counts people who moved into it as people in.',
    category: 'Category',
    inside: 'Inside at end',
    share: 'Share',
    unknown: 'unknown',
    overTime: 'Categories over time',
    overTimeLead: (name: string) => `People in by category, ${name}, and their share of the interval.`,
    overTimeOf: (name: string) => `Categories over time: ${name}`,
    overTimeOn: (name: string, day: string) => `Categories over time: ${name}, ${day}`,
    byDay: (name: string) => `Categories over time, by day: ${name}`,
    ofIns: (people: string, share: string) => `${people} · ${share}`,
    leftOut:
      'These days are too many to list the categories of each area over time. Longer intervals or fewer days show them.',
    none: 'Nobody was counted in with a category.',
    tooLong: (rows: string) =>
      `More than ${rows} intervals are too many to print. The Excel file has them; a report over fewer days does, too.`,
    fewest: (columns: string) => `Only the ${columns} categories with the most people in fit.`,
    sheet: 'Categories',
    timeSheet: 'Categories over time',
    limits: 'Above a category’s capacity',
    limitsLead:
      'The time with more people of a category in the venue than its capacity. While nobody knows how many of them are inside, the time is unknown and counts in no other column.',
    limitPeriods: 'Periods above a category’s capacity',
    timeAbove: 'Time above',
    timeUnknown: 'Time unknown',
    periods: 'Periods',
    limitSheet: 'Category capacities',
    periodSheet: 'Over category capacity',
    chart: (name: string) => `Shares of the people in over time: ${name}`,
    chartLead:
      'The height of a strip is everybody who was counted in with a category in an interval. The tables have the numbers.',
  },
  categoryJournal: {
    changed: (after: string, before: string) => `Categories: ${after}. Before that: ${before}.`,
    none: 'none',
    withCapacity: (name: string, capacity: string) => `${name} (capacity ${capacity})`,
    exitsNamed: (names: string) => `${names}, taps out name one`,
    recounted: (area: string, people: string) => `${area} recounted by category: ${people}.`,
  },
} as const;
