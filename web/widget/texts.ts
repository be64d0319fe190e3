import type { Level } from '../../src/shared/public-numbers/schemas';

/** The widget's texts. It has no other languages, and loads none of the app's texts. */
interface WidgetTexts {
  loading: string;
  levels: Readonly<Record<Level, string>>;
  percent: (percent: number) => string;
  people: (occupancy: string, capacity: string | null) => string;
  notStarted: string;
  unavailable: string;
  ended: string;
  /** The numbers are old, because there is no connection. */
  old: (time: string) => string;
}

const EN: WidgetTexts = {
  loading: 'Loading…',
  levels: { quiet: 'Quiet', busy: 'Busy', nearly_full: 'Nearly full', full: 'Full' },
  percent: (percent) => `${percent} % full`,
  people: (occupancy, capacity) => (capacity === null ? `${occupancy} people` : `${occupancy} of ${capacity} people`),
  notStarted: 'No numbers yet',
  unavailable: 'Not available at the moment',
  ended: 'No longer public',
  old: (time) => `No connection. As of ${time}.`,
};

const DE: WidgetTexts = {
  loading: 'Lädt …',
  levels: { quiet: 'Ruhig', busy: 'Gut besucht', nearly_full: 'Fast voll', full: 'Voll' },
  percent: (percent) => `zu ${percent} % gefüllt`,
  people: (occupancy, capacity) =>
    capacity === null ? `${occupancy} Personen` : `${occupancy} von ${capacity} Personen`,
  notStarted: 'Noch keine Zahlen',
  unavailable: 'Zurzeit nicht verfügbar',
  ended: 'Nicht mehr öffentlich',
  old: (time) => `Keine Verbindung. Stand ${time}.`,
};

/** Returns the texts of a language tag, English for all others than German. */
export const textsOf = (language: string): WidgetTexts => (/^de\b/i.test(language) ? DE : EN);
