import type { PageWords } from './page-words';

export const pageWords: PageWords = {
  unsent: {
    title: 'Nichts wurde gesendet',
    text: 'Headroom braucht JavaScript, das in Ihrem Browser nicht lief. Bitte schalten Sie es ein, gehen Sie zurück und laden Sie die Seite neu.',
    back: 'Zurück',
  },
  widget: 'Wie voll es ist',
};
