import { logError } from '../../observability/log';
import type { RoomState } from '../state';
import type { RoomStore } from '../storage/room-store';

export interface TrialBudgetDeps {
  /** How many taps an event may take while its account is in the trial; Infinity without billing. */
  trialTaps: number;
  /** Undefined in a room that does not know its event yet. */
  state(): RoomState | undefined;
  store: Pick<RoomStore, 'takenTaps'>;
  /** Called once, when the trial's last tap has been taken. */
  onSpent(): void;
}

/**
 * Counts the taps of an account's trial, so that what nobody pays for has a price limit (docs/cost.md). Each tap that
 * uses up a seq counts, because each costs rows: counted ones, undoes and refused ones. The clients' seqs are durable, so
 * the number is their sum and no row is written for it.
 */
export class TrialBudget {
  /** Undefined until it is needed: only rooms of accounts that have not subscribed read it. */
  private taken: number | undefined;

  constructor(private readonly deps: TrialBudgetDeps) {}

  /** Whether the account has not subscribed, and the event has no taps left. */
  get isSpent(): boolean {
    const { deps } = this;
    const before = deps.state()?.account.tapsBeforeTrial;
    if (before === undefined || deps.trialTaps === Infinity) return false;
    this.taken ??= this.read();
    return this.taken !== undefined && this.taken - before >= deps.trialTaps;
  }

  /** Called after each commit with the number of taps that it took. */
  took(taps: number): void {
    if (this.taken === undefined) return;
    const wasSpent = this.isSpent;
    this.taken += taps;
    if (wasSpent || !this.isSpent) return;
    const { trialTaps } = this.deps;
    const eventId = this.deps.state()?.event.eventId;
    logError('room.trial_taps', new Error('An event has used up the taps of its trial'), { eventId, trialTaps });
    this.deps.onSpent();
  }

  /** A room whose storage cannot be read stores no taps either, and the commit reports it. */
  private read(): number | undefined {
    try {
      return this.deps.store.takenTaps();
    } catch {
      return undefined;
    }
  }
}
