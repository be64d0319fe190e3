import type { RoomCore } from '../core/room-core';
import { logError } from '../../observability/log';

/** The taps in one note to the monitor: a note costs a row and a request, a thousandth of what its taps cost. */
const FREE_TAPS_STEP = 1_000;

export interface TrialBudgetDeps {
  /** How many taps an event may take while its account is in the trial; Infinity without billing. */
  trialTaps: number;
  isBillingOn: boolean;
  /** Called with thousands of taps that nobody pays for. */
  onFreeTaps(taps: number): void;
}

/**
 * Counts the taps of an account's trial, so that what nobody pays for has a price limit (docs/cost.md). Each tap that
 * uses up a seq counts, because each costs rows: counted ones, undoes and refused ones. The clients' seqs are durable, so
 * the number is their sum and no row is written for it.
 */
export class TrialBudget {
  /** Undefined until it is needed: only rooms with taps that nobody pays for read it. */
  private taken: number | undefined;

  constructor(
    private readonly core: Pick<RoomCore, 'stateOrNone' | 'signal'> & {
      readonly store: Pick<RoomCore['store'], 'takenTaps'>;
    },
    private readonly deps: TrialBudgetDeps,
  ) {}

  /** Whether the account has not subscribed, and the event has no taps left. */
  get isSpent(): boolean {
    const { deps } = this;
    const before = this.core.stateOrNone?.account.tapsBeforeTrial;
    if (before === undefined || deps.trialTaps === Infinity) return false;
    this.taken ??= this.read();
    return this.taken !== undefined && this.taken - before >= deps.trialTaps;
  }

  /** Called after each commit with the number of taps that it took. */
  took(taps: number): void {
    const free = this.freeFrom;
    if (this.taken === undefined && free !== undefined) {
      const withThese = this.read();
      if (withThese !== undefined) this.taken = withThese - taps;
    }
    if (this.taken === undefined) return;
    const wasSpent = this.isSpent;
    const before = this.taken;
    this.taken += taps;
    if (free !== undefined) this.tellFree(before - free, this.taken - free);
    if (wasSpent || !this.isSpent) return;
    const { trialTaps } = this.deps;
    const eventId = this.core.stateOrNone?.event.eventId;
    logError('room.trial_taps', new Error('An event has used up the taps of its trial'), { eventId, trialTaps });
    this.core.signal({ type: 'locks' });
  }

  /** How many taps the room had taken before those that nobody pays for; undefined if its account pays for all. */
  private get freeFrom(): number | undefined {
    const { deps } = this;
    return deps.isBillingOn ? this.core.stateOrNone?.account.tapsBeforeTrial : 0;
  }

  /** Tells each full thousand once. It follows from the room's own number, so a room that sleeps loses none. */
  private tellFree(before: number, after: number): void {
    const thousands = Math.floor(after / FREE_TAPS_STEP) - Math.floor(before / FREE_TAPS_STEP);
    if (thousands > 0) this.deps.onFreeTaps(thousands * FREE_TAPS_STEP);
  }

  /** A room whose storage cannot be read stores no taps either, and the commit reports it. */
  private read(): number | undefined {
    try {
      return this.core.store.takenTaps();
    } catch {
      return undefined;
    }
  }
}
