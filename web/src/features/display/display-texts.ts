export const displayTexts = {
  display: {
    title: 'Places left',
    state: {
      go: 'Come in',
      nearly_full: 'Nearly full',
      stop: 'Full – please wait',
      unlimited: 'Come in',
      unknown: 'Please ask the staff',
    },
    placesLeft: (places: number) => (places === 1 ? 'place left' : 'places left'),
    peopleInside: (people: number) => (people === 1 ? 'person inside' : 'people inside'),
    connecting: 'Connecting…',
    /** What runs at the event. */
    runs: { evacuation: 'EVACUATION', drill: 'DRILL' },
    noConnection: 'No connection. Trying again…',
    noConnectionSince: (time: string) => `No connection since ${time}. Trying again…`,
    gone: 'This link is no longer valid.',
    goneHint: 'Please ask the organizer for a new one.',
    noAreas: 'This event has no areas yet.',
    areaGone: 'This area is no longer there.',
    fullscreen: 'Full screen',
    leaveFullscreen: 'Leave full screen',
  },
} as const;
