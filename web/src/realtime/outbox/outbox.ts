import { TAPS_PER_FRAME_MAX } from '../../../../src/shared/limits';
import type { Tap } from '../../../../src/shared/protocol/up';
import type { OutboxHome } from './outbox-home';
import type { OutboxRecord } from './outbox-store';
import { fromOne, type NewSeqOf, renumbered, withoutGone } from './renumbering';
import type { UncountedTaps } from './uncounted-taps';

/** A tap without its number. `undoes` is a number under the same client id. */
export type NewTap = Readonly<Tap>;
export type QueuedTap = NewTap & { readonly seq: number };

/** Taps seq, seq + 1, … that are sent in one frame. */
export interface OutgoingTaps {
  readonly seq: number;
  readonly taps: readonly NewTap[];
}

export interface OutboxOwner {
  /** More of it may be sent. */
  ready(): void;
  /** Another page has taken these over, and delivers them. */
  dropped(taps: readonly QueuedTap[]): void;
  /**
   * All held taps have new numbers. `detached` are undoes of taps that the new client id does not have: from now on
   * they are ordinary taps.
   */
  renumbered(newSeqOf: NewSeqOf, detached: readonly QueuedTap[]): void;
}

/** A closed page's taps, under the lock of their client id. */
export interface AdoptedTaps {
  readonly record: OutboxRecord;
  readonly taps: readonly QueuedTap[];
  readonly release: () => void;
}

/** The client id and numbers under which the held taps were stored before they got new ones. */
interface Left {
  readonly clientId: string;
  readonly firstSeq: number;
  readonly committedThrough: number;
}

/**
 * Own taps that the room has not acknowledged, in order. A tap may be sent when it is stored, so that after a crash the
 * room never knows a tap that this device does not; at once when nothing can be stored. One batch is in flight at a
 * time: the acks set the pace. Taps that come during a transaction are stored together in the next one.
 */
export class Outbox {
  readonly #home: OutboxHome;
  readonly #owner: OutboxOwner;
  #record: OutboxRecord;
  #firstSeq = 1;
  #held: NewTap[] = [];
  #inFlightThrough: number | null = null;
  #committedThrough = 0;
  /** Of these, what is stored must still be deleted. */
  #settledThrough = 0;
  #uncounted: readonly UncountedTaps[] = [];
  #left: Left | null = null;
  /** The functions that release their locks, by client id. */
  readonly #locks = new Map<string, () => void>();
  #writing: Promise<void> | null = null;

  private constructor(home: OutboxHome, record: OutboxRecord, owner: OutboxOwner) {
    this.#home = home;
    this.#owner = owner;
    this.#record = record;
  }

  /** @param since epoch ms */
  static begin(home: OutboxHome, eventId: string, since: number, owner: OutboxOwner): Outbox {
    return new Outbox(home, { clientId: home.mintClientId(), eventId, principal: home.principal, since }, owner);
  }

  static adopt(home: OutboxHome, { record, taps, release }: AdoptedTaps, owner: OutboxOwner): Outbox {
    const outbox = new Outbox(home, record, owner);
    outbox.#locks.set(record.clientId, release);
    outbox.#firstSeq = taps[0]?.seq ?? 1;
    outbox.#held = taps.map(({ areaId, change, at, undoes, to }) => ({ areaId, change, at, undoes, to }));
    outbox.#committedThrough = outbox.#firstSeq + taps.length - 1;
    return outbox;
  }

  get clientId(): string {
    return this.#record.clientId;
  }

  /** Number of the oldest held tap, or of the next tap when none is held. */
  get firstSeq(): number {
    return this.#firstSeq;
  }

  get size(): number {
    return this.#held.length;
  }

  /**
   * Held taps that would be lost with the page: when nothing can be stored any more, those that were not stored before.
   */
  get volatile(): readonly QueuedTap[] {
    return this.#home.usable ? [] : this.taps.filter((_tap, place) => !this.#isStored(place));
  }

  /** All held taps. */
  get taps(): readonly QueuedTap[] {
    return this.#numbered(this.#held);
  }

  /** Adds a tap and returns it with its number. */
  add(tap: NewTap): QueuedTap {
    this.#held.push(tap);
    this.#home.persist();
    this.#write();
    return { ...tap, seq: this.#lastSeq };
  }

  /** The next batch, which is then in flight; null when nothing may be sent or another batch is in flight. */
  take(): OutgoingTaps | null {
    const sendable = this.#home.usable ? this.#committedThrough - this.#firstSeq + 1 : this.#held.length;
    if (sendable <= 0 || this.#left || this.#inFlightThrough !== null) return null;
    const taps = this.#held.slice(0, Math.min(sendable, TAPS_PER_FRAME_MAX));
    this.#inFlightThrough = this.#firstSeq + taps.length - 1;
    return { seq: this.#firstSeq, taps };
  }

  /** All taps up to `seq` are durable or refused: removes and returns them. Does not touch what is in flight above. */
  settle(seq: number): readonly QueuedTap[] {
    const count = Math.min(this.#held.length, Math.max(0, seq - this.#firstSeq + 1));
    const removed = this.#numbered(this.#held.splice(0, count));
    this.#firstSeq += count;
    if (this.#inFlightThrough !== null && seq >= this.#inFlightThrough) this.#inFlightThrough = null;
    if (count > 0) {
      this.#settledThrough = this.#firstSeq - 1;
      this.#write();
    }
    return removed;
  }

  /**
   * An ack: removes its taps, and the next batch may go. An ack below what was sent is a gap, which is then sent again.
   */
  acknowledge(seq: number): readonly QueuedTap[] {
    const removed = this.settle(seq);
    this.rewind();
    return removed;
  }

  /**
   * For taps that were removed in this turn: their report is stored in the transaction that deletes them, so that no
   * crash loses it.
   */
  report(uncounted: readonly UncountedTaps[]): void {
    if (uncounted.length === 0) return;
    this.#uncounted = [...this.#uncounted, ...uncounted];
    this.#write();
  }

  /** What was in flight is lost or may be lost: it is sent again. */
  rewind(): void {
    this.#inFlightThrough = null;
  }

  /** Sends all held taps again under another client id, numbered from 1. */
  restart(): void {
    const left = this.#numbers;
    this.#record = { ...this.#record, clientId: this.#home.mintClientId() };
    this.#firstSeq = 1;
    this.#committedThrough = 0;
    this.#settledThrough = 0;
    this.#inFlightThrough = null;
    this.#left ??= left;
    this.#renumber(fromOne(left.firstSeq));
    if (this.#home.usable) this.#write();
    else if (!this.#writing) this.#leaveStored();
  }

  /** Resolves when nothing is left to write, or nothing can be written. */
  async written(): Promise<void> {
    while (this.#writing) await this.#writing;
  }

  /** Writes what is left, then leaves the held taps to the next page or session. */
  async close(): Promise<void> {
    await this.written();
    for (const release of this.#locks.values()) release();
    this.#locks.clear();
  }

  #renumber(newSeqOf: NewSeqOf): void {
    const undoes = this.taps.filter((tap) => tap.undoes !== undefined);
    this.#held = this.#held.map((tap) => renumbered(tap, newSeqOf));
    const detached = undoes.filter(({ seq }) => this.#held[seq - this.#firstSeq]?.undoes === undefined);
    this.#owner.renumbered(newSeqOf, detached);
  }

  #isStored(place: number): boolean {
    const { firstSeq, committedThrough } = this.#left ?? this.#numbers;
    return firstSeq + place <= committedThrough;
  }

  get #numbers(): Left {
    return { clientId: this.clientId, firstSeq: this.#firstSeq, committedThrough: this.#committedThrough };
  }

  #numbered(taps: readonly NewTap[], from = this.#firstSeq): readonly QueuedTap[] {
    return taps.map((tap, place) => ({ ...tap, seq: from + place }));
  }

  get #lastSeq(): number {
    return this.#firstSeq + this.#held.length - 1;
  }

  get #hasToWrite(): boolean {
    if (!this.#home.usable) return false;
    const isBehind = this.#lastSeq > this.#committedThrough || this.#settledThrough > 0;
    return isBehind || this.#left !== null || this.#uncounted.length > 0;
  }

  #write(): void {
    if (!this.#home.usable) return;
    this.#writing ??= this.#writeAll();
  }

  async #writeAll(): Promise<void> {
    // Reports of one turn of the event loop belong together.
    await Promise.resolve();
    try {
      while (this.#hasToWrite) await this.#writeOnce();
      this.#leaveStored();
    } finally {
      // In the same turn as the last check: later changes start another round.
      this.#writing = null;
    }
  }

  async #writeOnce(): Promise<void> {
    await this.#takeLock();
    if (this.#left) await this.#move(this.#left);
    else await this.#change();
    this.#owner.ready();
  }

  async #takeLock(): Promise<void> {
    const { clientId } = this;
    if (this.#locks.has(clientId)) return;
    try {
      this.#locks.set(clientId, await this.#home.holdOwn(clientId));
    } catch (error) {
      this.#home.fail(error);
    }
  }

  async #change(): Promise<void> {
    const record = this.#record;
    const settledThrough = this.#settledThrough;
    const uncounted = this.#uncounted;
    const from = Math.max(this.#committedThrough + 1, this.#firstSeq);
    const taps = this.#numbered(this.#held.slice(from - this.#firstSeq), from);
    this.#settledThrough = 0;
    this.#uncounted = [];
    const change = { record, taps, settledThrough, uncounted };
    const done = await this.#home.use((store) => store.write(change).then(() => true));
    if (done) this.#committed(record.clientId, from + taps.length - 1);
  }

  async #move(left: Left): Promise<void> {
    const record = this.#record;
    const uncounted = this.#uncounted;
    const taps = this.#held.map((tap, place) => {
      const seq = left.firstSeq + place;
      return { tap, storedSeq: seq <= left.committedThrough ? seq : null };
    });
    this.#left = null;
    this.#uncounted = [];
    const move = { fromClientId: left.clientId, through: left.committedThrough, record, taps, uncounted };
    const gone = await this.#home.use((store) => store.move(move));
    if (!gone) {
      // It is uncertain whether they were moved: neither these numbers nor the client id are used again.
      this.#record = { ...this.#record, clientId: this.#home.mintClientId() };
      this.#left = left;
      return;
    }
    this.#drop((place) => gone.has(place));
    this.#committed(record.clientId, taps.length - gone.size);
    this.#release(left.clientId);
  }

  #release(clientId: string): void {
    this.#locks.get(clientId)?.();
    this.#locks.delete(clientId);
  }

  /** Taps that are stored under abandoned numbers and cannot be moved: whoever adopts them delivers them. */
  #leaveStored(): void {
    const left = this.#left;
    if (!left) return;
    this.#left = null;
    this.#drop((place) => left.firstSeq + place <= left.committedThrough);
    this.#release(left.clientId);
    this.#owner.ready();
  }

  #drop(isDropped: (place: number) => boolean): void {
    const dropped = this.taps.filter((_tap, place) => isDropped(place));
    if (dropped.length === 0) return;
    this.#held = this.#held.filter((_tap, place) => !isDropped(place));
    this.#owner.dropped(dropped);
    // Taps are dropped only while they are numbered from 1: none of them was sent under their new client id.
    this.#renumber(withoutGone(isDropped));
  }

  #committed(clientId: string, through: number): void {
    if (this.clientId === clientId) this.#committedThrough = Math.max(this.#committedThrough, through);
    else if (this.#left?.clientId === clientId) {
      this.#left = { ...this.#left, committedThrough: Math.max(this.#left.committedThrough, through) };
    }
  }
}
