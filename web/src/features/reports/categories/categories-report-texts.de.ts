import type { categoriesReportTexts as english } from './categories-report-texts';
import type { Translation } from '../../../texts/translation';

export const categoriesReportTexts: Translation<typeof english> = {
  reportCategories: {
    title: 'Kategorien',
    lead: 'Jeder Anteil bezieht sich auf die Eintritte mit Kategorie. In einem Bereich zählen auch Personen als Eintritte, die aus einem anderen kamen.',
    category: 'Kategorie',
    inside: 'Da am Ende',
    share: 'Anteil',
    unknown: 'unbekannt',
    overTime: 'Kategorien im Verlauf',
    overTimeLead: (name) => `Eintritte nach Kategorie, ${name}, und ihr Anteil an den Eintritten im Intervall.`,
    overTimeOf: (name) => `Kategorien im Verlauf: ${name}`,
    overTimeOn: (name, day) => `Kategorien im Verlauf: ${name}, ${day}`,
    byDay: (name) => `Kategorien im Verlauf, nach Tagen: ${name}`,
    ofIns: (people, share) => `${people} · ${share}`,
    leftOut:
      'Für den Verlauf der Kategorien in jedem Bereich sind es zu viele Intervalle. Ein Bericht mit längeren Intervallen oder weniger Tagen enthält ihn.',
    none: 'Niemand wurde mit einer Kategorie eingelassen.',
    tooLong: (rows) =>
      `Mehr als ${rows} Intervalle sind für den Druck zu viele. Die Excel-Datei enthält sie, ein Bericht über weniger Tage auch.`,
    fewest: (columns) => `Nur die ${columns} Kategorien mit den meisten Eintritten passen auf die Seite.`,
    sheet: 'Kategorien',
    timeSheet: 'Kategorien im Verlauf',
    limits: 'Über der Kapazität einer Kategorie',
    limitsLead:
      'Die Zeit, in der insgesamt mehr Personen einer Kategorie da waren als ihre Kapazität. Solange niemand weiß, wie viele von ihnen da sind, ist die Zeit unbekannt und zählt in keiner anderen Spalte.',
    limitPeriods: 'Zeiten über der Kapazität einer Kategorie',
    timeAbove: 'Zeit darüber',
    timeUnknown: 'Zeit unbekannt',
    periods: 'Zeiträume',
    limitSheet: 'Kategorie-Kapazitäten',
    periodSheet: 'Über Kategorie-Kapazität',
    chart: (name) => `Anteile an den Eintritten im Verlauf: ${name}`,
    chartLead:
      'Die Höhe eines Streifens sind alle Eintritte mit Kategorie im Intervall. Die Zahlen stehen in den Tabellen.',
  },
  categoryJournal: {
    changed: (after, before) => `Kategorien: ${after}. Davor: ${before}.`,
    none: 'keine',
    withCapacity: (name, capacity) => `${name} (Kapazität ${capacity})`,
    exitsNamed: (names) => `${names}, Ausgänge nennen eine`,
    recounted: (area, people) => `${area} nach Kategorie nachgezählt: ${people}.`,
  },
};
