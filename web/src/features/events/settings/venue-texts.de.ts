import type { Translation } from '../../../texts/translation';
import type { venueTexts as english } from './venue-texts';

export const venueTexts: Translation<typeof english> = {
  recount: {
    counted: 'Gezählte Personen',
    present: (people) => `Angezeigt: ${people}.`,
    noDrift: 'Kein Unterschied.',
    more: (people) => `${people} mehr als angezeigt.`,
    fewer: (people) => `${people} weniger als angezeigt.`,
    reason: 'Grund',
    reasons: ['Von Hand gezählt', 'Nicht mitgezählt', 'Gerät offline', 'Gäste gewechselt'],
    save: 'Übernehmen',
    saved: (areaName, people) => `${areaName} steht jetzt auf ${people}`,
  },
  venueSettings: {
    lead: 'Lassen Sie die Kapazität leer, wenn nur die Bereiche Grenzen haben.',
    capacity: 'Gesamtkapazität',
    capacityPlaceholder: 'Keine Grenze',
    staff: 'Personal (nicht gezählt)',
    margin: 'Sicherheitsreserve in %',
    guests: 'Gäste gleichzeitig',
    noCapacity: 'Keine Grenze über alle Bereiche.',
    thresholds: 'Warnschwellen (%)',
    threshold: (place) => `Warnung ${place}, Auslastung in %`,
    thresholdsHint: 'Für jeden Bereich und für die Gesamtzahl. Alle, die zählen, sehen diese Warnungen.',
  },
};
