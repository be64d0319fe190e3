import { runInDurableObject } from 'cloudflare:test';
import * as z from 'zod/mini';
import { isSideArea } from '../../../src/shared/evacuation/side-areas';
import { readTally } from '../../../src/stored/tally';
import { roomStub } from './room';

const CountersSchema = z.object({
  areaId: z.string(),
  occupancy: z.number(),
  ins: z.number(),
  outs: z.number(),
  floored: z.number(),
  adjustments: z.number(),
});
type Counters = Omit<z.infer<typeof CountersSchema>, 'areaId'>;

const TallyRowSchema = z.object({ areaId: z.string(), categories: z.nullable(z.string()) });

/** [entries, exits, floored] by area and category. */
type CategorySums = Record<string, number[]>;

/** Direct sums of the journal. */
const SETTINGS = `SELECT area_id AS areaId, 0 AS ins, 0 AS outs, 0 AS floored,
  (SELECT coalesce(sum(CAST(after AS INTEGER) - CAST(before AS INTEGER)), 0) FROM journal
    WHERE journal.area_id = areas.area_id AND kind IN ('occupancy_reset', 'occupancy_recounted')) AS adjustments FROM areas`;

/** Counters as stored, and as recomputed from ledger and journal alone, once the log is written into the tables. */
export const storedAndRebuilt = () =>
  runInDurableObject(roomStub(), (room, { storage: { sql } }) => {
    room['parts'].store.writeLogToTables();
    const read = (statement: string): Record<string, Counters> => {
      const rows = sql.exec(statement).toArray();
      return Object.fromEntries(
        rows.map((row) => {
          const sums = z.parse(CountersSchema, { occupancy: 0, ...row });
          return [sums.areaId, sums];
        }),
      );
    };
    const rebuilt = read(SETTINGS);
    const counted: CategorySums = {};
    for (const { areaId, ins, outs, floored, adjusted, category } of room['parts'].store.ledger.rows(0)) {
      const area = rebuilt[areaId];
      if (area === undefined) throw new Error(`The ledger has taps of an unknown area ${areaId}`);
      area.ins += ins;
      area.outs += outs;
      area.floored += floored;
      area.adjustments += adjusted;
      const key = `${areaId} ${category}`;
      const [entries = 0, exits = 0, beyond = 0] = counted[key] ?? [];
      if (category !== null) counted[key] = [entries + ins, exits + outs, beyond + floored];
    }
    const stored = read('SELECT *, area_id AS areaId FROM areas');
    for (const [areaId, area] of Object.entries(rebuilt)) {
      // The journal does not say to which numbers drills and evacuations set side areas.
      if (isSideArea(areaId)) area.adjustments = stored[areaId]?.adjustments ?? 0;
      area.occupancy = area.ins - area.outs + area.floored + area.adjustments;
    }
    const tallies: CategorySums = {};
    for (const row of sql.exec('SELECT area_id AS areaId, categories FROM areas').toArray()) {
      const { areaId, categories } = z.parse(TallyRowSchema, row);
      const tally = readTally(categories);
      for (const [category, { ins, outs, floored }] of tally?.categories ?? []) {
        const key = `${areaId} ${category}`;
        // A recount names categories of which nobody was counted.
        if (ins !== 0 || outs !== 0 || key in counted) tallies[key] = [ins, outs, floored];
      }
    }
    return { stored: { areas: stored, tallies }, rebuilt: { areas: rebuilt, tallies: counted } };
  });
