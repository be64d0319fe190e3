export const areasTexts = {
  areas: {
    noEvent: 'Please select an event to view its areas.',
    none: 'This event has no areas yet.',
    loadFailed: 'Failed to load areas.',
    loading: 'Loading areas…',
    addNew: '+ Add New Area',
    options: (areaName: string) => `Options for ${areaName}`,
  },
  card: {
    occupancy: 'Occupancy',
    of: (capacity: string) => `of ${capacity}`,
    unsent: (taps: string) => `${taps} unsent`,
    totalIns: 'Total ins',
    lastUpdated: 'Last updated',
    lastSynced: 'Last synced',
    announced: (areaName: string, occupancy: string) => `${areaName} ${occupancy}`,
    never: 'N/A',
    addOne: (areaName: string) => `Add one to ${areaName}`,
    takeOne: (areaName: string) => `Remove one from ${areaName}`,
    locked: 'Counting is locked',
    /** On the large pad while people leave. */
    out: 'OUT',
    /** On the pad for entries under an order that lets nobody in. */
    nobodyIn: 'nobody in',
    stillInside: 'still inside',
    arrived: 'arrived here',
    /** Beside a number of which a machine may have missed people; `missing` where that is too long. */
    mayBeLow: (people: string) => `may be low by up to ${people}`,
    missing: (people: string) => `up to ${people} missing`,
    level: {
      none: 'No capacity set',
      normal: (percent: string) => `${percent} full`,
      warning: (percent: string) => `Filling up, ${percent}`,
      danger: (percent: string) => `Nearly full, ${percent}`,
      full: 'Full',
      over: (people: string) => `Over by ${people}`,
      inMargin: (people: string) => `${people} into the margin`,
    },
  },
} as const;
