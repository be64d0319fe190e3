import type { Level } from '../../src/shared/public-numbers/schemas';

/** The widget's texts. It has no other languages, and loads none of the app's texts. */
interface WidgetTexts {
  loading: string;
  levels: Readonly<Record<Level, string>>;
  percent: (percent: number) => string;
  of: (occupancy: string, capacity: string) => string;
  /** @param count a number, or a number `of` another one */
  people: (count: string) => string;
  notStarted: string;
  unavailable: string;
  /** Why no number is shown, or what its numbers are not about. */
  evacuation: string;
  doNotCome: string;
  drill: string;
  closed: string;
  askStaff: string;
  ended: string;
  /** The numbers are old, because there is no connection. */
  old: (time: string) => string;
}

const EN: WidgetTexts = {
  loading: 'Loading…',
  levels: { quiet: 'Quiet', busy: 'Busy', nearly_full: 'Nearly full', full: 'Full' },
  percent: (percent) => `${percent}% full`,
  of: (occupancy, capacity) => `${occupancy} of ${capacity}`,
  people: (count) => (count === '1' ? '1 person' : `${count} people`),
  notStarted: 'No numbers yet',
  unavailable: 'Not available at the moment',
  evacuation: 'Evacuation',
  doNotCome: 'Please do not come now.',
  drill: 'Drill',
  closed: 'The doors are closed for an exercise.',
  askStaff: 'Please ask the staff',
  ended: 'Not public',
  old: (time) => `No connection. As of ${time}.`,
};

const DE: WidgetTexts = {
  loading: 'Lädt …',
  levels: { quiet: 'Ruhig', busy: 'Gut besucht', nearly_full: 'Fast voll', full: 'Voll' },
  percent: (percent) => `zu ${percent} % gefüllt`,
  of: (occupancy, capacity) => `${occupancy} von ${capacity}`,
  people: (count) => (count === '1' ? '1 Person' : `${count} Personen`),
  notStarted: 'Noch keine Zahlen',
  unavailable: 'Zurzeit nicht verfügbar',
  evacuation: 'Evakuierung',
  doNotCome: 'Bitte jetzt nicht kommen.',
  drill: 'Übung',
  closed: 'Die Türen sind wegen einer Übung geschlossen.',
  askStaff: 'Bitte das Personal fragen',
  ended: 'Nicht öffentlich',
  old: (time) => `Keine Verbindung. Stand ${time}.`,
};

export type Language = 'en' | 'de';

/**
 * Returns the widget's language for the first of these tags that is one, English for all others than German. Sites also
 * write tags like `de_DE`, or none.
 */
export function languageOf(tags: readonly string[]): Language {
  for (const tag of tags) {
    try {
      const [known = ''] = Intl.getCanonicalLocales(tag.replaceAll('_', '-'));
      return /^de\b/.test(known) ? 'de' : 'en';
    } catch {
      // The next one may be a tag.
    }
  }
  return 'en';
}

export const textsOf = (language: Language): WidgetTexts => (language === 'de' ? DE : EN);
