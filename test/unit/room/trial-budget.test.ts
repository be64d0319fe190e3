import { expect, test, vi } from 'vitest';
import type { Signal } from '../../../src/room/core/room-core';
import { TrialBudget } from '../../../src/room/counting/trial-budget';
import { type LockState, type RoomState, withTrial } from '../../../src/room/state/room-state';
import type { SubscriptionStatus } from '../../../src/shared/rules/subscription';
import { roomState } from './states';

const stateOf = (changes: Partial<LockState>): RoomState => {
  const state = roomState([]);
  return { ...state, account: { ...state.account, ...changes } };
};

function budgetOf(account: Partial<LockState>, takenTaps: () => number, trialTaps = 10, isBillingOn = true) {
  const log = vi.spyOn(console, 'error').mockReturnValue();
  const onSpent = vi.fn<(signal: Signal) => void>();
  const reads = vi.fn<() => number>(takenTaps);
  const now = { state: stateOf(account) };
  const onFreeTaps = vi.fn<(taps: number) => void>();
  const core = {
    store: { takenTaps: reads },
    get stateOrNone() {
      return now.state;
    },
    signal: onSpent,
  };
  const budget = new TrialBudget(core, { trialTaps, isBillingOn, onFreeTaps });
  return { budget, onSpent, onFreeTaps, reads, now, log };
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

test('an account that has subscribed, and a room without an event, read and tell nothing', () => {
  const { budget, reads, onSpent, onFreeTaps } = budgetOf({}, () => 1_000);
  expect(budget.isSpent).toBe(false);
  budget.took(1_000);
  expect([reads, onSpent, onFreeTaps].map(({ mock }) => mock.calls.length)).toEqual([0, 0, 0]);
});

test('each full thousand of taps that nobody pays for is told once, although the room sleeps in between', () => {
  const room = { taken: 5_700 };
  for (const [account, isBillingOn, thousands] of [
    // 300 of them were before the trial.
    [{ tapsBeforeTrial: 300 }, true, [6, 8]],
    [{}, false, [6, 7, 8]],
  ] as const) {
    room.taken = 5_700;
    const told: number[] = [];
    for (const taps of [200, 150, 300, 400, 2_000]) {
      const { budget, onFreeTaps } = budgetOf(account, () => room.taken, Infinity, isBillingOn);
      // With billing on, a room reads its taps before a flush; without, it reads them after its first.
      const wasAsked = budget.isSpent;
      room.taken += taps;
      budget.took(taps);
      expect(wasAsked).toBe(false);
      told.push(onFreeTaps.mock.calls.reduce((sum, [some]) => sum + some, 0));
    }
    const before = isBillingOn ? 300 : 0;
    expect(
      told.reduce((sum, some) => sum + some, 0),
      JSON.stringify(thousands),
    ).toBe((Math.floor((room.taken - before) / 1_000) - Math.floor((5_700 - before) / 1_000)) * 1_000);
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
