/** The texts of a field for a moment. */
export const momentTexts = {
  clock: (timeZone: string) => `By the clocks in ${timeZone}.`,
  which: 'Which of the two? The clocks were set back',
  incomplete: 'Please enter a date and a time.',
  skipped: 'The clocks skipped this time. Please enter another one.',
} as const;
