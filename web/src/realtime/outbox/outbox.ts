import { TAPS_PER_FRAME_MAX } from '../../../../src/shared/protocol/limits';
import type { OutboxHome } from './outbox-home';
import type { OutboxRecord } from './outbox-store';
import type { NewTap, QueuedTap } from './queued-tap';
import { fromOne, type NewSeqOf, renumbered, withoutGone } from './renumbering';
import type { UncountedTaps } from './uncounted-taps';

/** Taps that are sent in one frame, numbered seq, seq + 1 and so on. */
export interface OutgoingTaps {
  readonly seq: number;
  readonly taps: readonly NewTap[];
}

export interface OutboxOwner {
  /** Called when more taps can be sent. */
  ready(): void;
  /** Called when another page has adopted these taps, which then delivers them. */
  dropped(taps: readonly QueuedTap[]): void;
  /**
   * Called when all held taps have new numbers. `detached` are undoes whose undone tap does not exist under the new
   * client id: they become ordinary taps.
   */
  renumbered(newSeqOf: NewSeqOf, detached: readonly QueuedTap[]): void;
}

/** The taps of a closed page. This page holds the lock of their client id until `release` is called. */
export interface AdoptedTaps {
  readonly record: OutboxRecord;
  readonly taps: readonly QueuedTap[];
  readonly release: () => void;
}

/** The client id and the numbers under which this page stores its taps. */
interface Numbering {
  readonly clientId: string;
  readonly firstSeq: number;
  readonly committedThrough: number;
}

/**
 * This page's taps that the room has not acknowledged, in order. A tap is sent only after it is stored, so that after a
 * crash the room has no tap that this device has lost. If storage fails, taps are sent at once. One batch is in flight
 * at a time: the next one waits for the ack. Taps made during a transaction are stored together in the next one.
 */
export class Outbox {
  readonly #home: OutboxHome;
  readonly #owner: OutboxOwner;
  #record: OutboxRecord;
  #firstSeq = 1;
  #held: NewTap[] = [];
  #inFlightThrough: number | null = null;
  #committedThrough = 0;
  /** The highest settled seq: taps up to it still have to be deleted from storage. */
  #settledThrough = 0;
  #uncounted: readonly UncountedTaps[] = [];
  /** The numbering of the stored taps while they wait to be stored under a new one. */
  #previousNumbering: Numbering | null = null;
  /** The functions that release the held locks, by client id. */
  readonly #locks = new Map<string, () => void>();
  #writing: Promise<void> | null = null;

  private constructor(home: OutboxHome, record: OutboxRecord, owner: OutboxOwner) {
    this.#home = home;
    this.#owner = owner;
    this.#record = record;
  }

  /**
   * Creates an empty outbox under a new client id.
   * @param since the present time, epoch ms
   */
  static begin(home: OutboxHome, eventId: string, since: number, owner: OutboxOwner): Outbox {
    return new Outbox(home, { clientId: home.mintClientId(), eventId, principal: home.principal, since }, owner);
  }

  static adopt(home: OutboxHome, { record, taps, release }: AdoptedTaps, owner: OutboxOwner): Outbox {
    const outbox = new Outbox(home, record, owner);
    outbox.#locks.set(record.clientId, release);
    outbox.#firstSeq = taps[0]?.seq ?? 1;
    outbox.#held = taps.map(({ seq: _seq, ...tap }) => tap);
    outbox.#committedThrough = outbox.#firstSeq + taps.length - 1;
    return outbox;
  }

  get clientId(): string {
    return this.#record.clientId;
  }

  /** The seq of the oldest held tap, or of the next tap if none is held. */
  get firstSeq(): number {
    return this.#firstSeq;
  }

  get size(): number {
    return this.#held.length;
  }

  /** The held taps that would be lost if the page closed: if storage has failed, those that were not stored before. */
  get volatile(): readonly QueuedTap[] {
    return this.#home.usable ? [] : this.taps.filter((_tap, place) => !this.#isStored(place));
  }

  /** All held taps. */
  get taps(): readonly QueuedTap[] {
    return this.#numbered(this.#held);
  }

  /** Adds a tap and returns it with its seq. */
  add(tap: NewTap): QueuedTap {
    this.#held.push(tap);
    this.#home.persist();
    this.#write();
    return { ...tap, seq: this.#lastSeq };
  }

  /** Returns the next batch, which is then in flight; null if nothing can be sent or another batch is in flight. */
  take(): OutgoingTaps | null {
    const sendable = this.#home.usable ? this.#committedThrough - this.#firstSeq + 1 : this.#held.length;
    if (sendable <= 0 || this.#previousNumbering || this.#inFlightThrough !== null) return null;
    if (!this.#home.mayCount(this.#record.eventId)) return null;
    const taps = this.#held.slice(0, Math.min(sendable, TAPS_PER_FRAME_MAX));
    this.#inFlightThrough = this.#firstSeq + taps.length - 1;
    return { seq: this.#firstSeq, taps };
  }

  /** Whether a batch has been taken and not answered. */
  get isInFlight(): boolean {
    return this.#inFlightThrough !== null;
  }

  /** Removes and returns all taps up to `seq`, which are durable or refused. Later taps in flight stay so. */
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
   * Handles an ack: removes its taps and lets the next batch go. Taps that were sent above the acked seq are sent
   * again.
   */
  acknowledge(seq: number): readonly QueuedTap[] {
    const removed = this.settle(seq);
    this.rewind();
    return removed;
  }

  /**
   * Adds reports of taps that were removed in the same turn of the event loop. They are stored in the transaction that
   * deletes the taps, so that no crash loses them.
   */
  report(uncounted: readonly UncountedTaps[]): void {
    if (uncounted.length === 0) return;
    this.#uncounted = [...this.#uncounted, ...uncounted];
    this.#write();
  }

  /** Sends taps that were in flight again, because they are lost or may be lost. */
  rewind(): void {
    this.#inFlightThrough = null;
  }

  /** Sends all held taps again under a new client id, numbered from 1. */
  restart(): void {
    const previous = this.#numbers;
    this.#record = { ...this.#record, clientId: this.#home.mintClientId() };
    this.#firstSeq = 1;
    this.#committedThrough = 0;
    this.#settledThrough = 0;
    this.#inFlightThrough = null;
    this.#previousNumbering ??= previous;
    this.#renumber(fromOne(previous.firstSeq));
    if (this.#home.usable) this.#write();
    else if (!this.#writing) this.#leaveStored();
  }

  /** Resolves when nothing is left to write, or storage has failed. */
  async written(): Promise<void> {
    while (this.#writing) await this.#writing;
  }

  /** Writes everything and releases the locks, so that the next page or session can adopt the held taps. */
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
    const { firstSeq, committedThrough } = this.#previousNumbering ?? this.#numbers;
    return firstSeq + place <= committedThrough;
  }

  get #numbers(): Numbering {
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
    return isBehind || this.#previousNumbering !== null || this.#uncounted.length > 0;
  }

  #write(): void {
    if (!this.#home.usable) return;
    this.#writing ??= this.#writeAll();
  }

  async #writeAll(): Promise<void> {
    // Waits for the other changes of this turn of the event loop, so that they are stored together.
    await Promise.resolve();
    try {
      while (this.#hasToWrite) await this.#writeOnce();
      this.#leaveStored();
    } finally {
      // This runs in the same turn as the loop's last check, so later changes start another round.
      this.#writing = null;
    }
  }

  async #writeOnce(): Promise<void> {
    await this.#takeLock();
    if (this.#previousNumbering) await this.#move(this.#previousNumbering);
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

  async #move(previous: Numbering): Promise<void> {
    const record = this.#record;
    const uncounted = this.#uncounted;
    const taps = this.#held.map((tap, place) => {
      const seq = previous.firstSeq + place;
      return { tap, storedSeq: seq <= previous.committedThrough ? seq : null };
    });
    this.#previousNumbering = null;
    this.#uncounted = [];
    const move = { fromClientId: previous.clientId, through: previous.committedThrough, record, taps, uncounted };
    const gone = await this.#home.use((store) => store.move(move));
    if (!gone) {
      // It is uncertain whether the taps were moved, so neither these numbers nor this client id are used again.
      this.#record = { ...this.#record, clientId: this.#home.mintClientId() };
      this.#previousNumbering = previous;
      return;
    }
    this.#drop((place) => gone.has(place));
    this.#committed(record.clientId, taps.length - gone.size);
    this.#release(previous.clientId);
  }

  #release(clientId: string): void {
    this.#locks.get(clientId)?.();
    this.#locks.delete(clientId);
  }

  /** Drops taps that are stored under abandoned numbers and cannot be moved. Another page adopts and delivers them. */
  #leaveStored(): void {
    const previous = this.#previousNumbering;
    if (!previous) return;
    this.#previousNumbering = null;
    this.#drop((place) => previous.firstSeq + place <= previous.committedThrough);
    this.#release(previous.clientId);
    this.#owner.ready();
  }

  #drop(isDropped: (place: number) => boolean): void {
    const dropped = this.taps.filter((_tap, place) => isDropped(place));
    if (dropped.length === 0) return;
    this.#held = this.#held.filter((_tap, place) => !isDropped(place));
    this.#owner.dropped(dropped);
    // Taps are dropped only while they are numbered from 1, when none of them was sent under the new client id.
    this.#renumber(withoutGone(isDropped));
  }

  #committed(clientId: string, through: number): void {
    if (this.clientId === clientId) this.#committedThrough = Math.max(this.#committedThrough, through);
    else if (this.#previousNumbering?.clientId === clientId) {
      this.#previousNumbering = {
        ...this.#previousNumbering,
        committedThrough: Math.max(this.#previousNumbering.committedThrough, through),
      };
    }
  }
}
