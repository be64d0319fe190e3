import { type Citation, type ExitRule, type FloorRule, floorRules, type Place } from './rule';

/** The states follow the model regulation in this. */
const floorOf = (citation: Citation): FloorRule[] =>
  floorRules(citation, [
    ['tables', 1, 1, 'm2'],
    ['rows', 2, 1, 'm2'],
    ['standing', 2, 1, 'm2'],
    ['steps', 2, 1, 'm'],
    ['exhibition', 1, 1, 'm2'],
  ]);

/** § 7(4) for rooms could not be read and is left out. */
const outdoorExit: ExitRule = {
  type: 'steps',
  people: 600,
  cm: 120,
  onlyOutdoors: true,
  citation: {
    rule: 'MVStättVO § 7 Abs. 4 Nr. 1',
    date: 'quoted 2012-05-07',
    source: 'https://eventfaq.de/berechnung-der-besucherzahl/',
    reading: 'secondHand',
    readOn: '2026-11-26',
  },
};

export const northRhineWestphalia: Place = {
  floor: floorOf({
    rule: 'SBauVO NRW § 1 Abs. 2',
    date: '2019-11-15',
    source:
      'https://www.ihk.de/koeln/hauptnavigation/wirtschaftsstandort/gaststaette-eroeffnung-oder-uebernahme/gastronomie-verordnung-ueber-bau-und-betrieb-von-sonderbauten-6675650',
    reading: 'secondHand',
    readOn: '2026-11-26',
  }),
  exit: outdoorExit,
};

export const bavaria: Place = {
  floor: floorOf({
    rule: 'VStättV Bayern § 1 Abs. 2',
    date: '2007-11-02',
    source: 'https://www.hotelier.de/lexikon/v/versammlungsstaettenverordnung-bayern',
    reading: 'secondHand',
    readOn: '2026-11-26',
  }),
  exit: outdoorExit,
};

/** The section was read as a whole. */
export const berlin: Place = {
  floor: floorOf({
    rule: 'Betriebs-Verordnung Berlin § 24',
    date: '2023-12',
    source:
      'https://www.haufe.de/recht/deutsches-anwalt-office-premium/betriebs-verordnung-berlin-23-39-abschnitt-4-versammlungsstaetten_idesk_PI17574_HI1822930.html',
    reading: 'full',
    readOn: '2026-11-26',
  }),
};
