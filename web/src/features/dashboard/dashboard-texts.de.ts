import type { dashboardTexts as english } from './dashboard-texts';
import type { Translation } from '../../texts/translation';

const taps = (count: number): string => (count === 1 ? 'Eine Zählung' : `${count} Zählungen`);
const are = (count: number): string => (count === 1 ? 'ist' : 'sind');

export const dashboardTexts: Translation<typeof english> = {
  header: {
    overview: 'Alle Veranstaltungen',
    settings: 'Kontoeinstellungen',
    search: 'Suchen',
    logOut: 'Abmelden',
    connecting: 'Verbinden …',
    connected: 'Verbunden',
    disconnected: 'Getrennt',
    unsent: (count) => `${count} nicht gesendet`,
    unsentSince: (count, moment) => `${count} nicht gesendet · Stand ${moment}`,
    lastSynced: (moment) => `Stand ${moment}`,
    trying: 'Versuch läuft …',
    trial: 'Testphase',
    updateBilling: 'Zahlung prüfen',
    inactive: 'Abo inaktiv',
  },
  tabs: {
    label: 'Seiten dieser Veranstaltung',
    count: 'Zählen',
    numbers: 'Zahlen',
    alerts: 'Warnungen',
    doors: 'Türen',
    reports: 'Berichte',
    settings: 'Einstellungen',
  },
  logOut: {
    title: 'Jetzt abmelden?',
    unsent: (count, volatileCount) => {
      const unsent = `${taps(count)} ${are(count)} noch nicht gesendet.`;
      if (volatileCount === 0)
        return `${unsent} Sie ${count === 1 ? 'bleibt' : 'bleiben'} auf diesem Gerät, bis Sie sich wieder anmelden.`;
      if (volatileCount === count)
        return `${unsent} Sie ${count === 1 ? 'geht' : 'gehen'} verloren, wenn Sie sich abmelden.`;
      return `${unsent} ${volatileCount === 1 ? 'Eine davon geht' : `${volatileCount} davon gehen`} verloren, wenn Sie sich abmelden.`;
    },
    allSent: 'Alle Zählungen sind gesendet.',
    stay: 'Bleiben',
    confirm: 'Abmelden',
  },
  dashboard: {
    title: 'Übersicht',
    loadFailed: 'Ein unbekannter Fehler ist aufgetreten.',
    eventsKept: 'Der Server ist nicht erreichbar. Dieses Gerät kennt diese Veranstaltungen.',
    eventsUnexpected: 'Die Veranstaltungen konnten nicht geladen werden. Der Server hat unerwartet geantwortet.',
    noneSelected: 'Bitte wählen Sie zuerst eine Veranstaltung.',
    selectEvent: 'Veranstaltung wählen',
    noEventForCode: 'Zu diesem Zugangscode gibt es keine Veranstaltung.',
    error: (message) => `Fehler: ${message}`,
    replaced: 'Jemand anderes hat sich in diesem Browser angemeldet.',
    switched: 'Dieser Browser hat zu einem anderen Konto gewechselt.',
    locked: 'Das Zählen ist gesperrt. Bitte sagen Sie es dem Veranstalter.',
    lockedOwn: 'Das Zählen ist gesperrt. Hinterlegen Sie eine Karte, um es freizugeben.',
    lockedByOwners: 'Das Zählen ist gesperrt. Ein Inhaber des Kontos kann es freigeben.',
    trialUsedUp:
      'Das Zählen ist gesperrt: Diese Veranstaltung hat die Zählungen ihrer kostenlosen Testphase verbraucht. Bitte schreiben Sie dem Support.',
    openSettings: 'Einstellungen öffnen',
    eventGone: 'Die angezeigte Veranstaltung wurde gelöscht oder ist nicht mehr zugänglich.',
  },
  evacuations: {
    evacuation: 'EVAKUIERUNG',
    drill: 'ÜBUNG',
    inDrill: (areaName) => `ÜBUNG · ${areaName}`,
  },
  orderKinds: {
    stop: 'Einlass-Stopp',
    hold: 'Einlass anhalten',
    one_in_one_out: 'Einer raus, einer rein',
    open: 'Einlass frei',
  },
  realtime: {
    notCounted: (count, areaName) => `${taps(count)} für ${areaName} ${count === 1 ? 'wurde' : 'wurden'} nicht gezählt`,
    notDeliveredTo: (count, areaName) =>
      `${taps(count)} für ${areaName} ${count === 1 ? 'konnte' : 'konnten'} nicht zugestellt werden`,
    transfersNotCounted: (count, from, to) =>
      `${count === 1 ? 'Ein Wechsel' : `${count} Wechsel`} von ${from} nach ${to} ${count === 1 ? 'wurde' : 'wurden'} nicht gezählt`,
    transfersNotDelivered: (count, from, to) =>
      `${count === 1 ? 'Ein Wechsel' : `${count} Wechsel`} von ${from} nach ${to} ${count === 1 ? 'konnte' : 'konnten'} nicht zugestellt werden`,
    undoesNotCounted: (count, areas) =>
      `${count === 1 ? 'Eine Rücknahme' : `${count} Rücknahmen`} für ${areas} ${count === 1 ? 'wurde' : 'wurden'} nicht gezählt`,
    undoesNotDelivered: (count, areas) =>
      `${count === 1 ? 'Eine Rücknahme' : `${count} Rücknahmen`} für ${areas} ${count === 1 ? 'konnte' : 'konnten'} nicht zugestellt werden`,
    bothAreas: (first, second) => `${first} und ${second}`,
    ofEvent: (eventName) => `Veranstaltung: ${eventName}`,
    notDelivered: (count) => `${taps(count)} ${count === 1 ? 'konnte' : 'konnten'} nicht zugestellt werden.`,
    kept: (count) =>
      `${taps(count)} ${are(count)} noch nicht gesendet. Sie ${count === 1 ? 'bleibt' : 'bleiben'} auf diesem Gerät, bis Sie sich wieder anmelden.`,
    keptForEvent: (count) =>
      `${taps(count)} ${are(count)} noch nicht gesendet. Sie ${count === 1 ? 'wird' : 'werden'} zugestellt, wenn sich auf diesem Gerät wieder jemand bei dieser Veranstaltung anmeldet; sonst ${count === 1 ? 'zählt' : 'zählen'} sie nicht.`,
    notStored: 'Dieser Browser kann keine Zählungen auf diesem Gerät speichern',
    notStoredHint:
      'Das Zählen geht weiter. Lassen Sie diese Seite offen, bis alles gesendet ist: Was nicht gesendet ist, geht beim Schließen verloren.',
    undeliverable: (count) => `${taps(count)} aus einer früheren Sitzung ${count === 1 ? 'war' : 'waren'} nicht lesbar`,
    undeliverableHint:
      'Laden Sie die neueste Version von Headroom, die sie vielleicht senden kann. Bis dahin zählen sie nicht.',
    unknownArea: 'einen Bereich',
    reloadNeeded: 'Eine neue Version von Headroom ist da. Laden Sie die Seite neu, um weiterzuzählen.',
    replaced: 'Sie zählen in einem anderen Fenster. Laden Sie die Seite neu, um hier zu zählen.',
    refused: 'Die Live-Verbindung wurde abgelehnt. Laden Sie die Seite neu, um es erneut zu versuchen.',
  },
};
