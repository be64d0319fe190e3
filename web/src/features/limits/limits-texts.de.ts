import type { Translation } from '../../texts/translation';
import type { limitsTexts as english } from './limits-texts';

export const limitsTexts: Translation<typeof english> = {
  limitFields: {
    summary: 'Grenzwerte aus Genehmigung und Brandschutz',
    summaryOf: (numbers) => `Grenzwerte aus Genehmigung und Brandschutz: ${numbers}`,
    lead: 'Überall gilt die niedrigste Zahl. Der Bericht zeigt die Zeit über jedem Grenzwert.',
    venueLead: 'Ein Grenzwert für alles zusammen schließt das Personal ein.',
    kinds: { licence: 'Genehmigung', fire: 'Brandschutz' },
    people: (kind) => `${kind}: höchstens so viele Personen`,
    condition: (kind) => `${kind}: Auflage (Nummer und Wortlaut)`,
    conditionPlaceholder: 'z. B. Auflage 12: höchstens 350 Personen gleichzeitig',
    assistant: 'Kapazitätsassistent öffnen',
    lowest: (people) => `Es gilt die niedrigste Zahl: ${people}`,
  },
};
