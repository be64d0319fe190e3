import type { Translation } from '../../texts/translation';
import type { eventPagesTexts as english } from './event-pages-texts';

export const eventPagesTexts: Translation<typeof english> = {
  title: 'Türen',
  lead: 'Die Geräte, die zählen, was die Türen tun sollen, und die Einstellungen dieses Geräts.',
  share: 'Links und Karten für Türen',
  shareLead: 'Eine Tür scannt ihr Quadrat, öffnet ihren Link oder tippt den Zugangscode ein.',
  deviceLead: 'Name, Bereich, was es zählt und wie es eine Eingabe bestätigt.',
};
