export const reportPaperTexts = {
  paper: {
    size: 'Paper',
    sizes: { a4: 'A4', letter: 'Letter' },
    pageOf: (page: string, pages: string) => `Page ${page} of ${pages}`,
  },
} as const;
