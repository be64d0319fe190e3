export const countingToolsTexts = {
  deviceForm: {
    name: 'Name',
    namePlaceholder: 'e.g., North gate',
    direction: 'Counts',
    hand: 'Hand',
    hands: { left: 'Left', right: 'Right' },
    sound: 'Sound for alerts',
  },
  pocketLock: {
    title: 'Screen locked',
    text: 'Touches count nothing. The numbers stay live.',
    unlock: 'Hold to unlock',
  },
  group: {
    add: (people: string, areaName: string) => `Add ${people} to ${areaName}`,
    take: (people: string, areaName: string) => `Take ${people} from ${areaName}`,
  },
} as const;
