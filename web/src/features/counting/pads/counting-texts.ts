export const countingTexts = {
  device: {
    title: 'This device',
    direction: { both: 'Both ways', in: 'In only', out: 'Out only' },
  },
  undo: {
    none: 'Undo',
    move: (people: string) => `move ${people}`,
    done: (change: string, where: string) => `Undone: ${change} ${where}`,
  },
  alert: {
    reached: (where: string, percent: string) => `${percent} full: ${where}`,
    detail: (occupancy: string, capacity: string, time: string) => `${occupancy} of ${capacity} at ${time}`,
  },
  venueTotal: {
    label: 'Venue',
    lessStaff: (capacity: string, staff: string) => `${capacity} minus ${staff} staff`,
    /** `origin` says which staff is taken off; null for none. */
    warnsFrom: (allowed: string, origin: string | null, people: string, margin: string) =>
      `${allowed} allowed${origin === null ? '' : ` (${origin})`}, warning from ${people} (${margin} safety margin)`,
  },
  count: {
    wholeScreen: (areaName: string) => `Show ${areaName} full screen`,
    leaveWholeScreen: 'Exit full screen',
    gone: 'This area no longer exists.',
    allAreas: 'All areas',
    tools: 'Counting tools',
    morePads: '±5 ±10',
    morePadsToo: 'Move',
    morePadsHint: 'More buttons: groups and moves',
    lock: 'Lock the screen',
    menu: 'Event and device',
  },
} as const;
