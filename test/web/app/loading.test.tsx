import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { ADMIN, DOOR, EVENT } from '../support/account';
import { area } from '../support/areas';
import { deferred } from '../support/deferred';
import { stubSockets } from '../support/fake-sockets';
import { renderApp } from '../support/render-app';
import { type Answer, stubApi } from '../support/stub-api';

beforeEach(() => {
  stubSockets();
  localStorage.setItem('headroom.selectedEventId', 'e1');
});

test.each([
  ['an admin', ADMIN, 'GET /api/events', [EVENT]],
  ['an access code', DOOR, 'GET /api/events/by-access-code/ABCD2346', EVENT],
])('%s sees that the event is loading, then that its areas are', async (_who, user, call, answer) => {
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
