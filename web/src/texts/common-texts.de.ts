import type { commonTexts as english } from './common-texts';
import type { Translation } from './translation';

export const commonTexts: Translation<typeof english> = {
  brand: 'Headroom',
  common: {
    loading: 'Wird geladen …',
    loggingOut: 'Abmeldung läuft …',
    pageTitle: (title) => `${title} · Headroom`,
    back: 'Zurück',
    cancel: 'Abbrechen',
    close: 'Schließen',
    save: 'Speichern',
    saving: 'Wird gespeichert …',
    deleting: 'Wird gelöscht …',
    resetting: 'Wird zurückgesetzt …',
    saveFailed: 'Das Speichern ist fehlgeschlagen. Bitte versuchen Sie es erneut.',
    tryAgain: 'Erneut versuchen',
    reload: 'Neu laden',
    notices: 'Hinweise',
  },
  errors: {
    noAnswer: 'Der Server ist nicht erreichbar. Bitte prüfen Sie Ihre Verbindung.',
    loggedOutElsewhere: 'Sie haben sich in einem anderen Tab abgemeldet.',
    codeReplaced: 'Der Zugangscode wurde geändert. Bitte fragen Sie den Veranstalter nach dem neuen.',
    unexpectedAnswer: 'Der Server hat unerwartet geantwortet.',
    crashTitle: 'Etwas ist schiefgelaufen',
    crashText: 'Diese Ansicht funktioniert nicht mehr. Ihre Zahlen sind auf dem Server sicher.',
    partMissingTitle: 'Dieser Teil konnte nicht geladen werden',
    partMissingText:
      'Vielleicht gibt es eine neue Version von Headroom, oder die Verbindung ist weg. Laden Sie die Seite neu, um es erneut zu versuchen.',
    partMissingUnsent: 'Einige Zählungen sind noch nicht gesendet: Warten Sie so lange, damit keine verloren geht.',
  },
  theme: {
    label: 'Farbschema',
    system: 'System',
    light: 'Hell',
    dark: 'Dunkel',
  },
  notFound: {
    title: '404 – Seite nicht gefunden',
    text: 'Die gesuchte Seite gibt es leider nicht. Vielleicht wurde sie gelöscht oder verschoben.',
    home: 'Zur Startseite',
  },
};
