import type { reportsTexts as english } from '../reports';
import type { Translation } from '../translation';

export const reportsTexts: Translation<typeof english> = {
  reports: {
    title: 'Bericht',
    noEvent: 'Bitte wählen Sie eine Veranstaltung, um ihren Bericht zu sehen.',
    loading: 'Der Bericht wird erstellt …',
    loadFailed: 'Der Bericht konnte nicht geladen werden.',
    toApp: 'Zurück zum Zählen',
  },
};
