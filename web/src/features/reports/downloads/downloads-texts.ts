export const reportDownloadsTexts = {
  downloads: {
    workbook: 'Excel workbook',
    intervals: 'Intervals (CSV)',
    taps: 'All taps (CSV)',
    print: 'Print or save as PDF',
    running: (file: string, percent: string) => `${file}: ${percent}`,
    cancel: 'Cancel download',
    done: (fileName: string) => `${fileName} is saved.`,
    failed: 'Couldn’t create the file. Please try again.',
    tapsTooLong: (days: number) => `A file of single taps covers at most ${days} days. Choose fewer days for it.`,
    tapsToday: 'Single taps have no revisions: their file holds all that are known today.',
    tapsGone: 'Single taps are kept for 90 days. Of the older days in this report only intervals are left.',
  },
} as const;
