export const displayLinkTexts = {
  displayLink: {
    lead: 'For a TV or the queue outside: how many can still come in, and whether to enter or wait. Whoever has the link can see it, and nothing else.',
    loadFailed: 'The link could not be loaded.',
    create: 'Create link',
    creating: 'Creating...',
    shows: 'Shows',
    whole: 'Venue',
    open: 'Open display',
    replace: 'Replace link',
    replaceWarning: 'Screens with the present link go dark within a second, until they open the new one.',
    replacing: 'Replacing...',
    revoke: 'Turn off',
    revokeWarning: 'Screens with the present link go dark within a second, and the link never works again.',
    revoking: 'Turning off...',
  },
} as const;
