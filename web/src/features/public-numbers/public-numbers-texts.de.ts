import type { Translation } from '../../texts/translation';
import type { publicNumbersTexts as english } from './public-numbers-texts';

export const publicNumbersTexts: Translation<typeof english> = {
  lead: 'Ihre Website kann zeigen, wie voll es gerade ist. Alle können das dort ohne Anmeldung lesen. Außer dem Namen der Veranstaltung sehen sie sonst nichts.',
  loadFailed: 'Die Einstellung konnte nicht geladen werden.',
  shows: 'Was alle sehen',
  level: 'Wie voll es ist',
  numbers: 'Wie viele Personen da sind',
  levelHint:
    'Ruhig, gut besucht, fast voll oder voll, ab einer Kapazität von 100 mit einem Prozentwert in Fünferschritten.',
  numbersHint: 'Die Personen insgesamt und in jedem Bereich, die Namen der Bereiche und die Kapazitäten.',
  evacuation: 'Während einer Evakuierung steht das da, und keine Zahl. In einer Übung gilt, was für Anzeigen gilt.',
  publish: 'Veröffentlichen',
  publishing: 'Wird veröffentlicht …',
  script: 'Für Ihre Website',
  scriptHint: 'Fügen Sie diese Zeile dort ein, wo das Widget stehen soll.',
  frame: 'Für Websites, die keine Skripte erlauben',
  frameHint: 'Erhöhen Sie die Höhe, wenn Bereiche abgeschnitten sind.',
  copyScript: 'Skript kopieren',
  copyFrame: 'iframe kopieren',
  open: 'Widget öffnen',
  frameTitle: 'Wie voll es ist',
  end: 'Abschalten',
  endWarning:
    'Binnen einer Sekunde kann niemand mehr die Zahlen lesen. Wenn Sie sie wieder einschalten, braucht die Website eine neue Zeile.',
  ending: 'Wird abgeschaltet …',
};
