import { expect, test, vi } from 'vitest';
import { TrialBudget } from '../../../src/room/counting/trial-budget';
import { type LockState, type RoomState, withTrial } from '../../../src/room/state';
import { readLockState } from '../../../src/room/storage/row-schemas';
import type { SubscriptionStatus } from '../../../src/shared/rules/subscription';
import { roomState } from './states';

const stateOf = (changes: Partial<LockState>): RoomState => {
  const state = roomState([]);
  return { ...state, account: { ...state.account, ...changes } };
};

function budgetOf(account: Partial<LockState>, takenTaps: () => number, trialTaps = 10) {
  const log = vi.spyOn(console, 'error').mockReturnValue();
  const onSpent = vi.fn<() => void>();
  const reads = vi.fn<() => number>(takenTaps);
  const now = { state: stateOf(account) };
  const budget = new TrialBudget({ trialTaps, state: () => now.state, store: { takenTaps: reads }, onSpent });
  return { budget, onSpent, reads, now, log };
}

test('the budget reads the number of taps once, and tells once that it is spent', () => {
  const { budget, onSpent, reads, log } = budgetOf({ tapsBeforeTrial: 100 }, () => 107);
  expect(budget.isSpent).toBe(false);
  for (const [taps, isSpent, told] of [
    [0, false, 0],
    [2, false, 0],
    [1, true, 1],
    [5, true, 1],
  ] as const) {
    budget.took(taps);
    expect([budget.isSpent, onSpent.mock.calls.length, log.mock.calls.length]).toEqual([isSpent, told, told]);
  }
  expect(reads).toHaveBeenCalledTimes(1);
});

test('a room that wakes with a spent budget tells it to nobody again', () => {
  const { budget, onSpent } = budgetOf({ tapsBeforeTrial: 0 }, () => 10);
  expect(budget.isSpent).toBe(true);
  budget.took(1);
  expect(onSpent).not.toHaveBeenCalled();
});

test('an account that has subscribed, an installation without a limit, and a room without an event read nothing', () => {
  for (const { budget, reads, onSpent } of [
    budgetOf({}, () => 1_000),
    budgetOf({ tapsBeforeTrial: 0 }, () => 1_000, Infinity),
  ]) {
    expect(budget.isSpent).toBe(false);
    budget.took(1_000);
    expect([reads.mock.calls.length, onSpent.mock.calls.length]).toEqual([0, 0]);
  }
});

test('a budget whose taps cannot be read is not spent, and is read again', () => {
  const taps = vi.fn<() => number>();
  taps.mockImplementationOnce(() => {
    throw new Error('disk full');
  });
  const { budget } = budgetOf({ tapsBeforeTrial: 0 }, taps.mockReturnValue(10));
  expect([budget.isSpent, budget.isSpent]).toEqual([false, true]);
});

test('the taps of an account that subscribes in between still add up', () => {
  const { budget, now } = budgetOf({ tapsBeforeTrial: 0 }, () => 4);
  expect(budget.isSpent).toBe(false);
  now.state = stateOf({});
  budget.took(100);
  expect(budget.isSpent).toBe(false);
  now.state = stateOf({ tapsBeforeTrial: 95 });
  expect(budget.isSpent).toBe(false);
  budget.took(1);
  expect(budget.isSpent).toBe(true);
});

type Status = SubscriptionStatus | null;

test.each<[from: Status | undefined, to: Status, before: number | undefined, after: number | undefined]>([
  // A room that has just learned its event.
  [undefined, 'trialing', undefined, 7],
  [undefined, 'canceled', undefined, 7],
  [undefined, 'active', undefined, undefined],
  // A trial goes on, ends with a subscription, or ends without.
  ['trialing', 'trialing', 3, 3],
  ['trialing', 'active', 3, undefined],
  ['trialing', 'past_due', 3, undefined],
  ['trialing', 'canceled', 3, 3],
  ['canceled', 'active', 3, undefined],
  // An account that has subscribed once, and one that is told of a trial later.
  ['active', 'unpaid', undefined, undefined],
  ['unpaid', 'canceled', undefined, undefined],
  ['active', 'trialing', undefined, 7],
])('from %s to %s, %s taps before the trial become %s', (from, to, before, after) => {
  const account = from === undefined ? undefined : stateOf({ status: from, tapsBeforeTrial: before }).account;
  const next = withTrial(account, stateOf({ status: to, tapsBeforeTrial: before }), () => 7);
  expect(next.account.tapsBeforeTrial).toBe(after);
});

test.each([
  ['trialing', 0],
  ['active', undefined],
  ['canceled', undefined],
])('of an account that an earlier release stored as %s, %s taps were before the trial', (status, taps) => {
  const stored = JSON.stringify({ revision: 1, status, lockedAt: null, trialEndsAt: 5 });
  expect(readLockState(stored).tapsBeforeTrial).toBe(taps);
});
