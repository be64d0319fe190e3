export const countingToolsTexts = {
  deviceForm: {
    name: 'Name',
    namePlaceholder: 'e.g., North gate',
    area: 'Area',
    areaGone: 'The area of this door no longer exists. Choose another one.',
    direction: 'Counts',
    hand: 'Hand',
    hands: { left: 'Left', right: 'Right' },
    sound: 'Sound for alerts',
    feedback: 'Count feedback',
    feedbacks: { vibration: 'Vibration', sound: 'Sound', off: 'Off' },
    sayCount: 'Say the count',
  },
  remote: {
    label: 'Remote',
    teach: 'Teach a remote',
    press: { plus: 'Press the key for +', minus: 'Press the key for −' },
    skip: 'No such key',
    stop: 'Stop teaching',
    forget: 'Forget',
    category: 'Category that it counts',
    refusal: {
      reserved: 'The browser or the system needs this key. Please press another one.',
      volume: 'A web page cannot have the volume keys. Please press another one.',
      unknown: 'The browser does not say which key this is. Please press another one.',
      taken: 'This key is + already. One key cannot be both.',
    },
  },
  pocketLock: {
    title: 'Screen locked',
    text: 'Taps won’t count. Numbers keep updating.',
    unlock: 'Hold to unlock',
  },
  alert: {
    acknowledge: 'Acknowledge',
    acknowledgeAll: 'Acknowledge all',
    undoAll: (seconds: number) => `Undo (${seconds} s)`,
    people: (occupancy: string, capacity: string) => `${occupancy} of ${capacity}`,
    now: 'now',
    all: (alerts: number) => `${alerts} alerts`,
    /** The same on a narrow screen. */
    first: (alerts: number) => `1 of ${alerts}`,
    failed: 'The alert could not be acknowledged. Please try again.',
    seen: (time: string) => `acknowledged at ${time}`,
    seenBy: (deviceName: string, time: string) => `acknowledged by ${deviceName}, ${time}`,
  },
  move: {
    to: (areaName: string) => `Move 1 → ${areaName}`,
    /** The text on a pad, for its direction and target area. */
    short: (areaName: string) => `→ ${areaName}`,
    /** The text for screen readers. It must contain the visible text. */
    toFrom: (to: string, from: string) => `Move 1 → ${to}, from ${from}`,
    choose: (areaName: string) => `Move 1 from ${areaName}`,
  },
  group: {
    add: (people: string, areaName: string) => `Add ${people} to ${areaName}`,
    take: (people: string, areaName: string) => `Take ${people} from ${areaName}`,
  },
  /** The question after a press for a group or a transfer. */
  categoryChoice: {
    question: 'Which category?',
    unnamed: 'No category named',
    unnamedHint: 'How many of each are inside is then unknown.',
  },
  keyHelp: {
    label: 'Keyboard',
    text: 'A key counts one in, with Shift one out, in the focused area or the only one. + and − name no category.',
  },
} as const;
