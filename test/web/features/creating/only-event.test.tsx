import { cleanup, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { EVENT } from '../../support/account';
import { area } from '../../support/areas';
import { socketTo, stubSockets } from '../../support/fake-sockets';
import { loggedIn } from '../../support/new-account';
import { renderApp } from '../../support/render-app';
import { stubApi } from '../../support/stub-api';

const SELECTED = 'headroom.selectedEventId';
const OTHER = { ...EVENT, eventId: 'e2', eventName: 'Summer' };
const begin = () => screen.findByText('Please select an event to begin.');

beforeEach(stubSockets);

test('the only event opens by itself on a new device, and is kept', async () => {
  stubApi(loggedIn([EVENT], [area()]));
  renderApp('/app');
  await screen.findByRole('heading', { name: EVENT.eventName });
  expect(localStorage.getItem(SELECTED)).toBe('e1');
});

test('one of several does not', async () => {
  stubApi(loggedIn([EVENT, OTHER], [area()]));
  renderApp('/app');
  await begin();
  expect(localStorage.getItem(SELECTED)).toBeNull();
});

test('after a deletion the one that is left does not open, then or at the next visit', async () => {
  localStorage.setItem(SELECTED, 'e2');
  const events = [EVENT, OTHER];
  stubApi({ ...loggedIn(events, [area()]), 'GET /api/events/e2/areas': [200, { areas: [] }] });
  renderApp('/app');
  await screen.findByRole('heading', { name: 'Summer' });
  const hub = await socketTo('/api/account/socket');
  await hub.open();
  events.pop();
  await hub.receive({ type: 'event_deleted', eventId: 'e2' });
  await begin();
  cleanup();
  renderApp('/app');
  await begin();
  await waitFor(() => expect(screen.queryByRole('heading', { name: EVENT.eventName })).toBeNull());
});

test('one that comes while the page is open does not open under a person’s hands', async () => {
  stubApi(loggedIn());
  renderApp('/app');
  await screen.findByRole('region', { name: 'Your first event' });
  const hub = await socketTo('/api/account/socket');
  await hub.open();
  await hub.receive({ type: 'event_created', event: EVENT });
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Your first event' })).toBeNull());
  await begin();
  expect(localStorage.getItem(SELECTED)).toBeNull();
});
