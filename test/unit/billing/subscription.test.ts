import { expect, test } from 'vitest';
import { hasEnded, pickSubscription, stateOf } from '../../../src/billing/subscription-rules';
import { SUBSCRIPTION_STATUSES } from '../../../src/shared/rules/subscription';

const one = (id: string, created: number, status: string) => ({ id, created, status });

test('the newest subscription that has not ended counts, else the newest; the order of the list says nothing', () => {
  const old = one('old', 1, 'active');
  const newer = one('newer', 2, 'past_due');
  const ended = one('ended', 3, 'canceled');
  const expired = one('expired', 4, 'incomplete_expired');
  expect(pickSubscription([])).toBeUndefined();
  expect(pickSubscription([old, newer, ended, expired])).toBe(newer);
  expect(pickSubscription([expired, ended, newer, old])).toBe(newer);
  expect(pickSubscription([ended, expired])).toBe(expired);
  expect(pickSubscription([expired, ended, old])).toBe(old);
});

test('only a subscription that was canceled or never began is over for good', () => {
  expect(SUBSCRIPTION_STATUSES.filter((status) => hasEnded({ status }))).toEqual(['canceled', 'incomplete_expired']);
});

test('a subscription is kept with its trial and the period of its item, in milliseconds; a status that nobody knows is none', () => {
  const data = [{ current_period_start: 100, current_period_end: 200 }];
  for (const status of SUBSCRIPTION_STATUSES) {
    expect(stateOf({ status, trial_end: 200, items: { data } })).toEqual({
      status,
      trialEndsAt: 200_000,
      periodStartsAt: 100_000,
      periodEndsAt: 200_000,
    });
  }
  const bare = { trial_end: null, items: { data: [] } };
  const nothing = { status: 'active', trialEndsAt: null, periodStartsAt: null, periodEndsAt: null };
  expect(stateOf({ status: 'active', ...bare })).toEqual(nothing);
  expect(() => stateOf({ status: 'resting', ...bare })).toThrow(/Invalid/);
});
