import type { scheduleTexts as english } from './schedule-texts';
import type { Translation } from '../../../texts/translation';

export const scheduleTexts: Translation<typeof english> = {
  schedule: {
    lead: 'Die Voreinstellungen passen für die meisten Veranstaltungen.',
    timeZone: 'Zeitzone',
    zoneHint: 'Suchen Sie nach Stadt, Land oder Abstand, etwa +05:30.',
    zonesFound: (zones) =>
      zones === 0
        ? 'Keine Zeitzone gefunden.'
        : zones === 1
          ? 'Eine Zeitzone gefunden.'
          : `${zones} Zeitzonen gefunden.`,
    zoneUnclear: (zone) => `Wählen Sie eine Zeitzone aus der Liste. Bis dahin bleibt es bei ${zone}.`,
    reportTime: 'Berichtszeit',
    reportTimeHint: (time) =>
      `Um ${time} Uhr endet ein Tag, und sein Bericht entsteht. Eine Nacht über Mitternacht ist ein Tag.`,
    holds: 'Die Änderung gilt ab dem nächsten Tag. Der laufende Tag endet wie bisher.',
    onDays: 'Findet an bestimmten Tagen statt',
    firstDay: 'Erster Tag',
    lastDay: 'Letzter Tag',
    daysHint: 'Auch an anderen Tagen kann gezählt werden.',
    loadFailed: 'Der Zeitplan konnte nicht geladen werden.',
  },
};
