import { runInDurableObject } from 'cloudflare:test';
import { roomStub } from './room';

interface Counters {
  occupancy: number;
  ins: number;
  outs: number;
  floored: number;
  adjustments: number;
}

const NONE: Counters = { occupancy: 0, ins: 0, outs: 0, floored: 0, adjustments: 0 };

/** Counters as stored, and as computed anew from ledger and journal alone: straight sums, no code of the room. */
export async function storedAndRebuilt(): Promise<{ stored: Record<string, Counters>; rebuilt: Record<string, Counters> }> {
  return await runInDurableObject(roomStub(), (_room, { storage }) => {
    const stored: Record<string, Counters> = {};
    const rebuilt: Record<string, Counters> = {};
    for (const row of storage.sql.exec('SELECT area_id, occupancy, ins, outs, floored, adjustments FROM areas')) {
      const { area_id: areaId, ...counters } = row;
      stored[String(areaId)] = Object.fromEntries(Object.entries(counters).map(([k, v]) => [k, Number(v)])) as never;
      rebuilt[String(areaId)] = { ...NONE };
    }
    for (const row of storage.sql.exec('SELECT area_id, ins, outs, floored, adjusted FROM ledger')) {
      const area = rebuilt[String(row.area_id)] ?? { ...NONE };
      area.ins += Number(row.ins);
      area.outs += Number(row.outs);
      area.floored += Number(row.floored);
      area.adjustments += Number(row.adjusted);
    }
    for (const row of storage.sql.exec("SELECT area_id, before, after FROM journal WHERE kind = 'occupancy_reset'")) {
      const area = rebuilt[String(row.area_id)] ?? { ...NONE };
      area.adjustments += Number(row.after) - Number(row.before);
    }
    for (const area of Object.values(rebuilt)) {
      area.occupancy = area.ins - area.outs + area.floored + area.adjustments;
    }
    return { stored, rebuilt };
  });
}
