import type { reportDownloadsTexts as english } from './downloads-texts';
import type { Translation } from '../../../texts/translation';

export const reportDownloadsTexts: Translation<typeof english> = {
  downloads: {
    workbook: 'Excel-Arbeitsmappe',
    intervals: 'Intervalle (CSV)',
    taps: 'Alle Zählungen (CSV)',
    print: 'Drucken oder als PDF speichern',
    running: (file, percent) => `${file}: ${percent}`,
    cancel: 'Download abbrechen',
    done: (fileName) => `${fileName} ist gespeichert.`,
    failed: 'Die Datei konnte nicht erstellt werden. Bitte versuchen Sie es erneut.',
    tapsTooLong: (days) =>
      `Eine Datei einzelner Zählungen umfasst höchstens ${days} Tage. Wählen Sie dafür weniger Tage.`,
    tapsToday: 'Einzelne Zählungen haben keine Fassungen: Ihre Datei enthält alle, die heute bekannt sind.',
    tapsGone:
      'Einzelne Zählungen werden 90 Tage aufbewahrt. Von den älteren Tagen dieses Berichts gibt es nur noch Intervalle.',
  },
};
