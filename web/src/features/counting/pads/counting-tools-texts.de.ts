import type { countingToolsTexts as english } from './counting-tools-texts';
import type { Translation } from '../../../texts/translation';

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
    feedback: 'Rückmeldung beim Zählen',
    feedbacks: { vibration: 'Vibration', sound: 'Ton', off: 'Aus' },
    sayCount: 'Anzahl ansagen',
  },
  remote: {
    label: 'Fernbedienung',
    teach: 'Fernbedienung anlernen',
    press: { plus: 'Drücken Sie die Taste für +', minus: 'Drücken Sie die Taste für −' },
    skip: 'Keine solche Taste',
    stop: 'Anlernen abbrechen',
    forget: 'Vergessen',
    category: 'Kategorie, die sie zählt',
    refusal: {
      reserved: 'Diese Taste brauchen der Browser oder das System. Bitte drücken Sie eine andere.',
      volume: 'Die Lautstärketasten kann eine Webseite nicht haben. Bitte drücken Sie eine andere.',
      unknown: 'Der Browser sagt nicht, welche Taste das ist. Bitte drücken Sie eine andere.',
      taken: 'Diese Taste ist schon +. Eine Taste kann nicht beides sein.',
    },
  },
  pocketLock: {
    title: 'Bildschirm gesperrt',
    text: 'Tippen zählt nicht. Die Zahlen laufen weiter.',
    unlock: 'Zum Entsperren halten',
  },
  alert: {
    acknowledge: 'Bestätigen',
    acknowledgeAll: 'Alle bestätigen',
    undoAll: (seconds) => `Rückgängig (${seconds} s)`,
    people: (occupancy, capacity) => `${occupancy} von ${capacity}`,
    now: 'jetzt',
    all: (alerts) => `${alerts} Warnungen`,
    first: (alerts) => `1 von ${alerts}`,
    failed: 'Die Warnung konnte nicht bestätigt werden. Bitte versuchen Sie es erneut.',
    seen: (time) => `bestätigt um ${time}`,
    seenBy: (deviceName, time) => `bestätigt von ${deviceName}, ${time}`,
  },
  move: {
    to: (areaName) => `1 → ${areaName}`,
    short: (areaName) => `→ ${areaName}`,
    toFrom: (to, from) => `1 → ${to}, aus ${from}`,
    choose: (areaName) => `1 von ${areaName} nach …`,
  },
  group: {
    add: (people, areaName) => `${areaName}: ${people} Personen mehr`,
    take: (people, areaName) => `${areaName}: ${people} Personen weniger`,
  },
  categoryChoice: {
    question: 'Welche Kategorie?',
    unnamed: 'Ohne Kategorie',
    unnamedHint: 'Wie viele Personen jeder Kategorie da sind, ist dann nicht bekannt.',
  },
  keyHelp: {
    label: 'Tastatur',
    text: 'Eine Taste zählt eine Person hinein, mit Umschalt hinaus, im Bereich mit dem Fokus oder im einzigen. + und − nennen keine Kategorie.',
  },
};
