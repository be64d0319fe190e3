import type { reportPaperTexts as english } from '../report-paper';
import type { Translation } from '../translation';

export const reportPaperTexts: Translation<typeof english> = {
  paper: {
    size: 'Papier',
    sizes: { a4: 'A4', letter: 'Letter' },
    pageOf: (page, pages) => `Seite ${page} von ${pages}`,
  },
};
