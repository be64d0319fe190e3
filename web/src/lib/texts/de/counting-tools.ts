import type { countingToolsTexts as english } from '../counting-tools';
import type { Translation } from '../translation';

export const countingToolsTexts: Translation<typeof english> = {
  deviceForm: {
    name: 'Gerätename',
    namePlaceholder: 'z. B. Nordtor',
    direction: 'Zählt',
    hand: 'Bedienhand',
    hands: { left: 'Links', right: 'Rechts' },
    sound: 'Ton bei Warnungen',
  },
  pocketLock: {
    title: 'Bildschirm gesperrt',
    text: 'Berührungen zählen nicht. Die Zahlen laufen weiter.',
    unlock: 'Zum Entsperren halten',
  },
  group: {
    add: (people, areaName) => `${areaName}: ${people} Personen mehr`,
    take: (people, areaName) => `${areaName}: ${people} Personen weniger`,
  },
};
