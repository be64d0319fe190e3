import type { Translation } from '../../../texts/translation';
import type { reportLimitsTexts as english } from './report-limits-texts';

export const reportLimitsTexts: Translation<typeof english> = {
  limits: {
    title: 'Grenzwerte aus Genehmigung und Brandschutz',
    lead: 'Ein Grenzwert zählt alle, und am Einlass wird das Personal nicht gezählt: Mehr Personen als seine Zahl ohne Personal liegen über dem Grenzwert. Die Sicherheitsreserve ändert keinen Grenzwert. Eine Unterbrechung von weniger als einer Minute beendet keinen Zeitraum, zählt aber nicht zu seiner Dauer.',
    kinds: { licence: 'Genehmigung', fire: 'Brandschutz' },
    never: 'Nie',
    removed: 'Entfernt',
    periods: 'Zeiträume über einem Grenzwert',
    changes: 'Grenzwerte im Zeitverlauf',
    sheets: { times: 'Grenzwerte', periods: 'Über Grenzwerten', changes: 'Grenzwerte im Verlauf' },
    heads: {
      limit: 'Grenzwert',
      people: 'Zulässige Personen',
      staff: 'Abzüglich Personal',
      counted: 'Höchstens gezählt',
      timeAbove: 'Zeit darüber',
      periods: 'Zeiträume',
      condition: 'Auflage',
    },
  },
};
