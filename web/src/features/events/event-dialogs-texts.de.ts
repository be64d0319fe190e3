import type { eventDialogsTexts as english } from './event-dialogs-texts';
import type { Translation } from '../../texts/translation';

export const eventDialogsTexts: Translation<typeof english> = {
  eventDialogs: {
    switch: 'Veranstaltung wechseln',
    orders: 'Anweisungen',
    evacuation: 'Evakuierung',
    devices: 'Geräte',
    display: 'Anzeige',
    public: 'Website-Zahlen',
    settings: 'Einstellungen',
    categories: 'Kategorien',
    schedule: 'Zeitplan',
    rename: 'Veranstaltung umbenennen',
    renamePlaceholder: 'Neuer Name der Veranstaltung',
    duplicate: 'Veranstaltung duplizieren',
    copyOf: (eventName) => `Kopie von ${eventName}`,
    duplicateHint:
      'Die neue Veranstaltung hat dieselben Bereiche, Kapazitäten, Warnungen und Kategorien, denselben Zeitplan und Veranstalter und dieselbe Adresse. Sie beginnt bei 0 und hat einen eigenen Zugangscode.',
    duplicating: 'Wird dupliziert …',
    resetAll: 'Alle Bereiche zurücksetzen',
    insideNow: (areas) => `Gerade anwesend: ${areas}.`,
    resetAllWarning:
      'Das setzt alle Bereiche auf allen Geräten auf 0. Es ist der letzte Schritt des Abends, wenn alle gegangen sind. Die Eintritte bleiben, wie sie sind.',
    resetAllAtZero:
      'Alle Bereiche stehen schon auf 0. Das Zurücksetzen hält nur Zählungen von vorher fern, die später ankommen.',
    resetAllFailed: 'Die Bereiche konnten nicht zurückgesetzt werden. Bitte versuchen Sie es erneut.',
    delete: 'Veranstaltung löschen',
    deleteConfirm: 'Löschen',
    deleteWarning:
      'Das ist endgültig und kann nicht rückgängig gemacht werden. Alle zugehörigen Bereiche und Daten gehen verloren.',
    deleteFailed: 'Die Veranstaltung konnte nicht gelöscht werden. Bitte versuchen Sie es erneut.',
    noEvents: 'Sie haben noch keine Veranstaltungen.',
    unknown: 'Diese Veranstaltung gibt es nicht, oder sie gehört zu einem anderen Konto.',
    createNew: '+ Neue Veranstaltung',
    create: 'Veranstaltung erstellen',
    createConfirm: 'Erstellen',
    creating: 'Wird erstellt …',
    name: 'Name der Veranstaltung',
    namePlaceholder: 'z. B. Freitagabend',
    createFailed: 'Ein unerwarteter Fehler ist aufgetreten.',
  },
  letterhead: {
    title: 'Veranstalter und Adresse',
    lead: 'Sie stehen am Kopf jedes Berichts dieser Veranstaltung: auf dem Bildschirm, auf Papier und in der Arbeitsmappe. Beide können leer bleiben.',
    organizer: 'Veranstalter',
    address: 'Adresse des Veranstaltungsorts',
  },
  firstSteps: {
    event: 'Ihre erste Veranstaltung',
    capacity: 'Wie viele dürfen drinnen sein?',
    area: 'Der erste Bereich',
    add: 'Hinzufügen',
    share: 'Zugangscode teilen',
    shareLead: 'Wer ihn hat, kann an den Türen mitzählen.',
    copy: 'Kopieren',
    shareWith: 'Mit dem Team teilen',
  },
};
