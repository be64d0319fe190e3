import { LruMap } from '../../concurrency/lru-map';
import { PING_INTERVAL_MS, PING_TIMEOUT_MS } from '../../shared/limits';
import { occurredAt } from './counting';

/** More devices than count at the same time; each takes some 100 bytes. */
const CLIENTS_MAX = 10_000;
/** A frame older than this is not on its way any more: a line that is silent for so long is cut. */
const TRANSIT_MAX_MS = PING_INTERVAL_MS + PING_TIMEOUT_MS;

interface LastTap {
  /** By the device's clock. */
  at: number;
  /** By the room's clock. */
  occurredAt: number;
}

/**
 * Computes when taps occurred by the room's clock, and keeps the order in which their device made them. The travel time
 * of a frame is unknown and shifts its taps to an earlier or later moment: without this class, a tap of a slow frame
 * would come after the next tap, which arrived in a fast frame. Kept in memory only: a room that has slept has no frame
 * on its way.
 */
export class TapClock {
  private readonly last = new LruMap<string, LastTap>(CLIENTS_MAX);

  /** @param at and `sentAt` are the device's, epoch ms; its clock may be wrong, and may be set in between */
  occurredAt(clientId: string, at: number, sentAt: number, receivedAt: number): number {
    const byFrame = occurredAt(at, sentAt, receivedAt);
    const last = this.last.get(clientId);
    const isNext = last !== undefined && at >= last.at && last.occurredAt - byFrame <= TRANSIT_MAX_MS;
    const time = isNext ? Math.min(Math.max(byFrame, last.occurredAt), receivedAt) : byFrame;
    this.last.set(clientId, { at, occurredAt: time });
    return time;
  }
}
