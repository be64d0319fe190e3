import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { SUBSCRIPTION_STATUSES } from '../../../src/shared/rules/subscription';
import { stubSockets } from '../support/fake-sockets';
import { renderApp } from '../support/render-app';
import { stubApi } from '../support/stub-api';

const EVENT = { eventId: 'e1', eventName: 'Warehouse Friday', accessCode: 'ABCD2346' };
const ADMIN = { username: 'a@b.co', role: 'admin' };
const USER = { username: 'Door', role: 'user', accessCode: 'ABCD2346', eventId: 'e1' };
const TEXTS = ['Trial Active', 'Update Billing', 'Subscription Inactive'];

function open(user: object) {
  stubApi({
    'GET /api/auth/verify': [200, { success: true, user }],
    'GET /api/events': [200, []],
    'GET /api/events/by-access-code/ABCD2346': [200, EVENT],
    'GET /api/events/e1/areas': [200, { areas: [] }],
  });
  return renderApp('/app');
}

const shown = () => TEXTS.filter((text) => screen.queryByText(text) !== null);

beforeEach(stubSockets);

const BADGES: Record<(typeof SUBSCRIPTION_STATUSES)[number], string[]> = {
  active: [],
  trialing: ['Trial Active'],
  past_due: ['Update Billing'],
  canceled: ['Subscription Inactive'],
  unpaid: ['Subscription Inactive'],
  incomplete: ['Subscription Inactive'],
  incomplete_expired: ['Subscription Inactive'],
  paused: ['Subscription Inactive'],
};

test.each([...SUBSCRIPTION_STATUSES, null])('the badge of status %s', async (subscriptionStatus) => {
  open({ ...USER, subscriptionStatus });
  await screen.findByRole('heading', { name: 'Warehouse Friday' });
  expect(shown()).toEqual(subscriptionStatus === null ? [] : BADGES[subscriptionStatus]);
  expect(screen.queryByRole('button', { name: 'Account settings' })).toBeNull();
});

test.each([
  ['past_due', 'Update Billing'],
  ['unpaid', 'Subscription Inactive'],
])('an admin gets from the badge of %s to the settings, and back to it', async (subscriptionStatus, text) => {
  const { user } = open({ ...ADMIN, subscriptionStatus });
  const badge = await screen.findByRole('button', { name: text });
  await user.click(badge);
  await screen.findByRole('dialog', { name: 'Account settings' });
  await user.keyboard('{Escape}');
  await waitFor(() => expect(document.activeElement).toBe(badge));
});

test('the theme is at the foot of every page', async () => {
  open({ ...ADMIN, subscriptionStatus: 'active' });
  await screen.findByText('Please select an event to begin.');
  expect(screen.getByRole('radiogroup', { name: 'Color theme' })).toBeTruthy();
});
