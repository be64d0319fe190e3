import type { eventsTexts as english } from './events-texts';
import type { Translation } from '../../texts/translation';

export const eventsTexts: Translation<typeof english> = {
  event: {
    accessCode: 'Zugangscode',
    copy: 'Zugangscode kopieren',
    copied: 'Kopiert!',
    copyFailed: 'Kopieren ist hier nicht möglich. Bitte notieren Sie den Code.',
    share: 'Teilen',
    options: 'Optionen der Veranstaltung',
  },
};
