import type { momentTexts as english } from './moment-texts';
import type { Translation } from '../../../texts/translation';

export const momentTexts: Translation<typeof english> = {
  moment: {
    open: 'Wie viele zu einem Zeitpunkt?',
    title: 'Wie viele Personen zu einem Zeitpunkt?',
    lead: (timeZone) =>
      `Nach den Uhren in ${timeZone}. Eine Zählung gilt ab dem Zeitpunkt, zu dem sie gemacht wurde, auch wenn sie später ankam.`,
    at: 'Datum und Uhrzeit',
    which: 'Welche der beiden? Die Uhren wurden zurückgestellt',
    show: 'Zeigen',
    incomplete: 'Bitte geben Sie Datum und Uhrzeit ein.',
    skipped: 'Diese Uhrzeit gab es nicht, weil die Uhren vorgestellt wurden. Bitte geben Sie eine andere ein.',
    loading: 'Die Zahl wird ermittelt …',
    loadFailed: 'Die Zahl konnte nicht geladen werden.',
    people: (moment, people) => `${moment}: ${people} Personen anwesend`,
    between: (moment, lowest, highest) => `${moment}: zwischen ${lowest} und ${highest} Personen anwesend`,
    share: (share, capacity) => `${share} von ${capacity}`,
    noneLate: 'Die Bildschirme zeigten damals dieselbe Zahl: Nichts kam später an.',
    late: (then, ins, outs) =>
      `Die Bildschirme zeigten damals ${then}. ${ins} Eintritte und ${outs} Austritte wurden bis zu diesem Zeitpunkt gezählt und kamen später an.`,
    notKept: 'Was die Bildschirme damals zeigten, ist nicht mehr gespeichert.',
    fiveMinutes:
      'Bekannt sind nur noch die fünf Minuten um diesen Zeitpunkt: die wenigsten und die meisten Personen in ihnen.',
    minute:
      'Zählungen dieses Tages wurden minutenweise festgehalten. Die Zahl kann um das abweichen, was innerhalb einer Minute gezählt wurde.',
    table: 'Die Bereiche zu diesem Zeitpunkt',
    inside: 'Anwesend',
    shownThen: 'Damals angezeigt',
    range: (lowest, highest) => `${lowest} bis ${highest}`,
  },
};
