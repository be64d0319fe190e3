import type { Translation } from '../../texts/translation';
import type { alertListTexts as english } from './alert-list-texts';

export const alertListTexts: Translation<typeof english> = {
  title: 'Warnungen',
  titleOf: (eventName) => `Warnungen von ${eventName}`,
  lead: 'Die neueste steht oben. Beendete Warnungen bleiben 24 Stunden lang stehen.',
  told: 'Wer benachrichtigt wurde',
  allEvents: 'Warnungen aller Veranstaltungen',
  toOverview: 'Alle Veranstaltungen',
  list: 'Warnungen',
  open: (alerts, text) => (alerts === 1 ? 'Eine Warnung ist offen' : `${text} Warnungen sind offen`),
  silentMachines: (machines, text) => (machines === 1 ? 'Eine Maschine ist stumm' : `${text} Maschinen sind stumm`),
  machines: (machines, text) =>
    machines === 1 ? 'Eine Maschine zählt nicht richtig' : `${text} Maschinen zählen nicht richtig`,
  unseen: (alerts, text) => (alerts === 1 ? 'eine nicht bestätigt' : `${text} nicht bestätigt`),
  reached: (place, threshold) => `${place}: ${threshold} erreicht`,
  rose: (place, threshold) => `${place}: auf ${threshold} gestiegen`,
  lastHeard: (time, ago) => `Zuletzt gehört ${time} (${ago})`,
  since: (time, ago) => `Seit ${time} (${ago})`,
  people: (occupancy, capacity) => `${occupancy} von ${capacity}`,
  peopleNow: (occupancy, capacity) => `${occupancy} von ${capacity} jetzt`,
  raised: (time, ago) => `${time} (${ago})`,
  ended: (time) => `Beendet ${time}`,
  endedNow: 'Gerade beendet',
  endedList: (alerts) => `Beendet (${alerts})`,
  endedUnseen: 'Niemand hat sie bestätigt',
  notAcknowledged: 'Nicht bestätigt',
  seen: (time) => `Bestätigt ${time}`,
  seenBy: (deviceName, time) => `Bestätigt von ${deviceName} ${time}`,
  note: 'Maßnahme',
  addNote: 'Notiz hinzufügen',
  changeNote: 'Notiz ändern',
  noteLead: 'Alle, die bei der Veranstaltung zählen, sehen die Notiz. Sie steht auch im Protokoll und im Bericht.',
  machineNoteLead: 'Die Notiz steht im Protokoll und im Bericht.',
  saveNote: 'Speichern',
  savingNote: 'Wird gespeichert …',
  noteFailed: 'Die Notiz wurde nicht gespeichert. Bitte versuchen Sie es noch einmal.',
  none: 'Keine Warnung ist offen, und in den letzten 24 Stunden endete keine.',
  noneOpen: 'Keine Warnung ist offen.',
  waiting: (alerts, text) =>
    alerts === 1
      ? 'Eine Warnung vor Überfüllung wartet, bis die Evakuierung ihrer Veranstaltung endet.'
      : `${text} Warnungen vor Überfüllung warten, bis die Evakuierung ihrer Veranstaltung endet.`,
  loading: 'Warnungen werden geladen',
  missing: (events, text) =>
    events === 1
      ? 'Die Warnungen einer Veranstaltung lassen sich nicht laden.'
      : `Die Warnungen von ${text} Veranstaltungen lassen sich nicht laden.`,
  more: 'Ältere Warnungen zeigen',
};
