import type { Translation } from '../../../texts/translation';
import type { venueTexts as english } from './venue-texts';

export const venueTexts: Translation<typeof english> = {
  recount: {
    counted: 'Gezählte Personen',
    present: (people) => `Angezeigt: ${people}.`,
    noDrift: 'Kein Unterschied.',
    more: (people) => `${people} mehr als angezeigt.`,
    fewer: (people) => `${people} weniger als angezeigt.`,
    reason: 'Grund',
    reasons: ['Von Hand gezählt', 'Nicht mitgezählt', 'Gerät offline', 'Gäste gewechselt'],
    saved: (areaName, people) => `${areaName} steht jetzt auf ${people}`,
  },
  venueSettings: {
    lead: 'Lassen Sie die Kapazität leer, wenn nur die Bereiche Grenzen haben.',
    capacity: 'Gesamtkapazität',
    capacityPlaceholder: 'Keine Grenze',
    staff: 'Personal (nicht gezählt)',
    margin: 'Sicherheitsreserve in %',
    follows: 'Reserve folgt dem erwarteten Fehler',
    followsHint:
      'Nach jeder Nachzählung ist sie doppelt so groß wie der Fehler, der laut den Nachzählungen der letzten 90 Tage nach der längsten Zeit ohne Nachzählung zu erwarten ist. Vor zwei Nachzählungen gilt die Zahl oben.',
    guests: 'Zulässige Gäste',
    noCapacity: 'Keine Grenze über alle Bereiche.',
    thresholds: 'Warnschwellen (%)',
    threshold: (place) => `Warnung ${place}, Auslastung in %`,
    thresholdsHint: 'Für jeden Bereich und für „Gesamt“. Alle, die zählen, sehen diese Warnungen.',
    minutes: 'Anweisungen und Evakuierungen',
    unconfirmedMinutes: 'Unbestätigte Anweisung: melden nach (min)',
    targetMinutes: 'Evakuierung: alle draußen in (min)',
    targetPlaceholder: 'Kein Ziel',
    minutesHint:
      'Empfänger erfahren es, wenn eine Tür eine Anweisung so lange nicht bestätigt hat. Jede Evakuierung und Übung zeigt ihre Zeit neben dem Ziel, das die Veranstaltung zu Beginn hat.',
  },
  limitFields: {
    summary: 'Grenzwerte aus Genehmigung und Brandschutz',
    summaryOf: (numbers) => `Grenzwerte aus Genehmigung und Brandschutz: ${numbers}`,
    lead: 'Überall gilt die niedrigste Zahl. Der Bericht zeigt die Zeit über jedem Grenzwert.',
    venueLead: 'Ein Grenzwert für alles zusammen schließt das Personal ein.',
    kinds: { license: 'Genehmigung', fire: 'Brandschutz' },
    people: (kind) => `${kind}: höchstens so viele Personen`,
    condition: (kind) => `${kind}: Auflage (Nummer und Wortlaut)`,
    conditionPlaceholder: 'z. B. Auflage 12: höchstens 350 Personen gleichzeitig',
    assistant: 'Kapazitätsassistent öffnen',
    lowest: (people) => `Es gilt die niedrigste Zahl: ${people}`,
  },
};
