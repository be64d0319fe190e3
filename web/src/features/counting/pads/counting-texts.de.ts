import type { countingTexts as english } from './counting-texts';
import type { Translation } from '../../../texts/translation';

export const countingTexts: Translation<typeof english> = {
  device: {
    title: 'Dieses Gerät',
    direction: { both: 'Ein- und Auslass', in: 'Einlass', out: 'Auslass' },
  },
  undo: {
    none: 'Rückgängig',
    move: (people) => `Wechsel ${people}`,
    done: (change, where) => `Zurückgenommen: ${change} ${where}`,
  },
  alert: {
    reached: (where, percent) => `${percent} voll: ${where}`,
    detail: (occupancy, capacity, time) => `${occupancy} von ${capacity} um ${time}`,
  },
  venueTotal: {
    label: 'Gesamt',
    lessStaff: (capacity, staff) => `${capacity} abzüglich ${staff} Personal`,
    warnsFrom: (allowed, origin, people, margin) =>
      `${allowed} erlaubt${origin === null ? '' : ` (${origin})`}, Warnung ab ${people} (${margin} Reserve)`,
  },
  count: {
    wholeScreen: (areaName) => `${areaName} groß anzeigen`,
    leaveWholeScreen: 'Großansicht beenden',
    gone: 'Diesen Bereich gibt es nicht mehr.',
    allAreas: 'Alle Bereiche',
    tools: 'Zählwerkzeuge',
    morePads: '±5 ±10',
    morePadsToo: 'Wechsel',
    morePadsHint: 'Weitere Tasten: Gruppen und Wechsel',
    lock: 'Bildschirm sperren',
    menu: 'Veranstaltung und Gerät',
  },
};
