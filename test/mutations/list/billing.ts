import type { Mutation } from '../mutation';

export const BILLING: readonly Mutation[] = [
  {
    id: 'forgotten-usage-is-sent-again',
    file: 'src/billing/usage/usage-plan.ts',
    find: 'isKnownAgain && isInPeriod',
    replace: 'isKnownAgain || isInPeriod',
    breaks: "A day is billed twice when Stripe's answer was lost and the day is sent again more than a day later.",
    tests: ['test/unit/billing/usage-plan.test.ts', 'test/billing/outage.test.ts', 'test/billing/usage.test.ts'],
  },
  {
    id: 'late-tap-of-the-trial-costs',
    file: 'src/room/counting/draft.ts',
    find: 'occurred >= this.billableFrom',
    replace: 'this.now >= this.billableFrom',
    breaks: 'A day of the free trial costs money when one of its taps arrives after the trial has ended.',
    tests: ['test/unit/room/draft.test.ts', 'test/room/days.test.ts', 'test/billing/trial.test.ts'],
  },
  {
    id: 'failed-payment-locks-at-once',
    file: 'src/shared/rules/subscription.ts',
    find: `status === 'trialing' || status === 'past_due';`,
    replace: `status === 'trialing';`,
    breaks: 'All devices of a venue stop counting in the middle of an event when a single payment fails.',
    tests: [
      'test/unit/shared/rules/states.test.ts',
      'test/billing/webhooks.test.ts',
      'test/web/window/unsent-taps.test.tsx',
    ],
  },
  {
    id: 'webhook-is-remembered-before-it-is-dealt-with',
    file: 'src/services/billing/receive-webhook.ts',
    find: 'await dealWith(ctx, event);\n  await remember(ctx, event);',
    replace: 'await remember(ctx, event);\n  await dealWith(ctx, event);',
    breaks: "An account that has paid stays locked when the first attempt to handle Stripe's event failed.",
    tests: ['test/billing/webhooks.test.ts', 'test/billing/outage.test.ts'],
  },
  {
    id: 'deleted-account-gets-no-last-bill',
    file: 'src/billing/closing.ts',
    find: 'invoice_now: true',
    replace: 'invoice_now: false',
    breaks: 'The last days of a deleted account are never billed.',
    tests: ['test/billing/closing.test.ts', 'test/billing/revival.test.ts'],
  },
  {
    id: 'settlement-forgets-who-asked-meanwhile',
    file: 'src/hub/job.ts',
    find: `'DELETE FROM job WHERE user_id = ? AND requests = ?', userId, requests`,
    replace: `'DELETE FROM job WHERE user_id = ?', userId`,
    breaks: "A day that is counted while the account's job runs waits until something else starts the job.",
    tests: ['test/billing/hub-alarm.test.ts', 'test/billing/fuzz-billing.test.ts'],
  },
];
