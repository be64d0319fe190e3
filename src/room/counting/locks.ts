import type { RoomCore } from '../core/room-core';
import { isCountingAllowed } from '../../shared/rules/subscription';
import { isUnlocked } from '../state/room-state';
import type { TrialBudget } from './trial-budget';

/** The locks of bill and trial, and what they stop now. */
export class Locks {
  constructor(
    private readonly core: RoomCore,
    private readonly trial: Pick<TrialBudget, 'isSpent'>,
  ) {}

  /** Whether the account or its trial has a lock. */
  get hold(): boolean {
    return !isCountingAllowed(this.core.state.account.status) || this.trial.isSpent;
  }

  /** Whether a lock stops what devices count now: not while an evacuation or a drill runs (docs/product.md, V9). */
  get stop(): boolean {
    return this.hold && !isUnlocked(this.core.state, this.core.now());
  }
}
