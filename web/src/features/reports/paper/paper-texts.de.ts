import { reportNotes } from '../../../../../src/shared/sealed/notes.de';
import type { reportPaperTexts as english } from './paper-texts';
import type { Translation } from '../../../texts/translation';

export const reportPaperTexts: Translation<typeof english> = {
  paper: {
    kind: 'Belegungsbericht',
    size: 'Papier',
    sizes: { a4: 'A4', letter: 'Letter' },
    interval: 'Intervall',
    withIntervals: 'Mit Intervallen',
    summary: 'Zusammenfassung ohne die Tabellen der Intervalle. Die Dateien des Berichts haben sie.',
    pageOf: (page, pages) => `Seite ${page} von ${pages}`,
    back: 'Zurück zum Bericht',
    print: 'Drucken oder als PDF speichern',
    clock: (timeZone, offset, reportTime) =>
      `Alle Zeiten sind Ortszeiten von ${timeZone} (${offset}). Ein Veranstaltungstag beginnt um ${reportTime} Uhr.`,
    revision: (revision, closedAt) => `Fassung ${revision}, abgeschlossen am ${closedAt}.`,
    generatedAt: (moment) => `Erstellt am ${moment}.`,
    preliminary: 'Vorläufig: Nicht alle Tage dieses Berichts sind abgeschlossen. Zahlen können sich noch ändern.',
    compacted:
      'Von Tagen, die vor mehr als 90 Tagen abgeschlossen wurden, werden keine einzelnen Zählungen mehr aufbewahrt, nur Fünf-Minuten-Intervalle.',
    noLimit: 'Keine Grenze',
    none: 'Keine.',
    chart: 'Belegung',
    chartLead:
      'Grün: vom Tiefst- zum Höchststand der Personen in jedem Intervall. Rot gestrichelt: die jeweilige Kapazität.',
    chartOf: (name, peak) => `${name}: höchstens ${peak}`,
    chartLowest: (people) => `mindestens ${people}`,
    chartCapacity: (capacity) => `Kapazität dann ${capacity}`,
    chartGuests: (guests) => `zulässige Gäste dann ${guests}`,
    flow: 'Zu- und Abgänge',
    flowLead: 'Gesamt: über der Linie, wer kam, darunter, wer ging, in jedem Intervall.',
    areas: 'Gesamt und Bereiche',
    areasLead: `Wechsel zwischen Bereichen zählen nicht zu „Gesamt“; die Bereiche können zusammen mehr ergeben; dessen Kapazität sind die zulässigen Gäste. ${reportNotes.peaks} Am Anfang + ein − aus + aus bei null + berichtigt = am Ende; „Gesamt“ berichtigen auch gelöschte Bereiche. Zeiten sind die, in denen mehr als dieser Anteil der gültigen Kapazität drinnen war.`,
    capacities: 'Kapazitäten',
    days: 'Veranstaltungstage',
    over: 'Zeiten über der Kapazität',
    overLead:
      'Gezählt wird, solange mehr Personen drinnen waren, als die gültige Kapazität erlaubt. Eine Unterbrechung von weniger als einer Minute beendet keinen Zeitraum, zählt aber nicht zu seiner Zeit: Vom Anfang bis zum Ende kann ein Zeitraum länger sein. Die Zeiten aller Zeiträume ergeben zusammen die Zeit über 100 %; jede ist auf die Minute gerundet.',
    alerts: 'Warnungen',
    leftOut: (rows) => `${rows} spätere Einträge fehlen. Ein Bericht über weniger Tage enthält sie.`,
    devices: 'Geräte',
    quietTimes: 'Geräte, die eine Stunde oder länger nichts gezählt haben',
    journal: 'Rücksetzungen, Nachzählungen, Änderungen und Maschinen',
    recounts: 'Nachzählungen von Hand und die Abweichung davor',
    quality: 'Datenqualität',
    signatures: {
      title: 'Unterschriften',
      signers: ['Für den Veranstalter', 'Entgegengenommen von'],
      lines: ['Name', 'Datum', 'Unterschrift'],
    },
    intervals: 'Intervalle',
    intervalsLead: (minutes) =>
      `Schritte von ${minutes} Minuten. Intervalle, in denen niemand kam, ging oder drinnen war, fehlen.`,
    askMoment: (address) =>
      `Auf die Sekunde, zu jedem Zeitpunkt: Holen Sie die Belege des Tages (eine ZIP-Datei) beim Veranstalter oder über einen Link für Kontrollen, öffnen Sie ${address}, wählen Sie die Belege, und geben Sie die Uhrzeit ein. Auch der Bericht am Bildschirm und der Link antworten, unter „Wie viele zu einem Zeitpunkt?“.`,
    daysLead: 'Eine Zeile je Veranstaltungstag. Tage, an denen niemand kam, ging oder drinnen war, fehlen.',
    tooLong: (rows) =>
      `Intervalle einzelner Bereiche fehlen: Sie hätten mehr als ${rows} Zeilen. Längere Intervalle oder die Dateien enthalten alle.`,
    tooLongAtAll: (rows) =>
      `Intervalle fehlen: Sie hätten mehr als ${rows} Zeilen. Längere Intervalle oder die Dateien enthalten alle.`,
  },
};
