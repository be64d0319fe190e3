import type { WidgetTexts } from './widget-texts';

export const widgetTexts: WidgetTexts = {
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
