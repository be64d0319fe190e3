import { namedRows, plainText } from './read-csv';

/** A journal entry that says how many people are in an area, or that the area goes or comes. `at` is in epoch ms. */
export interface AreaSet {
  type: 'set' | 'deleted' | 'added';
  areaId: string;
  at: number;
  /** The people in the area from then on. */
  people: number;
}

const TYPES: Readonly<Record<string, AreaSet['type']>> = {
  occupancy_reset: 'set',
  occupancy_recounted: 'set',
  area_deleted: 'deleted',
  area_added: 'added',
};

/**
 * Reads from a sealed journal (src/reports/sealed/journal-file.ts) what sets the people in areas, in order of time.
 * @param columns the journal's columns, as its seal lists them
 * @throws {Error} the text has other columns
 */
export function readSets(text: string, columns: readonly string[]): AreaSet[] {
  const sets: AreaSet[] = [];
  for (const { time, kind, area_id: areaId, after } of namedRows(text, columns, ['time', 'kind', 'area_id', 'after'])) {
    const type = TYPES[kind];
    if (type === undefined) continue;
    const people = type === 'set' ? Number(plainText(after)) : 0;
    sets.push({ type, areaId: plainText(areaId), at: Date.parse(time), people });
  }
  return sets.toSorted((a, b) => a.at - b.at);
}
