/** The texts for inviting others to an event. */
export const joinTexts = {
  link: {
    qr: (link: string) => `QR code of the link ${link}`,
    copy: 'Copy link',
    copied: 'Copied!',
    copyFailed: 'Copying is not possible here. Please write the link down.',
    share: 'Share link',
  },
  join: {
    title: 'Share Event',
    lead: 'Scan with a phone camera, then tap Log in: no account, no download.',
    print: 'Print door card',
    inspector: 'Link for an inspector',
    inspectorLead: 'An authority sees the live numbers and today’s report for a time, and can change nothing.',
    forDoor: 'For a door',
    doorName: 'Name of the door',
    shareDoor: 'Share Door Link',
    orType: (address: string) => `No camera? Open ${address} and type this code.`,
    steps: ['Scan the square with your camera.', 'Tap “Log in”.', 'Tap + when someone enters, − when someone leaves.'],
    replace: 'Replace code',
    replaceWarning:
      'Everyone who joined with this code is logged out at once, and its links and door cards stop working. Admins stay logged in.',
    replacing: 'Replacing...',
    replaceFailed: 'The code could not be replaced. Please try again.',
    replaced: 'This is the new code. The old one no longer works.',
  },
  offer: {
    title: 'Join another event?',
    code: (accessCode: string) =>
      `The link you opened is for the event with access code ${accessCode}. This device is counting in another one, and stops if you join.`,
    admin: (accessCode: string, username: string) =>
      `The link you opened is for the event with access code ${accessCode}, which isn’t one of yours. Joining it logs ${username} out here.`,
    unsent: (taps: number) =>
      taps === 1
        ? 'One tap is not sent yet. You can join once it is.'
        : `${taps} taps are not sent yet. You can join once they are.`,
    door: (deviceName: string | null) =>
      deviceName === null ? 'Change the door of this device?' : `Make this device the ${deviceName}?`,
    /** `present` and `next` describe a door in one line. */
    doors: (present: string, next: string) => `Now: ${present}. Then: ${next}.`,
    unsentStay: (taps: number) =>
      taps === 1
        ? 'One tap is not sent yet. It counts where it was made.'
        : `${taps} taps are not sent yet. They count where they were made.`,
    keepDoor: 'Stay',
    changeDoor: 'Change',
    stay: 'Stay here',
    join: 'Join',
    joining: 'Joining...',
  },
} as const;
