import type { Translation } from '../../texts/translation';
import type { emergencyTexts as english } from './emergency-texts';

export const emergencyTexts: Translation<typeof english> = {
  emergency: {
    summary: 'Bei einer Evakuierung oder Übung',
    title: 'Bei einer Evakuierung, in großen Buchstaben',
    text: 'Und was zu tun ist',
    hint: 'Anzeigen zeigen das über den ganzen Bildschirm, für alle in diesen Worten. Lassen Sie beides leer für die üblichen Worte in der Sprache der Anzeige. Manche Pläne verbieten den nächsten Ausgang: Schreiben Sie, was in Ihrem steht.',
    half: 'Bitte füllen Sie beides aus, oder lassen Sie beides leer.',
    drill: 'Bei einer Übung',
    exercise: '„Türen wegen einer Übung geschlossen“',
    numbers: 'Die Zahlen des Tages, mit ÜBUNG',
  },
};
