/** The texts about the venue's capacity and about recounts. */
export const venueTexts = {
  recount: {
    counted: 'People counted',
    present: (people: string) => `Shown now: ${people}.`,
    noDrift: 'No difference.',
    more: (people: string) => `${people} more than shown.`,
    fewer: (people: string) => `${people} fewer than shown.`,
    reason: 'Reason',
    reasons: ['Counted by hand', 'Missed taps', 'Device offline', 'Guests moved'],
    save: 'Set number',
    saved: (areaName: string, people: string) => `${areaName} is set to ${people}`,
  },
  venueSettings: {
    lead: 'Leave the capacity empty if only the areas have limits.',
    capacity: 'Total venue capacity',
    capacityPlaceholder: 'No limit',
    staff: 'Staff (not counted)',
    margin: 'Safety margin in %',
    guests: 'Guests at once',
    noCapacity: 'No limit over all areas.',
    thresholds: 'Alert thresholds (%)',
    threshold: (place: number) => `Alert ${place}, in % full`,
    thresholdsHint: 'For each area and for the venue total. Everyone counting sees these alerts.',
  },
} as const;
