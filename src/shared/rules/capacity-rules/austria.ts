import { type Citation, floorRules, type Place } from './rule';

const STYRIA: Citation = {
  rule: 'Steiermärkische Veranstaltungssicherheitsverordnung 2014 (VSVO) § 3 Abs. 1',
  date: 'LGBl. 61/2014',
  source: 'https://jusline.at/gesetz/vsvo/paragraf/3',
  reading: 'full',
  readOn: '2026-11-26',
};

/** The section was read as a whole. Rows include sets of beer tables and benches. */
export const styria: Place = {
  floor: floorRules(STYRIA, [
    ['tables', 1, 1, 'm2'],
    ['rows', 2, 1, 'm2'],
    ['standing', 3, 1, 'm2'],
    ['steps', 2, 1, 'm'],
    ['exhibition', 1, 1, 'm2'],
  ]),
};

const UPPER_AUSTRIA: Citation = {
  rule: 'Oö. Veranstaltungssicherheitsverordnung § 2 Z 1, Z 2 lit. a',
  date: 'LGBl. 25/2008, 10/2014',
  source: 'https://www.jusline.at/paragraphs/history/456532166',
  reading: 'full',
  readOn: '2026-11-26',
};

/**
 * The section was read in a comparison of two versions, which runs the old and the new density together: 2.5 and 3. The
 * lower one is used. It applies to standing and seated areas alike, and counts everybody who is present.
 */
export const upperAustria: Place = {
  floor: floorRules(UPPER_AUSTRIA, [
    ['standing', 5, 2, 'm2'],
    ['rows', 5, 2, 'm2'],
    ['tables', 5, 2, 'm2'],
  ]),
  exit: { type: 'each', cm: 1, onlyOutdoors: false, citation: UPPER_AUSTRIA },
};
