import type { reportDownloadsTexts as english } from '../report-downloads';
import type { Translation } from '../translation';

export const reportDownloadsTexts: Translation<typeof english> = {
  downloads: {
    title: 'Downloads',
    workbook: 'Excel-Arbeitsmappe',
    intervals: 'Intervalle (CSV)',
    taps: 'Einzelne Eingaben (CSV)',
    print: 'Drucken oder als PDF sichern',
    running: (file, percent) => `${file}: ${percent}`,
    cancel: 'Download abbrechen',
    done: (fileName) => `${fileName} ist gesichert.`,
    failed: 'Die Datei konnte nicht erstellt werden. Bitte versuchen Sie es erneut.',
    tapsGone:
      'Einzelne Eingaben werden 90 Tage aufbewahrt. Von den älteren Tagen dieses Berichts gibt es nur noch Intervalle.',
  },
};
