import { FLOW_MINUTES, MINUTE_MS } from '../shared/limits';
import { isoTime } from '../shared/rules/iso-time';
import type { Flow, FlowMinute } from '../shared/schemas/flow';
import type { Move } from './flow-rows';

interface Bucket {
  ins: number;
  outs: number;
  /** Of `ins` and `outs`, those of people who came into the venue or left it. */
  venueIns: number;
  venueOuts: number;
  rise: number;
}

const NOTHING: Readonly<Bucket> = { ins: 0, outs: 0, venueIns: 0, venueOuts: 0, rise: 0 };

/** The last FLOW_MINUTES minutes of each area. An undo lowers the minute in which it comes. */
export class FlowWindow {
  /** By minute, then by area. */
  private readonly minutes = new Map<number, Map<string, Bucket>>();

  add({ areaId, minute, isTransfer, ins, outs, rise }: Move): void {
    const areas = this.minutes.get(minute) ?? this.begin(minute);
    const bucket = areas.get(areaId) ?? { ...NOTHING };
    bucket.ins += ins;
    bucket.outs += outs;
    bucket.rise += rise;
    if (!isTransfer) {
      bucket.venueIns += ins;
      bucket.venueOuts += outs;
    }
    areas.set(areaId, bucket);
  }

  /** Whether it holds minutes that are still to come: the clock was wrong, and has been set back. */
  isAheadOf(now: number): boolean {
    return this.minutes.size > 0 && Math.max(...this.minutes.keys()) > minuteOf(now);
  }

  /** @param areas live, in order, with the people who are in them now */
  read(eventId: string, now: number, areas: readonly { areaId: string; occupancy: number }[]): Flow {
    const last = minuteOf(now);
    const total = Array.from({ length: FLOW_MINUTES }, () => ({ ins: 0, outs: 0, occupancy: 0 }));
    return {
      eventId,
      lastMinuteAt: isoTime(last * MINUTE_MS),
      areas: areas.map(({ areaId, occupancy }) => ({
        areaId,
        minutes: this.minutesOf(areaId, occupancy, last, total),
      })),
      total,
    };
  }

  /** From the last minute back: what rose in a minute was not there at the end of the one before. Adds to `total`. */
  private minutesOf(areaId: string, occupancyNow: number, last: number, total: FlowMinute[]): FlowMinute[] {
    let occupancy = occupancyNow;
    return total
      .toReversed()
      .map((sum, back) => {
        const { ins, outs, venueIns, venueOuts, rise } = this.minutes.get(last - back)?.get(areaId) ?? NOTHING;
        const minute = { ins, outs, occupancy };
        sum.ins += venueIns;
        sum.outs += venueOuts;
        sum.occupancy += occupancy;
        occupancy -= rise;
        return minute;
      })
      .toReversed();
  }

  private begin(minute: number): Map<string, Bucket> {
    const areas = new Map<string, Bucket>();
    this.minutes.set(minute, areas);
    for (const known of this.minutes.keys()) if (known <= minute - FLOW_MINUTES) this.minutes.delete(known);
    return areas;
  }
}

export const minuteOf = (at: number): number => Math.floor(at / MINUTE_MS);
