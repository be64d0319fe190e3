import { act, screen, within } from '@testing-library/react';
import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { Display } from '../../../../src/shared/schemas/display';
import { display, displayFrame } from '../../support/displays';
import { FakeWebSocket, socketTo, stubSockets } from '../../support/fake-sockets';
import { renderApp } from '../../support/render-app';
import { stubApi } from '../../support/stub-api';

/** So that what a test waits for is the screen, and not the loading of its code. */
beforeAll(() => import('../../../../web/src/features/display/display-screen'));
beforeEach(stubSockets);

const LINK = '/display/token-1';
const CALL = 'GET /api/displays/token-1';

/** Opens the link on an event that is like this, and answers the calls made. */
async function open(shown: Display, link = LINK) {
  const calls = stubApi({ [CALL]: [200, shown] });
  renderApp(link);
  await screen.findByRole('heading', { name: new RegExp(shown.eventName) });
  return calls;
}

const sign = (name: string) => within(screen.getByRole('region', { name }));
const words = () => screen.getByTestId('words').textContent;
const figure = () => screen.getByTestId('figure').textContent;

test('it asks nobody who is logged in, and has neither header nor links', async () => {
  localStorage.setItem('headroom.user', JSON.stringify({ username: 'a@b.co', role: 'admin' }));
  const calls = await open(display());
  expect(calls.map(({ path }) => path)).toEqual(['/api/displays/token-1']);
  expect(screen.queryByRole('link')).toBeNull();
});

test.each([
  [40, 100, '60', 'Come in', 'go'],
  [91, 100, '9', 'Nearly full', 'nearly_full'],
  [100, 100, '0', 'Full – please wait', 'stop'],
  [130, 100, '0', 'Full – please wait', 'stop'],
  [12, 1_000_000, '999,988', 'Come in', 'go'],
  [1234, 0, '1,234', 'Come in', 'unlimited'],
])('%i inside of %i: %s, %s', async (occupancy, capacity, shownFigure, said, state) => {
  await open(display({ areas: [{ areaId: 'a1', areaName: 'Bar', occupancy, capacity }] }));
  expect(figure()).toBe(shownFigure);
  expect(words()).toBe(said);
  expect(sign('Bar').getByText(state === 'unlimited' ? 'people inside' : 'places left')).toBeTruthy();
  expect(screen.getByRole('main').dataset.state).toBe(state);
});

test('it follows the socket, and says to screen readers what has changed but not each number', async () => {
  await open(display({ total: { occupancy: 10, capacity: 20 } }));
  const socket = await socketTo('/api/displays/token-1/socket?v=3');
  await socket.open();
  const announced = screen.getByText('Come in', { selector: 'output' });
  await socket.receive(displayFrame({ total: { occupancy: 12, capacity: 20 } }));
  expect(figure()).toBe('8');
  expect(announced.textContent).toBe('Come in');
  await socket.receive(displayFrame({ total: { occupancy: 20, capacity: 20 } }));
  expect(words()).toBe('Full – please wait');
  expect(announced.textContent).toBe('Full – please wait');
});

const bar = { areaId: 'a1', areaName: 'Bar', occupancy: 3, capacity: 10 };
const yard = { areaId: 'a2', areaName: 'Yard', occupancy: 10, capacity: 10 };

test('several areas each have a sign with their name; a link may name one of them', async () => {
  await open(display({ areas: [bar, yard] }));
  expect(sign('Bar').getByTestId('words').textContent).toBe('Come in');
  expect(sign('Yard').getByTestId('words').textContent).toBe('Full – please wait');
  expect(screen.getByRole('heading', { name: 'Yard' })).toBeTruthy();
  expect(screen.getByText('Bar Come in. Yard Full – please wait', { selector: 'output' })).toBeTruthy();
});

test('a link to one area shows that one, and says so when it is gone', async () => {
  await open(display({ areas: [bar, yard], total: { occupancy: 13, capacity: 500 } }), `${LINK}?area=a2`);
  expect(screen.getByRole('heading', { name: 'Open Air · Yard' })).toBeTruthy();
  expect(figure()).toBe('0');
  const socket = await socketTo('/api/displays/token-1/socket');
  await socket.open();
  await socket.receive(displayFrame({ areas: [bar] }));
  expect(screen.getByText('This area is no longer there.')).toBeTruthy();
});

test('without a connection it says so and since when; half a minute later it lets nobody in', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  try {
    await open(display({ occupancy: 40 }));
    const socket = await socketTo('/api/displays/token-1/socket');
    await socket.open();
    await socket.receive(displayFrame({ occupancy: 40 }));
    stubApi({ [CALL]: 'offline' });
    await socket.closeWith(1006);
    expect(screen.getByText(/^No connection since \d\d:\d\d\. Trying again…$/)).toBeTruthy();
    expect(words()).toBe('Come in');
    await act(() => vi.advanceTimersByTimeAsync(30_000));
    expect(words()).toBe('Please ask the staff');
    expect(screen.queryByTestId('figure')).toBeNull();
    expect(screen.getByRole('main').dataset.state).toBe('unknown');
  } finally {
    vi.useRealTimers();
  }
});

test('a revoked link says so in plain words, and shows nothing else', async () => {
  await open(display());
  const socket = await socketTo('/api/displays/token-1/socket');
  await socket.open();
  await socket.closeWith(4401);
  expect(screen.getByText('This link is no longer valid.')).toBeTruthy();
  expect(screen.queryByTestId('words')).toBeNull();
  expect(screen.queryByText('Open Air')).toBeNull();
});

test('an unknown link says so too, and opens no socket', async () => {
  stubApi({});
  renderApp(LINK);
  await screen.findByText('This link is no longer valid.');
  expect(FakeWebSocket.all).toEqual([]);
});

test('an event without areas has nothing to show, and says so', async () => {
  await open(display({ areas: [] })).catch(() => undefined);
  expect(screen.getByText('This event has no areas yet.')).toBeTruthy();
});

test('the screen is kept on, and the pointer goes while nobody moves it', async () => {
  const request = vi.fn<(type: string) => Promise<{ released: boolean; release: () => void }>>(async () => ({
    released: false,
    release: () => undefined,
  }));
  vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { wakeLock: { request } }));
  vi.useFakeTimers({ shouldAdvanceTime: true });
  try {
    await open(display());
    expect(request).toHaveBeenCalledExactlyOnceWith('screen');
    const main = screen.getByRole('main');
    expect(main.dataset.idle).toBe('false');
    await act(() => vi.advanceTimersByTimeAsync(4_000));
    expect(main.dataset.idle).toBe('true');
    act(() => void window.dispatchEvent(new Event('pointermove')));
    expect(main.dataset.idle).toBe('false');
  } finally {
    vi.useRealTimers();
  }
});

test('it fills the screen on demand, where the device lets a page do so', async () => {
  const requestFullscreen = vi.fn<() => Promise<void>>(async () => undefined);
  Object.assign(document, { fullscreenElement: null, fullscreenEnabled: true });
  Object.assign(document.documentElement, { requestFullscreen });
  await open(display());
  act(() => screen.getByRole('button', { name: 'Full screen' }).click());
  expect(requestFullscreen).toHaveBeenCalledOnce();
  Object.assign(document, { fullscreenElement: document.documentElement });
  act(() => void document.dispatchEvent(new Event('fullscreenchange')));
  expect(screen.getByRole('button', { name: 'Leave full screen' })).toBeTruthy();
});

test('where a newer version is served the page becomes it by itself', async () => {
  const script = document.head.appendChild(document.createElement('script'));
  script.type = 'module';
  script.setAttribute('src', '/assets/old.js');
  vi.useFakeTimers({ shouldAdvanceTime: true });
  try {
    await open(display());
    const fetched = vi.fn<(path: string) => Promise<Response>>(
      async () => new Response('<script src="/assets/new.js">'),
    );
    vi.stubGlobal('fetch', fetched);
    await act(() => vi.advanceTimersByTimeAsync(10 * 60_000));
    expect(fetched.mock.calls.filter(([path]) => path === '/app')).not.toEqual([]);
    // jsdom has no navigation: that it was asked for is kept.
    expect(sessionStorage.getItem('headroom.reloadedFrom')).toBe('/assets/old.js');
  } finally {
    vi.useRealTimers();
    script.remove();
  }
});
