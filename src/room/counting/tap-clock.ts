import { LruMap } from '../../concurrency/lru-map';
import { PING_INTERVAL_MS, PING_TIMEOUT_MS } from '../../shared/protocol/limits';
import { occurredAt } from '../../time/occurred-at';

/** Clients that are remembered at least: more than devices that count at the same time. Each takes about 100 bytes. */
const CLIENTS_MAX = 10_000;
/** A frame is on its way for at most this long, because a connection that is silent for longer is closed. */
const TRANSIT_MAX_MS = PING_INTERVAL_MS + PING_TIMEOUT_MS;

/** A client's latest tap. Times are epoch ms. */
export interface LatestTap {
  /** The tap's time by the device's clock; -Infinity for a client without taps. */
  at: number;
  /** The tap's time by the room's clock. */
  occurredAt: number;
}

/**
 * The clients' latest taps. They keep taps in the order in which their device made them: the travel time of a frame is
 * unknown and shifts its taps to an earlier or later time, so a tap of a slow frame would come after the next tap,
 * which arrived in a fast frame. They are kept in memory only, because no frame is on its way to a room that has slept.
 */
export class TapClock {
  private readonly clients = new LruMap<string, LatestTap>(CLIENTS_MAX);

  /** The client's latest tap, which {@link nextTapAt} updates. */
  latestOf(clientId: string): LatestTap {
    const known = this.clients.get(clientId);
    if (known !== undefined) return known;
    const none = { at: -Infinity, occurredAt: -Infinity };
    this.clients.set(clientId, none);
    return none;
  }
}

/**
 * Returns when a client's next tap occurred by the room's clock, and keeps the tap as the client's latest.
 * @param at like `sentAt`, a time of the device's clock, epoch ms; that clock can be wrong, and can be set in between
 */
export function nextTapAt(latest: LatestTap, at: number, sentAt: number, receivedAt: number): number {
  const byFrame = occurredAt(at, sentAt, receivedAt);
  const isNext = at >= latest.at && latest.occurredAt - byFrame <= TRANSIT_MAX_MS;
  latest.occurredAt = isNext ? Math.min(Math.max(byFrame, latest.occurredAt), receivedAt) : byFrame;
  latest.at = at;
  return latest.occurredAt;
}
