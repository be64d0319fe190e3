import { LruMap } from '../lib/lru-map';
import { PING_INTERVAL_MS, PING_TIMEOUT_MS } from '../shared/limits';
import { occurredAt } from './counting';

/** Devices that count at the same time, and more: each takes some 100 bytes. */
const CLIENTS_MAX = 10_000;
/** A frame is no longer on its way: a line that is silent for so long is cut. */
const TRANSIT_MAX_MS = PING_INTERVAL_MS + PING_TIMEOUT_MS;

interface LastTap {
  /** By the device's clock. */
  at: number;
  /** By the room's. */
  occurredAt: number;
}

/**
 * When taps occurred by the room's clock, in the order in which their device made them. A frame's time on its way is unknown, and
 * counts as time that went by before its taps: a tap of a slow frame would come to lie behind the next one, which waited for it and
 * came in a quick frame. Kept in memory only: a room that has slept has no frame on its way.
 */
export class TapClock {
  private readonly last = new LruMap<string, LastTap>(CLIENTS_MAX);

  /** @param at and `sentAt` are the device's, epoch ms; its clock may be wrong, and be set in between */
  occurredAt(clientId: string, at: number, sentAt: number, receivedAt: number): number {
    const byFrame = occurredAt(at, sentAt, receivedAt);
    const last = this.last.get(clientId);
    const isNext = last !== undefined && at >= last.at && last.occurredAt - byFrame <= TRANSIT_MAX_MS;
    const time = isNext ? Math.min(Math.max(byFrame, last.occurredAt), receivedAt) : byFrame;
    this.last.set(clientId, { at, occurredAt: time });
    return time;
  }
}
