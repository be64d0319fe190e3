import type { ReportNotes } from './notes';

export const reportNotes: ReportNotes = {
  peaks:
    'Jede Stelle hat ihren Höchststand zu einer eigenen Zeit; die der Bereiche ergeben zusammen nicht den des Ganzen.',
  capacityChanged: (capacities) => `Die Kapazität änderte sich: ${capacities}.`,
  capacityChangedOften: (times) => `Die Kapazität änderte sich ${times}-mal.`,
  dayOfTwoDates: (dates, from, to) => `${dates} (${from} bis ${to} Uhr)`,
};
