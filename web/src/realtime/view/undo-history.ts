import { MINUTE_MS } from '../../../../src/shared/durations';
import { UNDO_WITHIN_MS } from '../../../../src/shared/protocol/limits';
import type { Ack } from '../../../../src/shared/protocol/down';
import type { Cancel, Effects } from '../effects';
import type { NewTap, QueuedTap } from '../outbox/queued-tap';
import type { NewSeqOf } from '../outbox/renumbering';

/**
 * How much earlier than the room this device stops offering an undo, in ms: the undo needs time to reach the room, and
 * a tap in a ledger row counts as old as the row's first tap, up to a minute older.
 */
const MARGIN_MS = 5 * MINUTE_MS;

/** A tap that can be undone. `areaId` changed by `change`, and a transfer's `to` by the opposite number. */
export interface UndoableTap {
  readonly areaId: string;
  readonly change: number;
  readonly to?: string;
  /** The id of the people's category; missing for an unnamed tap. */
  readonly category?: string;
  /** When the tap was made, epoch ms. */
  readonly at: number;
}

interface Remembered {
  readonly seq: number;
  readonly tap: UndoableTap;
}

/**
 * This page's taps that can still be undone. It leaves out undoes, undone taps, refused taps, and taps that the room
 * would consider too old.
 */
export class UndoHistory {
  readonly #effects: Pick<Effects, 'now' | 'after'>;
  readonly #expired: () => void;
  /** The taps, newest last. */
  #taps: Remembered[] = [];
  #cancelExpiry: Cancel | null = null;

  /** @param expired called when the newest tap has become too old */
  constructor(effects: Pick<Effects, 'now' | 'after'>, expired: () => void) {
    this.#effects = effects;
    this.#expired = expired;
  }

  add({ seq, areaId, change, to, category, at, undoes }: QueuedTap): void {
    if (undoes !== undefined) return;
    while (this.#isTooOld(this.#taps[0])) this.#taps.shift();
    const named = category !== undefined && { category };
    this.#taps.push({ seq, tap: { areaId, change, at, ...(to !== undefined && { to }), ...named } });
    this.#watch();
  }

  /** The newest tap. It is the same object until another tap is the newest. */
  get next(): UndoableTap | null {
    const newest = this.#taps.at(-1);
    return newest && !this.#isTooOld(newest) ? newest.tap : null;
  }

  /** Creates the undo of the newest tap, and removes that tap. Returns null if no tap can be undone. */
  take(): NewTap | null {
    const { next } = this;
    const newest = this.#taps.pop();
    if (!next || !newest) return null;
    return { ...next, change: -next.change, at: this.#effects.now(), undoes: newest.seq };
  }

  refused({ rejected = [] }: Ack): void {
    const seqs = new Set(rejected.map(({ seq }) => seq));
    if (seqs.size > 0) this.#taps = this.#taps.filter(({ seq }) => !seqs.has(seq));
  }

  renumbered(newSeqOf: NewSeqOf): void {
    this.#taps = this.#taps.flatMap(({ seq, tap }) => {
      const now = newSeqOf(seq);
      return now === null ? [] : [{ seq: now, tap }];
    });
  }

  close(): void {
    this.#taps = [];
    this.#cancelExpiry?.();
  }

  #isTooOld(remembered: Remembered | undefined): boolean {
    return remembered !== undefined && this.#effects.now() > remembered.tap.at + UNDO_WITHIN_MS - MARGIN_MS;
  }

  #watch(): void {
    const newest = this.#taps.at(-1);
    if (this.#cancelExpiry || !newest) return;
    const waitMs = newest.tap.at + UNDO_WITHIN_MS - MARGIN_MS - this.#effects.now() + 1;
    this.#cancelExpiry = this.#effects.after(waitMs, () => {
      this.#cancelExpiry = null;
      if (this.next) this.#watch();
      else this.#expired();
    });
  }
}
