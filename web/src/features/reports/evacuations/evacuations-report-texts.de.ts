import type { Translation } from '../../../texts/translation';
import type { evacuationsReportTexts as english } from './evacuations-report-texts';

export const evacuationsReportTexts: Translation<typeof english> = {
  evacuations: {
    title: 'Evakuierungen und Übungen',
    lead: 'Aus den Zählungen, die bis eine Stunde nach dem Ende ankamen. Eine Übung ändert keine andere Zahl dieses Berichts.',
    areasTitle: 'Evakuierungen und Übungen: Bereiche',
    kinds: { evacuation: 'Evakuierung', drill: 'Übung' },
    heads: {
      kind: 'Art',
      startedAt: 'Beginn',
      startedOn: 'Gestartet an',
      endedAt: 'Ende',
      lasted: 'Dauer',
      atStart: 'Drinnen zu Beginn',
      remaining: 'Drinnen am Ende',
      lastExitAt: 'Letzter Ausgang',
      assembled: 'Am Sammelplatz',
      area: 'Bereich',
      emptyAt: 'Leer seit',
      at: 'Zeit',
      inside: 'Noch drinnen',
    },
    runs: 'läuft noch',
    notEmpty: 'nicht leer',
    atPoint: (name, people) => `${name}: ${people}`,
    curve: (atStart, atEnd) => `Leute, die noch drinnen waren, im Lauf der Zeit: von ${atStart} bis ${atEnd}.`,
    sheets: { all: 'Evakuierungen', areas: 'Evakuierungen je Bereich', course: 'Evakuierungen im Verlauf' },
    started: (kind, people) => `${kind} begonnen. Drinnen: ${people}.`,
    ended: (kind, people) => `${kind} beendet. Drinnen: ${people}.`,
    madeReal: (people) => `Aus der Übung wurde eine Evakuierung. Drinnen: ${people}.`,
    byMistake: 'Versehentlich gestartet.',
    numbersShown: 'Anzeigen zeigen wieder Zahlen.',
    pointsSet: (names) => `Sammelplätze: ${names}.`,
    noPoints: 'keine',
  },
};
