import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { SUBSCRIPTION_STATUSES } from '../../../src/shared/rules/subscription';
import { SubscriptionBadge } from '../../../web/src/features/account/subscription-badge';
import { ADMIN, DOOR, EVENT } from '../support/account';
import { area } from '../support/areas';
import { deferred } from '../support/deferred';
import { stubSockets } from '../support/fake-sockets';
import { renderApp } from '../support/render-app';
import { type Answer, stubApi } from '../support/stub-api';

beforeEach(stubSockets);

const BADGES: Record<(typeof SUBSCRIPTION_STATUSES)[number], string> = {
  active: '',
  trialing: 'Trial Active',
  past_due: 'Update Billing',
  canceled: 'Subscription Inactive',
  unpaid: 'Subscription Inactive',
  incomplete: 'Subscription Inactive',
  incomplete_expired: 'Subscription Inactive',
  paused: 'Subscription Inactive',
};

test.each([...SUBSCRIPTION_STATUSES, null])('the badge of status %s', (status) => {
  for (const onOpenSettings of [null, vi.fn<() => void>()]) {
    const { container } = render(<SubscriptionBadge status={status} onOpenSettings={onOpenSettings} />);
    expect(container.textContent).toBe(status === null ? '' : BADGES[status]);
    // Who can do something about it gets there by the badge.
    const isButton = onOpenSettings !== null && container.textContent !== '' && status !== 'trialing';
    expect(container.querySelector('button') !== null).toBe(isButton);
    cleanup();
  }
});

test('an admin gets from the badge to the settings, and back to it', async () => {
  stubApi({
    'GET /api/auth/verify': [200, { success: true, user: { ...ADMIN, subscriptionStatus: 'past_due' } }],
    'GET /api/events': [200, []],
  });
  const { user } = renderApp('/app');
  const badge = await screen.findByRole('button', { name: 'Update Billing' });
  screen.getByRole('radiogroup', { name: 'Color theme' });
  await user.click(badge);
  await screen.findByRole('dialog', { name: 'Account settings' });
  await user.keyboard('{Escape}');
  await waitFor(() => expect(document.activeElement).toBe(badge));
});

test.each([
  ['an admin', ADMIN, 'GET /api/events', [EVENT]],
  ['an access code', DOOR, 'GET /api/events/by-access-code/ABCD2346', EVENT],
])('%s sees that the event is loading, then that its areas are', async (_who, user, call, answer) => {
  localStorage.setItem('headroom.selectedEventId', 'e1');
  const event = deferred<Answer>();
  const areas = deferred<Answer>();
  stubApi({
    'GET /api/auth/verify': [200, { success: true, user }],
    [call]: () => event.promise,
    'GET /api/events/e1/areas': () => areas.promise,
  });
  renderApp('/app');
  await screen.findByRole('button', { name: 'Log out' });
  screen.getByText('Loading…');
  event.resolve([200, answer]);
  await screen.findByText('Loading areas…');
  expect(screen.queryByText('Loading…')).toBeNull();
  areas.resolve([200, { areas: [area()] }]);
  await screen.findByRole('article', { name: 'Main Stage' });
  await waitFor(() => expect(screen.queryByText('Loading areas…')).toBeNull());
});
