import type { areaDialogsTexts as english } from './area-dialogs-texts';
import type { Translation } from '../../../texts/translation';

export const areaDialogsTexts: Translation<typeof english> = {
  areaDialogs: {
    addTitle: 'Neuer Bereich',
    name: 'Name des Bereichs',
    namePlaceholder: 'z. B. Hauptbühne',
    capacity: 'Kapazität',
    capacityPlaceholder: 'z. B. 500',
    wholeNumbers: 'Nur ganze Zahlen.',
    create: 'Erstellen',
    creating: 'Wird erstellt …',
    createFailed: 'Der Bereich konnte nicht erstellt werden.',
    rename: 'Bereich umbenennen',
    changeCapacity: 'Kapazität ändern',
    recount: 'Nachzählung',
    reset: 'Belegung zurücksetzen',
    resetConfirm: 'Zurücksetzen',
    resetWarning: (occupancy) =>
      `Das setzt die Zahl auf allen Geräten von ${occupancy} auf 0. Die Eintritte bleiben, wie sie sind.`,
    resetAtZero: 'Dieser Bereich steht schon auf 0. Die Eintritte bleiben, wie sie sind.',
    resetInDoubt: (people) =>
      `Bis zu ${people} Personen, die Maschinen nicht gezählt haben, können hier sein. Das Zurücksetzen beendet diesen Zweifel.`,
    delete: 'Bereich löschen',
    deleteWarning:
      'Das ist endgültig und kann nicht rückgängig gemacht werden. Was hier gezählt wurde, bleibt in den Berichten.',
    deleteFailed: (message) => `Der Bereich konnte nicht gelöscht werden: ${message}`,
    machine: {
      title: 'Maschine anschließen',
      lead: (areaName) =>
        `Ein Drehkreuz, eine Kamera oder ein Skript zählt mit diesen IDs in ${areaName}. Sie sind nicht geheim.`,
      key: 'Dazu gehört ein API-Schlüssel mit „Zählungen melden“: Kontoeinstellungen → API-Schlüssel.',
      copy: 'Kopieren',
      copied: 'Kopiert',
      copyFailed: 'Kopieren nicht möglich. Bitte markieren Sie die Zeilen.',
    },
  },
  /** People who may be missing by a machine’s totals, for admins. */
  doubt: {
    countThem: 'Zählen',
    countThemDoes: 'Sie wurden übersehen: Sie zählen jetzt, zur Zeit, als die Summen der Maschine fielen.',
    wereCounted: 'Schon gezählt',
    wereCountedDoes: 'Von Hand oder von einer anderen Maschine, oder es fehlt niemand: Die Zahl bleibt.',
    failed: 'Das wurde nicht gespeichert. Bitte versuchen Sie es noch einmal.',
    machines: (machines, text, people) =>
      machines === 1
        ? `Eine Maschine: Bis zu ${people} Personen können fehlen.`
        : `${text} Maschinen: Bis zu ${people} Personen können fehlen.`,
    unknownMachines: (people) => `Maschinen: Bis zu ${people} Personen können fehlen.`,
    recountEnds: 'Die Nachzählung beendet diesen Zweifel.',
    loadFailed: 'Welche Maschinen das sind, konnte nicht geladen werden.',
  },
  /** How far an area’s number can be trusted, for admins. */
  trust: {
    sinceRecount: (people, moment) => `± ${people} seit der Nachzählung (${moment})`,
    sinceReset: (people, moment) => `± ${people} seit dem Zurücksetzen (${moment})`,
    sinceAdded: (people) => `± ${people}, seit es den Bereich gibt`,
    tooFew: 'Wie weit die Zahl danebenliegen kann, ist nach zwei Nachzählungen bekannt.',
    longAgo: 'Wie weit die Zahl danebenliegen kann, ist nach der nächsten Nachzählung bekannt.',
    due: 'Eine Nachzählung ist fällig.',
    venue: (people) => `Die Gesamtzahl kann um ± ${people} danebenliegen.`,
    dueIn: (areas) => `Nachzählung fällig: ${areas}.`,
  },
};
