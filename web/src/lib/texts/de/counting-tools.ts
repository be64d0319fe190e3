import type { countingToolsTexts as english } from '../counting-tools';
import type { Translation } from '../translation';

export const countingToolsTexts: Translation<typeof english> = {
  deviceForm: {
    name: 'Gerätename',
    namePlaceholder: 'z. B. Nordtor',
    area: 'Bereich',
    areaGone: 'Den Bereich dieser Tür gibt es nicht mehr. Wählen Sie einen anderen.',
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
  alert: {
    acknowledge: 'Bestätigen',
    acknowledgeAll: 'Alle bestätigen',
    now: (occupancy, capacity) => `${occupancy} von ${capacity} jetzt`,
    more: (others) => `${others} weitere`,
    fewer: 'Weniger zeigen',
    failed: 'Die Warnung konnte nicht bestätigt werden. Bitte versuchen Sie es erneut.',
    seen: (time) => `bestätigt um ${time}`,
    seenBy: (deviceName, time) => `bestätigt von ${deviceName}, ${time}`,
  },
  move: {
    to: (areaName) => `1 → ${areaName}`,
    toFrom: (to, from) => `1 → ${to}, aus ${from}`,
    choose: (areaName) => `1 von ${areaName} nach …`,
  },
  group: {
    add: (people, areaName) => `${areaName}: ${people} Personen mehr`,
    take: (people, areaName) => `${areaName}: ${people} Personen weniger`,
  },
};
