import { LruMap } from '../../concurrency/lru-map';
import { PING_INTERVAL_MS, PING_TIMEOUT_MS } from '../../shared/limits';
import { occurredAt } from './counting';

/** How many clients are remembered: more than devices that count at the same time. Each takes about 100 bytes. */
const CLIENTS_MAX = 10_000;
/** A frame is on its way for at most this long, because a connection that is silent for longer is closed. */
const TRANSIT_MAX_MS = PING_INTERVAL_MS + PING_TIMEOUT_MS;

interface LastTap {
  /** The tap's time by the device's clock, epoch ms. */
  at: number;
  /** The tap's time by the room's clock, epoch ms. */
  occurredAt: number;
}

/**
 * Computes when taps occurred by the room's clock, and keeps the order in which their device made them. The travel time
 * of a frame is unknown and shifts its taps to an earlier or later time. Without this class, a tap of a slow frame
 * would come after the next tap, which arrived in a fast frame. The last taps are kept in memory only, because no frame
 * is on its way to a room that has slept.
 */
export class TapClock {
  private readonly last = new LruMap<string, LastTap>(CLIENTS_MAX);

  /**
   * @param at like `sentAt`, a time of the device's clock, epoch ms; that clock can be wrong, and can be set in between
   */
  occurredAt(clientId: string, at: number, sentAt: number, receivedAt: number): number {
    const byFrame = occurredAt(at, sentAt, receivedAt);
    const last = this.last.get(clientId);
    const isNext = last !== undefined && at >= last.at && last.occurredAt - byFrame <= TRANSIT_MAX_MS;
    const time = isNext ? Math.min(Math.max(byFrame, last.occurredAt), receivedAt) : byFrame;
    this.last.set(clientId, { at, occurredAt: time });
    return time;
  }
}
