export const eventsTexts = {
  event: {
    accessCode: 'Access code',
    copy: 'Copy access code',
    copied: 'Copied!',
    copyFailed: 'Copying is not possible here. Please write the code down.',
    share: 'Share',
    options: 'Event options',
  },
} as const;
