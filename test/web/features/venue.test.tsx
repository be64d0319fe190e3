import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { stubSockets } from '../support/fake-sockets';
import { renderApp } from '../support/render-app';
import { refusal, stubApi } from '../support/stub-api';

const EVENT = { eventId: 'e1', eventName: 'Warehouse Friday', accessCode: 'ABCD2346' };
const VENUE = { capacity: 500, staffAllowance: 20, safetyMarginPercent: 10, alertThresholds: [80, 100] };

beforeEach(() => {
  stubSockets();
  localStorage.setItem('headroom.selectedEventId', 'e1');
});

async function openVenue(event: object, handlers: Parameters<typeof stubApi>[0] = {}) {
  const calls = stubApi({
    'GET /api/auth/verify': [
      200,
      { success: true, user: { username: 'a@b.co', role: 'admin', subscriptionStatus: 'active' } },
    ],
    'GET /api/events': [200, [event]],
    'GET /api/events/e1/areas': [200, { areas: [] }],
    ...handlers,
  });
  const { user } = renderApp('/app');
  await user.click(await screen.findByRole('button', { name: 'Event options' }));
  await user.click(screen.getByRole('menuitem', { name: 'Venue and Alerts' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Venue and Alerts' }));
  const field = (name: string) => dialog.getByLabelText<HTMLInputElement>(name);
  const thresholds = () => dialog.getAllByLabelText<HTMLInputElement>(/^Alert \d/).map(({ value }) => value);
  return { user, dialog, field, thresholds, calls };
}

test('an event without any starts from none, and from the usual alerts', async () => {
  const { user, dialog, field, thresholds, calls } = await openVenue(EVENT, {
    'PUT /api/events/e1/venue': [200, { ...EVENT, venue: VENUE }],
  });
  expect(field('Capacity over all areas').value).toBe('');
  dialog.getByText('No limit over all areas.');
  expect(thresholds()).toEqual(['75', '90', '100', '', '']);
  await user.type(field('Capacity over all areas'), '500');
  dialog.getByText('500');
  await user.clear(field('Staff, not counted'));
  await user.type(field('Staff, not counted'), '20');
  await user.clear(field('Safety margin in %'));
  await user.type(field('Safety margin in %'), '10');
  dialog.getByText('430');
  await user.clear(field('Alert 2, in % full'));
  await user.type(field('Alert 5, in % full'), '60');
  await user.type(field('Alert 4, in % full'), '75');
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(calls.filter(({ method }) => method === 'PUT').map(({ body }) => body)).toEqual([
    { ...VENUE, alertThresholds: [60, 75, 100] },
  ]);
});

test('shows what is set, and takes it away again', async () => {
  const { user, dialog, field, thresholds, calls } = await openVenue(
    { ...EVENT, venue: VENUE },
    { 'PUT /api/events/e1/venue': [200, EVENT] },
  );
  expect(field('Capacity over all areas').value).toBe('500');
  expect(thresholds()).toEqual(['80', '100', '', '', '']);
  dialog.getByText('430');
  for (const name of ['Capacity over all areas', 'Staff, not counted', 'Safety margin in %'])
    await user.clear(field(name));
  dialog.getByText('No limit over all areas.');
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(calls.find(({ method }) => method === 'PUT')?.body).toEqual({
    capacity: null,
    staffAllowance: 0,
    safetyMarginPercent: 0,
    alertThresholds: [80, 100],
  });
  await user.click(screen.getByRole('button', { name: 'Event options' }));
  await user.click(screen.getByRole('menuitem', { name: 'Venue and Alerts' }));
  expect(await screen.findByLabelText('Capacity over all areas')).toHaveProperty('value', '');
});

test.each([
  ['Capacity over all areas', '0', 'Venue capacity must be a whole number from 1 to 1,000,000.'],
  ['Staff, not counted', '450', 'Staff allowance and safety margin leave no places for guests.'],
  ['Safety margin in %', '51', 'Safety margin must be a whole number from 0 to 50 percent.'],
  ['Alert 1, in % full', 'many', 'Alerts need at most 5 whole numbers from 1 to 200 percent.'],
])('%s is not %s', async (name, typed, text) => {
  const { user, dialog, field, calls } = await openVenue({ ...EVENT, venue: VENUE });
  await user.clear(field(name));
  await user.type(field(name), typed);
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  expect(dialog.getByRole('alert').textContent).toBe(text);
  await user.type(field(name), '1');
  expect(dialog.queryByRole('alert')).toBeNull();
  expect(calls.some(({ method }) => method === 'PUT')).toBe(false);
});

test('a refusal of the server stays in the dialog', async () => {
  const { user, dialog } = await openVenue(EVENT, {
    'PUT /api/events/e1/venue': refusal(403, 'You are not allowed to do this.', 'forbidden'),
  });
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  expect((await dialog.findByRole('alert')).textContent).toBe('You are not allowed to do this.');
});
