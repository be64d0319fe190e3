import { expect, test } from 'vitest';
import {
  effectiveStatus,
  isCountingAllowed,
  isTrialOver,
  SUBSCRIPTION_STATUSES,
} from '../../../../src/shared/rules/subscription';

test('counting is allowed without a status, and when active, trialing or past due', () => {
  expect(isCountingAllowed(null)).toBe(true);
  expect(SUBSCRIPTION_STATUSES.filter(isCountingAllowed)).toEqual(['trialing', 'active', 'past_due']);
});

test('without a subscription an account is in its trial, then active', () => {
  const account = { subscriptionStatus: null, trialEndsAt: 1_000 };
  expect([effectiveStatus(account, 999), isTrialOver(account, 999)]).toEqual(['trialing', false]);
  expect([effectiveStatus(account, 1_000), isTrialOver(account, 1_000)]).toEqual(['active', true]);
});

test.each(SUBSCRIPTION_STATUSES)('what billing says wins: %s', (subscriptionStatus) => {
  for (const trialEndsAt of [0, 2_000])
    expect(effectiveStatus({ subscriptionStatus, trialEndsAt }, 1_000)).toBe(subscriptionStatus);
});
