import type { Translation } from '../../../texts/translation';
import type { ordersReportTexts as english } from './orders-report-texts';

export const ordersReportTexts: Translation<typeof english> = {
  orders: {
    title: 'Anweisungen',
    lead: 'Was die Leitstelle den Türen gesagt hat, von wann bis wann, und welche Geräte es bestätigt haben.',
    kinds: {
      stop: 'Einlass-Stopp',
      hold: 'Einlass anhalten',
      one_in_one_out: 'Einer raus, einer rein',
      open: 'Einlass frei',
    },
    heads: {
      order: 'Anweisung',
      whom: 'Für',
      givenAt: 'Gegeben',
      givenBy: 'Gegeben von',
      endedAt: 'Beendet',
      endedBy: 'Beendet von',
      confirmed: 'Bestätigt',
      devices: 'Geräte',
      slowest: 'Langsamste Bestätigung',
      note: 'Notiz',
    },
    allDoors: 'Alle Türen',
    doorsOf: (area) => `Türen von ${area}`,
    door: (device) => `Nur ${device}`,
    unnamedDoor: 'eine Tür ohne Namen',
    ofAll: (confirmed, devices) => `${confirmed} von ${devices}`,
    replaced: 'durch eine neue ersetzt',
    before: 'vor diesen Tagen',
    stays: 'gilt noch',
    leftOut: (orders) => `${orders} spätere Anweisungen fehlen hier. Ein Bericht über weniger Tage enthält sie.`,
    given: (order, whom) => `Anweisung: ${order}. ${whom}.`,
    stayed: (order, whom) => `Anweisung von vor diesen Tagen: ${order}. ${whom}.`,
  },
};
