import { MINUTE_MS } from '../../shared/durations';
import { FLOW_MINUTES } from '../../shared/schemas/limits';
import { isoTime } from '../../time/iso-time';
import type { Flow, FlowMinute } from '../../shared/schemas/flow';
import { minuteOf, type Move, type Taps } from '../storage/flow-rows';

interface Bucket {
  taps: Taps;
  /** People who came into the venue or left it, without transfers. */
  venue: Taps;
  rise: number;
}

const noTaps = (): Taps => ({ ins: 0, outs: 0, lateIns: 0, lateOuts: 0 });
const noMoves = (): Bucket => ({ taps: noTaps(), venue: noTaps(), rise: 0 });

function addTaps(sum: Taps, more: Taps): void {
  sum.ins += more.ins;
  sum.outs += more.outs;
  sum.lateIns += more.lateIns;
  sum.lateOuts += more.lateOuts;
}

function minuteFrom({ ins, outs, lateIns, lateOuts }: Taps, occupancy: number): FlowMinute {
  const hasLate = lateIns !== 0 || lateOuts !== 0;
  return { ins, outs, occupancy, ...(hasLate && { late: { ins: lateIns, outs: lateOuts } }) };
}

/**
 * The people in and out of each area in the last FLOW_MINUTES minutes. An undo lowers the figures of the minute in which it
 * arrives.
 */
export class FlowWindow {
  /** Figures by minute since the epoch, then by area id. */
  private readonly minutes = new Map<number, Map<string, Bucket>>();

  add(move: Move): void {
    const { areaId, minute, isTransfer, rise } = move;
    const areas = this.minutes.get(minute) ?? this.begin(minute);
    const bucket = areas.get(areaId) ?? noMoves();
    addTaps(bucket.taps, move);
    if (!isTransfer) addTaps(bucket.venue, move);
    bucket.rise += rise;
    areas.set(areaId, bucket);
  }

  /** Whether the window holds minutes in the future. This means that the clock was ahead and has been set back. */
  isAheadOf(now: number): boolean {
    return this.minutes.size > 0 && Math.max(...this.minutes.keys()) > minuteOf(now);
  }

  /** @param areas the existing areas in order, with their present occupancy */
  read(eventId: string, now: number, areas: readonly { areaId: string; occupancy: number }[]): Flow {
    const last = minuteOf(now);
    const total = Array.from({ length: FLOW_MINUTES }, () => ({ taps: noTaps(), occupancy: 0 }));
    return {
      eventId,
      lastMinuteAt: isoTime(last * MINUTE_MS),
      areas: areas.map(({ areaId, occupancy }) => ({
        areaId,
        minutes: this.minutesOf(areaId, occupancy, last, total),
      })),
      venue: total.map(({ taps, occupancy }) => minuteFrom(taps, occupancy)),
    };
  }

  /**
   * Goes back from the last minute: people who are added in a minute were not inside at the end of the minute before
   * it. Also adds the area's figures to `total`.
   */
  private minutesOf(
    areaId: string,
    occupancyNow: number,
    last: number,
    total: { taps: Taps; occupancy: number }[],
  ): FlowMinute[] {
    let occupancy = occupancyNow;
    return total
      .toReversed()
      .map((sum, back) => {
        const { taps, venue, rise } = this.minutes.get(last - back)?.get(areaId) ?? noMoves();
        const minute = minuteFrom(taps, occupancy);
        addTaps(sum.taps, venue);
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
