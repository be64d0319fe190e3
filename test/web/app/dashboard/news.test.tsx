import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { area, sync } from '../../support/areas';
import { socketTo, stubSockets } from '../../support/fake-sockets';
import { renderApp } from '../../support/render-app';
import { type Answer, refusal, stubApi } from '../../support/stub-api';

const ADMIN = { username: 'a@b.co', role: 'admin', subscriptionStatus: 'active' };
const EVENT = { eventId: 'e1', eventName: 'Warehouse Friday', accessCode: 'ABCD2346' };
let me: Answer;
let events: Answer;
let capacity: number;

/** The dashboard with its selected event, live. */
async function openDashboard() {
  const calls = stubApi({
    'GET /api/auth/verify': [200, { success: true, user: ADMIN }],
    'GET /api/users/me': () => me,
    'GET /api/events': () => events,
    'GET /api/events/e1/areas': () => [200, { areas: [area({ capacity })] }],
  });
  const { user } = renderApp('/app');
  await screen.findByRole('article', { name: 'Main Stage' });
  const room = await socketTo('/api/events/e1/socket');
  await room.open();
  await room.receive(sync());
  return { calls, room, user };
}

beforeEach(() => {
  stubSockets();
  vi.spyOn(Math, 'random').mockReturnValue(0);
  vi.spyOn(console, 'warn').mockReturnValue();
  localStorage.setItem('headroom.selectedEventId', 'e1');
  me = [200, ADMIN];
  events = [200, [EVENT]];
  capacity = 100;
});

test('force_refresh loads the user, the events and the areas again', async () => {
  const { calls, room } = await openDashboard();
  // Late enough for the room's next word, which is older than what the call answers.
  vi.spyOn(Math, 'random').mockReturnValue(0.5);
  me = [200, { ...ADMIN, subscriptionStatus: 'past_due' }];
  events = [200, [{ ...EVENT, eventName: 'Warehouse Saturday' }]];
  capacity = 250;
  await room.receive({ type: 'force_refresh' });
  await room.receive(sync({ subscriptionStatus: 'past_due' }));
  await screen.findByRole('button', { name: 'Update Billing' });
  await waitFor(() => expect(calls.some(({ path }) => path === '/api/users/me')).toBe(true));
  await screen.findByRole('heading', { name: 'Warehouse Saturday' });
  expect(await screen.findByText('of 250')).toBeTruthy();
});

test('a user that cannot be loaded is only logged', async () => {
  const { calls, room } = await openDashboard();
  me = refusal(500, 'Something went wrong.', 'internal');
  await room.receive({ type: 'force_refresh' });
  await waitFor(() => expect(console.warn).toHaveBeenCalled());
  expect(calls.some(({ path }) => path === '/api/users/me')).toBe(true);
  expect(screen.queryByRole('alert')).toBeNull();
  screen.getByRole('article', { name: 'Main Stage' });
});

test('events_changed loads the list of events again', async () => {
  const { calls } = await openDashboard();
  const hub = await socketTo('/api/account/socket');
  await hub.open();
  events = [200, [{ ...EVENT, eventName: 'Warehouse Sunday' }]];
  await hub.receive({ type: 'events_changed' });
  await screen.findByRole('heading', { name: 'Warehouse Sunday' });
  expect(calls.some(({ path }) => path === '/api/users/me')).toBe(false);
});

test('areas_changed loads the list of areas again, occupancy_updated needs no call', async () => {
  const { calls, room } = await openDashboard();
  capacity = 400;
  await room.receive({ type: 'areas_changed', eventId: 'e1' });
  await screen.findByText('of 400');
  const made = calls.length;
  const { areaName: _name, capacity: _capacity, ...count } = area({ currentOccupancy: 7, totalEntries: 9, version: 1 });
  await room.receive({ type: 'occupancy_updated', eventId: 'e1', version: 1, areas: [count] });
  await waitFor(() => expect(screen.getByTestId('occupancy').textContent).toBe('7'));
  screen.getByText('of 400');
  expect(calls).toHaveLength(made);
});

test('a rename that the room tells beside its counts reaches the screen; an event that is not known is not added', async () => {
  const { room, user } = await openDashboard();
  await room.receive(sync({ event: { ...EVENT, eventName: 'Warehouse Saturday' } }));
  await screen.findByRole('heading', { name: 'Warehouse Saturday' });
  await room.receive(sync({ event: { ...EVENT, eventId: 'e7', eventName: 'Deleted meanwhile' } }));
  await user.click(screen.getByRole('button', { name: 'Event options' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Switch Event' }));
  await screen.findByRole('button', { name: 'Warehouse Saturday' });
  expect(screen.queryByRole('button', { name: 'Deleted meanwhile' })).toBeNull();
});

test('a call of a page without a socket brings the rename and the lock', async () => {
  stubApi({
    'GET /api/auth/verify': [200, { success: true, user: ADMIN }],
    'GET /api/events': [200, [EVENT]],
    'GET /api/events/e1/areas': [
      200,
      {
        areas: [area()],
        event: { ...EVENT, eventName: 'Warehouse Saturday' },
        countingAllowed: false,
        subscriptionStatus: 'unpaid',
      },
    ],
  });
  renderApp('/app');
  await screen.findByRole('heading', { name: 'Warehouse Saturday' });
  const plus = await screen.findByRole('button', { name: /^Add one to/ });
  expect(plus).toHaveProperty('disabled', true);
});
