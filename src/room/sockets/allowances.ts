import { TokenBucket } from '../../concurrency/token-bucket';
import { LruMap } from '../../concurrency/lru-map';
import { HOUR_MS } from '../../shared/limits';
import type { Tap } from '../../shared/protocol/up';
import { FRAME_BURST_S, LOOK_UP_TOKENS, SESSIONS_REMEMBERED, TAP_BURST_S, UNDO_TOKENS } from '../limits';

/** What one session may send over all its sockets and calls, and how many sockets it may have (docs/operations.md). */
export interface RoomLimits {
  /** Frames and calls. */
  framesPerSecond: number;
  tapsPerSecond: number;
  /** Client ids that are new to the room. */
  newClientsPerHour: number;
  socketsPerSession: number;
  /** Sockets of counting devices. */
  socketsPerRoom: number;
  /** Sockets of displays. Everybody who opens the link on the venue's network shares one address. */
  viewersPerAddress: number;
}

/** What a session may still send. */
interface Allowance {
  frames: TokenBucket;
  taps: TokenBucket;
  newClients: TokenBucket;
}

/** Taps in one frame or call. */
interface BatchCost {
  taps: readonly Tap[];
  /** Whether its client id is new to the room. */
  isNewClient: boolean;
  /** Whether an undo in the batch makes the room read the ledger. It reads once, however many undoes there are. */
  mustRead: boolean;
}

const tokensOf = ({ taps, mustRead }: BatchCost): number =>
  taps.reduce((tokens, { undoes }) => tokens + (undoes === undefined ? 1 : UNDO_TOKENS), mustRead ? LOOK_UP_TOKENS : 0);

/**
 * Limits that delay and never lose: what exceeds them is neither counted nor acknowledged, and the device sends it
 * again later. They are kept in memory since the room woke; a session that was silent for long has its full allowance
 * again in any case.
 */
export class Allowances {
  private readonly sessions = new LruMap<string, Allowance>(SESSIONS_REMEMBERED);

  constructor(private readonly limits: RoomLimits) {}

  /** Takes one frame or call. Returns 0, or the ms to wait before the next one. */
  frame(sessionId: string, now: number): number {
    return this.of(sessionId, now).frames.take(1, now);
  }

  /** Returns 0, or the ms to wait before the batch may be sent again; in that case nothing is used up. */
  batch(sessionId: string, batch: BatchCost, now: number): number {
    const { taps, newClients } = this.of(sessionId, now);
    const [tokens, ids] = [tokensOf(batch), batch.isNewClient ? 1 : 0];
    const waitMs = Math.max(taps.waitMs(tokens, now), newClients.waitMs(ids, now));
    if (waitMs > 0) return waitMs;
    newClients.take(ids, now);
    return taps.take(tokens, now);
  }

  /** Takes one join under a client id that is new to the room. Returns 0, or the ms to wait. */
  newClient(sessionId: string, now: number): number {
    return this.of(sessionId, now).newClients.take(1, now);
  }

  private of(sessionId: string, now: number): Allowance {
    const known = this.sessions.get(sessionId);
    if (known !== undefined) return known;
    const { framesPerSecond, tapsPerSecond, newClientsPerHour } = this.limits;
    const allowance = {
      frames: new TokenBucket(framesPerSecond * FRAME_BURST_S, framesPerSecond, now),
      taps: new TokenBucket(tapsPerSecond * TAP_BURST_S, tapsPerSecond, now),
      newClients: new TokenBucket(newClientsPerHour, newClientsPerHour / (HOUR_MS / 1000), now),
    };
    this.sessions.set(sessionId, allowance);
    return allowance;
  }
}
