import type { storedReportsTexts as english } from './stored-reports-texts';
import type { Translation } from '../../../texts/translation';

export const storedReportsTexts: Translation<typeof english> = {
  storedReports: {
    title: 'Tagesberichte',
    lead: (time, timeZone) =>
      `Sie entstehen, wenn ein Tag endet, um ${time} Uhr (${timeZone}). Was später eintrifft, ergibt eine neue Fassung; die früheren bleiben.`,
    made: (revision, moment) => `Fassung ${revision}, erstellt ${moment}`,
    none: 'Noch ist kein Tag zu Ende, an dem gezählt wurde.',
    more: 'Mehr Tage zeigen',
    loading: 'Die Tagesberichte werden geladen …',
    loadFailed: 'Die Tagesberichte konnten nicht geladen werden.',
    shown: (revision, day, moment) => `Das ist Fassung ${revision} von ${day}, erstellt ${moment}.`,
    supersededBy: (revision) => `Was später eintraf, steht in Fassung ${revision}.`,
    showNewest: 'Die neueste zeigen',
  },
};
