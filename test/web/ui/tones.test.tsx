import { render, screen } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { ConnectionBadge } from '../../../web/src/features/account/connection-badge';
import { SubscriptionBadge } from '../../../web/src/features/account/subscription-badge';
import { CapacityBar } from '../../../web/src/features/areas/capacity-bar';
import { stubSockets } from '../support/fake-sockets';
import { renderApp } from '../support/render-app';
import { refusal, stubApi } from '../support/stub-api';

const GOOD = 'text-good';
const BAD = 'text-bad';
/** Good and bad as the classes of the stylesheet say them. */
const toneOf = (text: string): string[] =>
  [...screen.getByText(text).classList].filter((name) => /^text-(good|bad)$/.test(name));

test.each([
  [75, 'normal', 'bg-bar-normal'],
  [76, 'warning', 'bg-bar-warn'],
  [90, 'warning', 'bg-bar-warn'],
  [91, 'danger', 'bg-bar-bad'],
  [120, 'danger', 'bg-bar-bad'],
] as const)('the bar at %i of 100 is %s, and filled with %s', (occupancy, level, fill) => {
  render(<CapacityBar occupancy={occupancy} capacity={100} />);
  const meter = screen.getByRole('meter');
  expect(meter.parentElement?.dataset.level).toBe(level);
  expect([...(meter.nextElementSibling?.classList ?? [])].filter((name) => name.startsWith('bg-'))).toEqual([fill]);
});

describe('badges', () => {
  test.each([
    ['connected', 'Connected', [GOOD]],
    ['disconnected', 'Disconnected', [BAD]],
    ['connecting', 'Disconnected', [BAD]],
  ] as const)('%s: %s in %j', (connection, text, tone) => {
    render(<ConnectionBadge connection={connection} />);
    expect(toneOf(text)).toEqual(tone);
  });

  test.each([
    ['trialing', 'Trial Active', []],
    ['past_due', 'Update Billing', [BAD]],
    ['canceled', 'Subscription Inactive', [BAD]],
    ['unpaid', 'Subscription Inactive', [BAD]],
  ] as const)('%s: %s, an error %j', (status, text, tone) => {
    for (const onOpenSettings of [null, () => undefined]) {
      const { unmount } = render(<SubscriptionBadge status={status} onOpenSettings={onOpenSettings} />);
      expect(toneOf(text)).toEqual(tone);
      unmount();
    }
  });
});

describe('failed loads are red', () => {
  const ADMIN = { username: 'a@b.co', role: 'admin', subscriptionStatus: 'active' };
  const EVENT = { eventId: 'e1', eventName: 'Warehouse Friday', accessCode: 'ABCD2346' };

  beforeEach(() => {
    stubSockets();
    localStorage.setItem('headroom.selectedEventId', 'e1');
  });

  test.each([
    ['events', refusal(500, 'No list today.', 'internal'), 'No list today.'],
    ['areas', [200, [EVENT]] as const, 'Failed to load areas.'],
  ])('of the %s', async (_what, events, text) => {
    stubApi({
      'GET /api/auth/verify': [200, { success: true, user: ADMIN }],
      'GET /api/events': events,
      'GET /api/events/e1/areas': refusal(500, 'No areas today.', 'internal'),
    });
    renderApp('/app');
    await screen.findByText(text);
    expect(toneOf(text)).toEqual([BAD]);
  });
});
