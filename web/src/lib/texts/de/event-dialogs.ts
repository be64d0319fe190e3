import type { eventDialogsTexts as english } from '../event-dialogs';
import type { Translation } from '../translation';

export const eventDialogsTexts: Translation<typeof english> = {
  eventDialogs: {
    switch: 'Veranstaltung wechseln',
    reports: 'Berichte',
    devices: 'Geräte',
    display: 'Öffentliche Anzeige',
    venue: 'Kapazität und Warnungen',
    schedule: 'Zeitplan',
    rename: 'Veranstaltung umbenennen',
    renamePlaceholder: 'Neuer Name der Veranstaltung',
    delete: 'Veranstaltung löschen',
    deleteConfirm: 'Löschen',
    deleteWarning:
      'Das ist endgültig und kann nicht rückgängig gemacht werden. Alle zugehörigen Bereiche und Daten gehen verloren.',
    deleteFailed: 'Die Veranstaltung konnte nicht gelöscht werden. Bitte versuchen Sie es erneut.',
    noEvents: 'Sie haben noch keine Veranstaltungen.',
    createNew: '+ Neue Veranstaltung',
    create: 'Veranstaltung erstellen',
    createConfirm: 'Erstellen',
    creating: 'Wird erstellt …',
    name: 'Name der Veranstaltung',
    namePlaceholder: 'z. B. Freitagabend',
    createFailed: 'Ein unerwarteter Fehler ist aufgetreten.',
  },
  firstSteps: {
    event: 'Ihre erste Veranstaltung',
    area: 'Der erste Bereich',
    add: 'Hinzufügen',
    share: 'Zugangscode teilen',
    shareLead: 'Wer ihn hat, kann an den Türen mitzählen.',
    copy: 'Kopieren',
    shareWith: 'Mit dem Team teilen',
  },
};
