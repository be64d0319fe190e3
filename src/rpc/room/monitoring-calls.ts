import type { RoomCallContext } from '../identity';
import type { Result } from '../result';

/** What monitoring reads of an event at one moment. It contains no access code, and no names of people or devices. */
export interface LiveFigures {
  eventName: string;
  /** In their order. `ins` and `outs` are those since the area was created; a capacity of 0 means no limit. */
  areas: {
    areaId: string;
    areaName: string;
    occupancy: number;
    capacity: number;
    ins: number;
    outs: number;
  }[];
  /** The sum of all areas, and how many guests may be inside; null if the venue has no capacity of its own. */
  venue: { occupancy: number; capacity: number | null };
  /** People who went in and out of the venue on this business day, without moves between areas. */
  today: { ins: number; outs: number };
  devices: { online: number; offline: number };
  sources: { online: number; silent: number; refused: number };
  /** When the newest tap of this business day was made, epoch ms; null if there is none. */
  lastTapAt: number | null;
  alerts: { open: number; unacknowledged: number };
}

/** The calls of a room for monitoring. */
export interface MonitoringCalls {
  /** Returns the event's figures at this moment. */
  readLiveFigures(context: RoomCallContext): Promise<Result<LiveFigures>>;
}
