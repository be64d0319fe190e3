export const eventsTexts = {
  event: {
    accessCode: 'Access code',
    copy: 'Copy access code',
    copied: 'Copied!',
    copyFailed: 'Copying is not possible here. Please write the code down.',
    options: 'Event options',
    switch: 'Switch Event',
    noEvents: 'You have no events yet.',
    createNew: '+ Create New Event',
    create: 'Create Event',
    creating: 'Creating...',
    name: 'Event Name',
    namePlaceholder: 'e.g., Friday Night',
    createFailed: 'An unexpected error occurred.',
  },
} as const;
