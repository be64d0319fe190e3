import type { areasTexts as english } from './areas-texts';
import type { Translation } from '../../../texts/translation';

export const areasTexts: Translation<typeof english> = {
  areas: {
    noEvent: 'Bitte wählen Sie eine Veranstaltung, um ihre Bereiche zu sehen.',
    none: 'Diese Veranstaltung hat noch keine Bereiche.',
    loadFailed: 'Die Bereiche konnten nicht geladen werden.',
    loading: 'Bereiche werden geladen …',
    addNew: '+ Neuer Bereich',
    options: (areaName) => `Optionen für ${areaName}`,
  },
  card: {
    occupancy: 'Belegung',
    of: (capacity) => `von ${capacity}`,
    unsent: (taps) => `${taps} nicht gesendet`,
    totalIns: 'Eintritte',
    lastUpdated: 'Geändert',
    lastSynced: 'Stand',
    announced: (areaName, occupancy) => `${areaName} ${occupancy}`,
    never: '–',
    addOne: (areaName) => `${areaName}: eine Person mehr`,
    takeOne: (areaName) => `${areaName}: eine Person weniger`,
    out: 'RAUS',
    nobodyIn: 'niemand rein',
    stillInside: 'noch drinnen',
    arrived: 'angekommen',
    mayBeLow: (people) => `vielleicht bis zu ${people} zu wenig`,
    missing: (people) => `bis zu ${people} fehlen`,
    locked: 'Das Zählen ist gesperrt',
    level: {
      none: 'Ohne Kapazität',
      normal: (percent) => `${percent} belegt`,
      warning: (percent) => `Füllt sich, ${percent}`,
      danger: (percent) => `Fast voll, ${percent}`,
      full: 'Voll',
      over: (people) => `${people} zu viel`,
      inMargin: (people) => `${people} in der Reserve`,
    },
  },
};
