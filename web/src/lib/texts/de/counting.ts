import type { countingTexts as english } from '../counting';
import type { Translation } from '../translation';

export const countingTexts: Translation<typeof english> = {
  device: {
    title: 'Dieses Gerät',
    direction: { both: 'Beides', in: 'Nur rein', out: 'Nur raus' },
  },
  undo: {
    none: 'Rückgängig',
    what: (change) => `${change} zurücknehmen`,
    move: (people) => `Wechsel von ${people}`,
    done: (change, where) => `Zurückgenommen: ${change} ${where}`,
  },
  venueTotal: {
    label: 'Gesamt',
    deducted: (capacity, margin, staff) => {
      const parts = [margin && `${margin} Reserve`, staff && `${staff} Personal`].filter((part) => part !== null);
      return `${capacity} abzüglich ${parts.join(' und ')}`;
    },
  },
  count: {
    wholeScreen: (areaName) => `${areaName} auf dem ganzen Bildschirm`,
    leaveWholeScreen: 'Ganzen Bildschirm verlassen',
    gone: 'Diesen Bereich gibt es nicht mehr.',
    allAreas: 'Alle Bereiche',
    tools: 'Werkzeuge zum Zählen',
    morePads: '±5 ±10',
    morePadsHint: 'Flächen für Gruppen und Wechsel',
    lock: 'Bildschirm sperren',
  },
};
