import { isCountingAllowed } from '../../shared/rules/subscription';
import type { Clock } from '../ports';
import { isUnlocked, type RoomState } from '../state/room-state';
import type { TrialBudget } from './trial-budget';

export interface LocksDeps {
  now: Clock;
  trial: Pick<TrialBudget, 'isSpent'>;
  state(): RoomState;
}

/** The locks of bill and trial, and what they stop now. */
export class Locks {
  constructor(private readonly deps: LocksDeps) {}

  /** Whether the account or its trial has a lock. */
  get hold(): boolean {
    return !isCountingAllowed(this.deps.state().account.status) || this.deps.trial.isSpent;
  }

  /** Whether a lock stops what devices count now: not while an evacuation or a drill runs (docs/product.md, V9). */
  get stop(): boolean {
    return this.hold && !isUnlocked(this.deps.state(), this.deps.now());
  }
}
