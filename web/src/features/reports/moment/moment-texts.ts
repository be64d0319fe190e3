/** The texts of the question how many people were inside at a moment. */
export const momentTexts = {
  moment: {
    open: 'How many at a moment?',
    title: 'How many people at a moment?',
    lead: (timeZone: string) =>
      `By the clocks in ${timeZone}. A tap counts from the moment at which it was made, also if it arrived later.`,
    at: 'Date and time',
    which: 'Which of the two? The clocks were set back',
    show: 'Show',
    incomplete: 'Please enter a date and a time.',
    skipped: 'The clocks skipped this time. Please enter another one.',
    loading: 'Looking up the number…',
    loadFailed: 'The number could not be loaded.',
    people: (moment: string, people: string) => `${moment}: ${people} inside`,
    between: (moment: string, lowest: string, highest: string) => `${moment}: between ${lowest} and ${highest} inside`,
    share: (share: string, capacity: string) => `${share} of ${capacity}`,
    noneLate: 'Screens showed the same number then: nothing arrived later.',
    late: (then: string, ins: string, outs: string) =>
      `Screens showed ${then} then. ${ins} in and ${outs} out were tapped by this moment and arrived later.`,
    notKept: 'What screens showed then is not kept any more.',
    fiveMinutes:
      'Only the five minutes around this moment are known any more: these are the fewest and the most people in them.',
    minute: 'Taps of this day were kept by the minute. The number may be off by what was tapped within one.',
    table: 'The areas at this moment',
    inside: 'Inside',
    shownThen: 'Shown then',
    range: (lowest: string, highest: string) => `${lowest} to ${highest}`,
  },
} as const;
