import { TAPS_PER_FRAME_MAX } from '../../../src/shared/limits';
import type { Tap } from '../../../src/shared/protocol/up';

/** What a tap says before it has a number. */
type NewTap = Pick<Tap, 'areaId' | 'change' | 'at'>;
export type QueuedTap = NewTap & { readonly seq: number };

/** Taps seq, seq + 1, … that go out as one frame. */
interface OutgoingTaps {
  readonly seq: number;
  readonly taps: readonly NewTap[];
}

/** Own taps that the room has not acknowledged, in order. One batch is in flight at a time: the acks are the clock. */
export interface Outbox {
  readonly clientId: string;
  /** Number of the oldest tap held, or of the next one when nothing is held. */
  readonly firstSeq: number;
  readonly size: number;
  /** The area of each tap held. */
  readonly areaIds: readonly string[];
  add(tap: NewTap): QueuedTap;
  /** The next batch, then in flight; null when nothing waits or another one is in flight. */
  take(): OutgoingTaps | null;
  /** All up to `seq` is durable or rejected: removes and returns it. Does not touch what is in flight above. */
  settle(seq: number): readonly QueuedTap[];
  /** An ack: settles, and the next batch may go. An ack below what was sent is a gap, which then goes again. */
  acknowledge(seq: number): readonly QueuedTap[];
  /** Whatever was in flight is lost or may be: it goes again. */
  rewind(): void;
  /** All that is held goes again under another client id, numbered from 1. */
  restart(clientId: string): void;
}

export function createMemoryOutbox(firstClientId: string): Outbox {
  let clientId = firstClientId;
  let firstSeq = 1;
  const held: NewTap[] = [];
  let inFlightThrough: number | null = null;

  const outbox: Outbox = {
    get clientId() {
      return clientId;
    },
    get firstSeq() {
      return firstSeq;
    },
    get size() {
      return held.length;
    },
    get areaIds() {
      return held.map(({ areaId }) => areaId);
    },
    add(tap) {
      held.push(tap);
      return { ...tap, seq: firstSeq + held.length - 1 };
    },
    take() {
      if (held.length === 0 || inFlightThrough !== null) return null;
      const taps = held.slice(0, TAPS_PER_FRAME_MAX);
      inFlightThrough = firstSeq + taps.length - 1;
      return { seq: firstSeq, taps };
    },
    settle(seq) {
      const removed = held.splice(0, Math.max(0, seq - firstSeq + 1));
      const from = firstSeq;
      firstSeq += removed.length;
      if (inFlightThrough !== null && seq >= inFlightThrough) inFlightThrough = null;
      return removed.map(({ areaId, change, at }, index) => ({ areaId, change, at, seq: from + index }));
    },
    acknowledge(seq) {
      const removed = outbox.settle(seq);
      outbox.rewind();
      return removed;
    },
    rewind() {
      inFlightThrough = null;
    },
    restart(newClientId) {
      clientId = newClientId;
      firstSeq = 1;
      inFlightThrough = null;
    },
  };
  return outbox;
}
