import type { displayLinkTexts as english } from './display-link-texts';
import type { Translation } from '../../texts/translation';

export const displayLinkTexts: Translation<typeof english> = {
  displayLink: {
    lead: 'Für einen Fernseher oder die Schlange draußen: wie viele noch hineinkönnen und ob Einlass ist. Wer den Link hat, sieht das und sonst nichts.',
    loadFailed: 'Der Link konnte nicht geladen werden.',
    create: 'Link erstellen',
    creating: 'Wird erstellt …',
    shows: 'Zeigt',
    whole: 'Gesamt',
    open: 'Anzeige öffnen',
    replace: 'Link ersetzen',
    replaceWarning: 'Bildschirme mit dem jetzigen Link werden binnen einer Sekunde leer, bis sie den neuen öffnen.',
    replacing: 'Wird ersetzt …',
    revoke: 'Abschalten',
    revokeWarning: 'Bildschirme mit dem jetzigen Link werden binnen einer Sekunde leer, und der Link gilt nie wieder.',
    revoking: 'Wird abgeschaltet …',
  },
};
