import { TokenBucket } from '../../concurrency/token-bucket';
import { LruMap } from '../../concurrency/lru-map';
import { HOUR_MS, MINUTE_MS } from '../../shared/durations';
import type { Tap } from '../../shared/protocol/up';
import { LENIENT_ORDERS_PER_MINUTE } from './limits';
import {
  ALERT_NOTES_PER_HOUR,
  FRAME_BURST_S,
  LOOK_UP_TOKENS,
  SESSIONS_REMEMBERED,
  TAP_BURST_S,
  UNDO_TOKENS,
} from './limits';

/**
 * How much one session is allowed to send over all its sockets and calls, and how many sockets are allowed
 * (docs/settings.md).
 */
export interface RoomLimits {
  /** Frames and calls together. */
  framesPerSecond: number;
  tapsPerSecond: number;
  /** Client ids that are new to the room. */
  newClientsPerHour: number;
  socketsPerSession: number;
  /** Sockets of counting devices. */
  socketsPerRoom: number;
  /** Sockets of displays per network address. All people who open the link in the venue's network share one address. */
  viewersPerAddress: number;
  /** Sockets of displays. */
  viewers: number;
}

/** The number of frames, taps, new client ids and notes that a session is still allowed to send. */
interface Allowance {
  frames: TokenBucket;
  taps: TokenBucket;
  newClients: TokenBucket;
  notes: TokenBucket;
}

/** What determines how much of the allowance a batch uses up. */
interface BatchCost {
  taps: readonly Tap[];
  /** Whether the batch's client id is new to the room. */
  isNewClient: boolean;
  /**
   * Whether an undo in the batch makes the room read the ledger. The room reads it at most twice, however many undoes
   * the batch has.
   */
  mustRead: boolean;
}

const tokensOf = ({ taps, mustRead }: BatchCost): number =>
  taps.reduce((tokens, { undoes }) => tokens + (undoes === undefined ? 1 : UNDO_TOKENS), mustRead ? LOOK_UP_TOKENS : 0);

/**
 * Limits that delay taps and never lose them: a batch beyond a limit is neither counted nor acknowledged, and the
 * device sends it again later. The allowances are in memory only and start full when the room wakes; a session that was
 * silent for long has its full allowance again in any case.
 */
export class Allowances {
  private readonly sessions = new LruMap<string, Allowance>(SESSIONS_REMEMBERED);
  /** Of the whole event, whoever gives them. */
  private lenientOrders: TokenBucket | undefined;

  constructor(private readonly limits: RoomLimits) {}

  /** Takes one frame or call from the allowance. Returns 0, or the ms to wait until the next one is allowed. */
  frame(sessionId: string, now: number): number {
    return this.of(sessionId, now).frames.take(1, now);
  }

  /**
   * Takes a batch from the allowance. Returns 0, or the ms to wait before the batch can be sent again; then nothing is
   * used up.
   */
  batch(sessionId: string, batch: BatchCost, now: number): number {
    const { taps, newClients } = this.of(sessionId, now);
    const [tokens, ids] = [tokensOf(batch), batch.isNewClient ? 1 : 0];
    const waitMs = Math.max(taps.waitMs(tokens, now), newClients.waitMs(ids, now));
    if (waitMs > 0) return waitMs;
    newClients.take(ids, now);
    return taps.take(tokens, now);
  }

  /** Returns 0, or the ms to wait until a machine's batch can be counted that writes at most so many rows. */
  waitForRows(sessionId: string, rows: number, now: number): number {
    return this.of(sessionId, now).taps.waitMs(rows, now);
  }

  /** Takes the rows that a machine's batch has written: each as much as a tap of a person. */
  takeRows(sessionId: string, rows: number, now: number): void {
    this.of(sessionId, now).taps.take(rows, now);
  }

  /** Takes one join under a client id that is new to the room. Returns 0, or the ms to wait until it is allowed. */
  newClient(sessionId: string, now: number): number {
    return this.of(sessionId, now).newClients.take(1, now);
  }

  /** Takes one change of an alert's note. Returns 0, or the ms to wait until it is allowed. */
  note(sessionId: string, now: number): number {
    return this.of(sessionId, now).notes.take(1, now);
  }

  /** Takes one order that lets people in. Returns 0, or the ms to wait until it is allowed. */
  lenientOrder(now: number): number {
    const perSecond = LENIENT_ORDERS_PER_MINUTE / (MINUTE_MS / 1000);
    this.lenientOrders ??= new TokenBucket(LENIENT_ORDERS_PER_MINUTE, perSecond, now);
    return this.lenientOrders.take(1, now);
  }

  private of(sessionId: string, now: number): Allowance {
    const known = this.sessions.get(sessionId);
    if (known !== undefined) return known;
    const { framesPerSecond, tapsPerSecond, newClientsPerHour } = this.limits;
    const allowance = {
      frames: new TokenBucket(framesPerSecond * FRAME_BURST_S, framesPerSecond, now),
      taps: new TokenBucket(tapsPerSecond * TAP_BURST_S, tapsPerSecond, now),
      newClients: new TokenBucket(newClientsPerHour, newClientsPerHour / (HOUR_MS / 1000), now),
      notes: new TokenBucket(ALERT_NOTES_PER_HOUR, ALERT_NOTES_PER_HOUR / (HOUR_MS / 1000), now),
    };
    this.sessions.set(sessionId, allowance);
    return allowance;
  }
}
