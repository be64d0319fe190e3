import type { trustTexts as english } from './trust-texts';
import type { Translation } from '../../../texts/translation';

export const trustTexts: Translation<typeof english> = {
  trust: {
    sinceRecount: (people, moment) => `± ${people} seit der Nachzählung (${moment})`,
    sinceReset: (people, moment) => `± ${people} seit dem Zurücksetzen (${moment})`,
    sinceAdded: (people) => `± ${people}, seit es den Bereich gibt`,
    tooFew: 'Wie weit die Zahl danebenliegen kann, ist nach zwei Nachzählungen bekannt.',
    longAgo: 'Wie weit die Zahl danebenliegen kann, ist nach der nächsten Nachzählung bekannt.',
    due: 'Eine Nachzählung ist fällig.',
    venue: (people) => `Die Gesamtzahl kann um ± ${people} danebenliegen.`,
    dueIn: (areas) => `Nachzählung fällig: ${areas}.`,
  },
};
