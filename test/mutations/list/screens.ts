import type { Mutation } from '../mutation';

export const SCREENS: readonly Mutation[] = [
  {
    id: 'pad-counts-a-finger-that-slid-off',
    file: 'web/src/features/counting/press/use-press.ts',
    find: 'place && isInside(place, event) && !disabled',
    replace: 'place && !disabled',
    breaks: 'A finger that slides off a pad to cancel the tap still counts.',
    tests: ['test/web/features/counting/area-card.test.tsx', 'test/web/features/counting/area-list.test.tsx'],
  },
  {
    id: 'full-area-sounds-once',
    file: 'web/src/features/alerts/use-alarm.ts',
    find: 'threshold >= REPEATS_FROM_PERCENT',
    replace: 'threshold > REPEATS_FROM_PERCENT',
    breaks: 'The alert sound of an area that is full at exactly 100 percent plays only once.',
    tests: ['test/web/features/alerts/alerts.test.tsx', 'test/web/features/in-force/sound.test.ts'],
  },
  {
    id: 'ended-line-leaves-the-pads-on',
    file: 'web/src/features/dashboard/use-counting-screen.ts',
    find: 'isAccountLocked || ended !== null',
    replace: 'isAccountLocked',
    breaks: 'On a page whose connection has ended for good, the pads still look ready, but their taps do not count.',
    tests: [
      'test/web/features/dashboard/user-dashboard.test.tsx',
      'test/web/features/counting/area-list.test.tsx',
      'test/web/window/unsent-taps.test.tsx',
    ],
  },
  {
    id: 'overview-adds-up-a-part-of-the-capacities',
    file: 'web/src/features/overview/event-summary.ts',
    find: 'summaries.every(({ capacity }) =>',
    replace: 'summaries.some(({ capacity }) =>',
    breaks: 'The overview compares the people of all events with the capacity of only those events that have one.',
    tests: ['test/web/features/overview/event-summary.test.ts', 'test/web/features/overview/overview.test.tsx'],
  },
  {
    id: 'unload-guarded-once',
    file: 'web/src/features/dashboard/notices/guard-unsent-taps.ts',
    find: `release?.();
    release = null;`,
    replace: 'release?.();',
    breaks:
      'Once taps have been delivered, the browser closes the page without a warning even when later taps are unsent.',
    tests: ['test/web/window/unsent-taps.test.tsx'],
  },
  {
    id: 'thresholds-sorted-as-text',
    file: 'web/src/features/events/settings/alert-levels-form.tsx',
    find: 'toSorted((a, b) => a - b)',
    replace: 'toSorted()',
    breaks: 'The venue settings refuse alerts at 80 and 100 percent, because they sort 100 before 80.',
    tests: ['test/web/features/events/venue.test.tsx'],
  },
  {
    id: 'account-erased-before-it-is-deleted',
    file: 'web/src/features/account/deletion/delete-question.tsx',
    find: `await end();
    if (leaves) realtime.closeAll();
    else await realtime.erase();`,
    replace: `await realtime.erase();
    await end();`,
    breaks: 'When the server does not delete the account, its unsent taps on this device are lost all the same.',
    tests: [
      'test/web/features/account/delete-account.test.tsx',
      'test/web/features/account/settings.test.tsx',
      'test/web/app/session.test.tsx',
    ],
  },
  {
    id: 'refused-login-forgets-the-logout',
    file: 'web/src/features/auth/early/early-calls.ts',
    find: 'isUntold && !answer?.ok',
    replace: 'isUntold && !answer',
    breaks:
      'A refused login on a shared phone drops the logout that the server has not received yet, so the previous session stays open.',
    tests: ['test/web/window/early-form.test.ts', 'test/web/app/session.test.tsx'],
  },
  {
    id: 'hour-map-ends-at-midnight',
    file: 'web/src/features/reports/sections/hour-map.ts',
    find: '- begins + HOURS) % HOURS',
    replace: '- begins) % HOURS',
    breaks: 'The hourly table of a report shows nobody after midnight when the business day begins in the morning.',
    tests: ['test/web/features/reports/report-figures.test.tsx', 'test/web/features/reports/report-figures.test.tsx'],
  },
  {
    id: 'display-shows-old-places',
    file: 'web/src/features/display/sign.tsx',
    find: '{!stale && (',
    replace: '{(',
    breaks:
      'A public display without a connection keeps showing its last number of free places as if people could enter.',
    tests: ['test/web/features/display/display-screen.test.tsx', 'test/web/features/display/display-channel.test.ts'],
  },
  {
    id: 'ended-session-comes-back',
    file: 'web/src/app/session-provider.tsx',
    find: 'ended ? null : readUser()',
    replace: 'readUser()',
    breaks:
      'A person who opens the app after the session has ended sees the dashboard of the last session instead of the login.',
    tests: ['test/web/app/session.test.tsx', 'test/web/app/session.test.tsx', 'test/web/app/cold-start.test.tsx'],
  },
];
