export const devicesTexts = {
  deviceList: {
    loadFailed: 'The devices could not be loaded.',
    outdated: (moment: string) => `No answer from the server. This is how it was at ${moment}.`,
    none: 'No device has joined today.',
    unnamed: (id: string) => `Device ${id}`,
    admin: 'Admin',
    own: 'This device',
    kinds: { turnstile: 'Turnstile', camera: 'Camera', scanner: 'Ticket scanner', other: 'Machine' },
    ins: 'In today',
    outs: 'Out today',
    lastTap: 'Last count',
    noTap: 'None today',
    online: 'Online',
    offline: 'Offline',
    justNow: 'Just now',
    offlineSince: (moment: string) => `Offline since ${moment}`,
  },
} as const;
