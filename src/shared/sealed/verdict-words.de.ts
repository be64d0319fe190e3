import type { VerdictWords } from './verdict-words';

export const verdictWords: VerdictWords = {
  where: (places) => ` (${places})`,
  places: (count) => `${count} Stellen`,
  limits: {
    license: (capacity) => `Grenzwert der Genehmigung, ${capacity} Personen`,
    fire: (capacity) => `Grenzwert des Brandschutzes, ${capacity} Personen`,
  },
  limitOver: (limit, time, people, excess) =>
    `${limit}: ${time} lang überschritten, mit bis zu ${people}, ${excess} zu viel.`,
  people: (people, when) => `${people} Personen ${when}`,
  peopleWithStaff: (people, staff, when) => `${people} Personen, davon ${staff} Personal, ${when}`,
  moreLimits: (count) =>
    count === 1 ? '1 weiterer Grenzwert überschritten.' : `${count} weitere Grenzwerte überschritten.`,
  none: 'Kein Grenzwert wurde überschritten.',
  noneYet: 'Bisher wurde kein Grenzwert überschritten.',
  held: (limits) => `Eingehalten: ${limits}.`,
  heldLimits: (count) => `${count} Grenzwerte`,
  overOnce: (where, time, share) =>
    `Über der Kapazität${where}: 1 Zeitraum von ${time}, höchstens ${share} der Kapazität.`,
  overOften: (where, periods, longest, share) =>
    `Über der Kapazität${where}: ${periods} Zeiträume, der längste ${longest}, höchstens ${share} der Kapazität.`,
  overFor: (where, time, share) => `Über der Kapazität${where}: zusammen ${time}, höchstens ${share} der Kapazität.`,
  never: (peak) => `Nie über der Kapazität${peak}.`,
  notYet: (peak) => `Bisher nicht über der Kapazität${peak}.`,
  peakShare: (share, when, where) => `: höchstens ${share} davon ${when}${where}`,
  noCapacity: 'Es war keine Kapazität festgelegt, also konnte keine überschritten werden.',
  peak: (people, when) => `Höchststand: ${people} ${when}.`,
  unlimited: (areas) => `Ohne Kapazität: ${areas}.`,
};
