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
    /** What stands over the whole screen instead of numbers. */
    notices: {
      evacuation: { title: 'EVACUATION', text: 'Do not enter. Leave by the nearest exit.' },
      exercise: { title: 'DRILL', text: 'The doors are closed for an exercise. Please wait.' },
      ask_staff: { title: 'Please ask the staff', text: '' },
    },
    /** Beside the numbers of the day, for the public: that the exercise is not about them. */
    drill: 'DRILL',
    drillMeans: 'For the staff only. Entry is as shown.',
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
