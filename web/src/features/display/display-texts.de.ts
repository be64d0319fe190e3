import type { displayTexts as english } from './display-texts';
import type { Translation } from '../../texts/translation';

export const displayTexts: Translation<typeof english> = {
  display: {
    title: 'Freie Plätze',
    state: {
      go: 'Bitte eintreten',
      nearly_full: 'Fast voll',
      stop: 'Voll – bitte warten',
      unlimited: 'Bitte eintreten',
      unknown: 'Bitte das Personal fragen',
    },
    placesLeft: (places) => (places === 1 ? 'freier Platz' : 'freie Plätze'),
    peopleInside: (people) => (people === 1 ? 'Person drinnen' : 'Personen drinnen'),
    connecting: 'Verbindung wird hergestellt …',
    notices: {
      evacuation: { title: 'EVAKUIERUNG', text: 'Nicht eintreten. Hinaus durch den nächsten Ausgang.' },
      exercise: { title: 'ÜBUNG', text: 'Die Türen sind wegen einer Übung geschlossen. Bitte warten.' },
      ask_staff: { title: 'Bitte das Personal fragen', text: '' },
    },
    drill: 'ÜBUNG',
    drillMeans: 'Nur für das Personal. Einlass wie angezeigt.',
    noConnection: 'Keine Verbindung. Neuer Versuch läuft …',
    noConnectionSince: (time) => `Keine Verbindung seit ${time}. Neuer Versuch läuft …`,
    gone: 'Dieser Link ist nicht mehr gültig.',
    goneHint: 'Bitte fragen Sie den Veranstalter nach einem neuen.',
    noAreas: 'Diese Veranstaltung hat noch keine Bereiche.',
    areaGone: 'Diesen Bereich gibt es nicht mehr.',
    fullscreen: 'Vollbild',
    leaveFullscreen: 'Vollbild verlassen',
  },
};
