import type { Translation } from '../../texts/translation';
import type { commandTexts as english } from './command-texts';

export const commandTexts: Translation<typeof english> = {
  label: 'Seite, Bereich, Einstellung …',
  found: (things) => (things === 0 ? 'Nichts gefunden.' : things === 1 ? 'Ein Treffer.' : `${things} Treffer.`),
  more: (things) =>
    things === 1 ? 'Noch einer: Tippen Sie einen Teil des Namens' : `Noch ${things}: Tippen Sie einen Teil des Namens`,
  area: 'Bereich',
  event: 'Zu dieser Veranstaltung',
  words: {
    count: 'tippen zähler start startseite personen einlass',
    alerts: 'alarme meldungen benachrichtigungen bestätigen voll',
    doors: 'geräte telefone handys personal anweisungen stopp halt eingänge',
    reports:
      'bericht zahlen statistik auswertung export herunterladen excel csv pdf drucken verlauf letzte nacht nachweis',
    settings: 'optionen konfiguration',
    share: 'teilen einladen beitreten personal zugangscode qr link türkarte',
    evacuation: 'evakuierung evakuieren räumung räumen feuer brand alarm übung probealarm notfall panik',
    orders: 'stopp halt einer rein einer raus öffnen anweisung türen',
    device: 'handy name richtung hand ton vibration fernbedienung tasten tastatur',
    code: 'zugangscode zwischenablage',
    addArea: 'neuer bereich raum zone bar bühne anlegen hinzufügen',
    createEvent: 'neue veranstaltung abend anlegen erstellen beginnen',
    switch: 'wechseln andere veranstaltung wählen',
    rename: 'name titel',
    duplicate: 'kopie kopieren nochmal nächster abend vorlage',
    resetAll: 'null leeren ende der nacht feierabend von vorn',
    delete: 'entfernen',
    overview: 'leitstelle übersicht vergleichen jede veranstaltung',
    wall: 'bildschirm fernseher leitstelle groß',
    allAlerts: 'alarme meldungen benachrichtigungen jede veranstaltung',
    capacity: 'fläche ausgänge brandschutz regeln wie viele personen erlaubt rechner',
    account: 'profil passwort abrechnung karte tarif e-mail',
    logOut: 'ausloggen verlassen beenden',
    theme: 'aussehen farbe dunkel hell nacht tag',
    language: 'sprache übersetzung',
    area: 'öffnen ganzer bildschirm',
    areaActions: {
      rename: 'name titel',
      capacity: 'grenze limit wie viele höchstens voll',
      recount: 'nachzählen nachzählung eintragen korrigieren zahl setzen falsch berichtigen anpassen',
      share: 'qr link beitreten türkarte einladen',
      reset: 'null leeren',
      machine: 'drehkreuz kamera sensor ids api',
      delete: 'entfernen',
    },
  },
};
