export const publicNumbersTexts = {
  publicNumbers: {
    lead: 'Your website can say how busy it is now. Everybody can read it there, without a login, and nothing else of the event but its name.',
    loadFailed: 'The setting could not be loaded.',
    shows: 'Everybody sees',
    level: 'How busy it is',
    numbers: 'How many people are inside',
    levelHint: 'Quiet, busy, nearly full or full, with a percentage in steps of five.',
    numbersHint: 'The people in the venue and in each area, and the capacities.',
    publish: 'Make public',
    publishing: 'Publishing...',
    script: 'For your website',
    scriptHint: 'Paste this line where the widget is to stand.',
    frame: 'For sites that allow no scripts',
    copyScript: 'Copy script',
    copyFrame: 'Copy frame',
    open: 'Open widget',
    frameTitle: 'How busy it is',
    end: 'Turn off',
    endWarning:
      'Within a second nobody can read the numbers any more. If you turn them on again, the website needs a new line.',
    ending: 'Turning off...',
  },
} as const;
