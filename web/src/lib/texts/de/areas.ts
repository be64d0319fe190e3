import type { areasTexts as english } from '../areas';
import type { Translation } from '../translation';

export const areasTexts: Translation<typeof english> = {
  areas: {
    noEvent: 'Bitte wählen Sie eine Veranstaltung, um ihre Bereiche zu sehen.',
    none: 'Diese Veranstaltung hat noch keine Bereiche.',
    loadFailed: 'Die Bereiche konnten nicht geladen werden.',
    loading: 'Bereiche werden geladen …',
    addNew: '+ Neuer Bereich',
    addTitle: 'Neuer Bereich',
    name: 'Name des Bereichs',
    namePlaceholder: 'z. B. Hauptbühne',
    capacity: 'Kapazität',
    capacityPlaceholder: 'z. B. 500',
    create: 'Erstellen',
    creating: 'Wird erstellt …',
    createFailed: 'Der Bereich konnte nicht erstellt werden.',
    options: (areaName) => `Optionen für ${areaName}`,
    rename: 'Bereich umbenennen',
    changeCapacity: 'Kapazität ändern',
    recount: 'Nachzählung eintragen',
    reset: 'Belegung zurücksetzen',
    resetConfirm: 'Zurücksetzen',
    resetWarning: (occupancy) =>
      `Die aktuelle Zahl, ${occupancy}, wird auf allen Geräten auf 0 gesetzt. Die Eintritte bleiben, wie sie sind.`,
    delete: 'Bereich löschen',
    deleteWarning:
      'Das ist endgültig und kann nicht rückgängig gemacht werden. Der Bereich und seine Zahlen gehen verloren.',
    deleteFailed: (message) => `Der Bereich konnte nicht gelöscht werden: ${message}`,
  },
  card: {
    occupancy: 'Belegung',
    of: (capacity) => `von ${capacity}`,
    unsent: (taps) => `${taps} nicht gesendet`,
    totalIns: 'Eintritte',
    lastUpdated: 'Geändert',
    lastSynced: 'Stand',
    announced: (areaName, occupancy) => `${areaName} ${occupancy}`,
    never: '–',
    addOne: (areaName) => `${areaName}: eine Person mehr`,
    takeOne: (areaName) => `${areaName}: eine Person weniger`,
    locked: 'Das Zählen ist gesperrt',
    level: {
      none: 'Ohne Kapazität',
      normal: (percent) => `${percent} belegt`,
      warning: (percent) => `Füllt sich, ${percent}`,
      danger: (percent) => `Fast voll, ${percent}`,
      full: 'Voll',
      over: (people) => `${people} zu viel`,
    },
  },
};
