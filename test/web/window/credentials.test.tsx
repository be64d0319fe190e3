import { screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { browserLine } from '../../../web/src/realtime/socket/browser-line';
import { ACCOUNT_API, EVENT } from '../support/account';
import { FakeWebSocket, socketTo } from '../support/fake-sockets';
import { renderApp } from '../support/render-app';
import { stubApi } from '../support/stub-api';

test('every call and every socket goes to the page’s own origin, and calls include its cookies', async () => {
  localStorage.setItem('headroom.selectedEventId', EVENT.eventId);
  const calls = stubApi({
    ...ACCOUNT_API,
    'PATCH /api/events/e1': [200, { ...EVENT, eventName: 'Another name' }],
    'POST /api/auth/logout': [200, { success: true }],
  });
  const { user } = renderApp('/app');
  await screen.findByRole('heading', { name: EVENT.eventName });
  await socketTo('/api/events/e1/socket');
  await socketTo('/api/account/socket');
  await user.click(screen.getByRole('button', { name: 'Event options' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Rename Event' }));
  const name = await screen.findByPlaceholderText('Enter new event name');
  await user.clear(name);
  await user.type(name, 'Another name');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByRole('heading', { name: 'Another name' });
  await user.click(screen.getByRole('button', { name: 'Log out' }));
  await waitFor(() => expect(screen.getByTestId('path').textContent).toBe('/login'));

  expect(new Set(calls.map(({ method }) => method))).toEqual(new Set(['GET', 'PATCH', 'POST']));
  for (const { path, credentials } of calls) {
    expect(new URL(path, location.href).origin, path).toBe(location.origin);
    expect(credentials, path).toBe('same-origin');
  }
  expect(FakeWebSocket.all.length).toBeGreaterThanOrEqual(2);
  for (const { url } of FakeWebSocket.all) expect(new URL(url).host).toBe(location.host);
});

test.each([
  ['https://crowd.example.com/app?area=a1', 'wss://crowd.example.com/api/account/socket?v=1'],
  ['http://localhost:8787/app', 'ws://localhost:8787/api/account/socket?v=1'],
])('a page at %s opens a socket to %s, to which a browser sends that origin’s cookies', (page, url) => {
  vi.stubGlobal('location', new URL(page));
  const listeners = { opened: vi.fn<() => void>(), message: vi.fn<() => void>(), closed: vi.fn<() => void>() };
  browserLine.openSocket('/api/account/socket?v=1', listeners);
  expect(FakeWebSocket.all.map((socket) => socket.url)).toEqual([url]);
});
