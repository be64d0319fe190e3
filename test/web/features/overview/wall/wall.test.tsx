import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { readDevice } from '../../../../../web/src/device/device';
import { EVENT, TWO_EVENTS_API } from '../../../support/account';
import { alert } from '../../../support/alerts';
import { area } from '../../../support/areas';
import { joinRoom, openApp, path } from '../../../support/dashboard';
import { DRILL } from '../../../support/evacuations';
import { stubApi } from '../../../support/stub-api';

/** Loads the screen's code first, so that tests wait only for the screen. */
beforeAll(() => import('../../../../../web/src/features/overview/wall/wall'));

const WALL = '/app/overview?wall';

function setWindow(width: number, height: number): void {
  Object.assign(window, { innerWidth: width, innerHeight: height });
  fireEvent(window, new UIEvent('resize'));
}
const before = { width: window.innerWidth, height: window.innerHeight };
beforeEach(() => setWindow(1920, 1080));
afterEach(() => {
  vi.useRealTimers();
  setWindow(before.width, before.height);
});

const tile = (name: string) => screen.findByRole('article', { name });
const lines = (of: HTMLElement) =>
  within(of)
    .getAllByRole('listitem')
    .map((line) => line.textContent);

async function open() {
  const app = openApp(TWO_EVENTS_API, WALL);
  await tile('Warehouse Friday');
  return app;
}

test('the wall shows the fullest event and area first, with their levels in words for those who see no colors', async () => {
  await open();
  const bar = area({ areaId: 'a2', areaName: 'Bar', currentOccupancy: 95, capacity: 100 });
  await joinRoom({ areas: [area({ currentOccupancy: 40, capacity: 100 }), bar], alerts: [alert({ areaId: 'a2' })] });
  await joinRoom({ areas: [area({ areaId: 'a9', areaName: 'Lawn', currentOccupancy: 100, capacity: 100 })] }, 'e2');
  const tiles = screen.getAllByRole('article');
  expect(tiles.map((one) => [one.getAttribute('aria-label'), one.dataset.level])).toEqual([
    ['Riverside', 'full'],
    ['Warehouse Friday', 'danger'],
  ]);
  const warehouse = await tile('Warehouse Friday');
  expect(lines(warehouse)).toEqual(['Bar9595%', 'Main Stage4040%']);
  expect(
    within(warehouse)
      .getAllByRole('img')
      .map((shape) => shape.getAttribute('aria-label')),
  ).toEqual(['Danger', 'Danger', 'Alert not acknowledged', 'Normal']);
  within(warehouse).getByText('of 200 (sum of the areas)');
  const link = within(warehouse).getByRole('link', { name: 'One alert not acknowledged. Alerts of Warehouse Friday' });
  expect(link.getAttribute('href')).toBe('/app/alerts?event=e1');
});

/** docs/product.md, W5, W7. */
test('without a connection the wall says so at the top and on each tile, and since when', async () => {
  await open();
  const room = await joinRoom({ areas: [area({ currentOccupancy: 40 })] });
  const other = await joinRoom({ areas: [] }, 'e2');
  expect(screen.queryByRole('alert')).toBeNull();
  stubApi({ ...TWO_EVENTS_API, 'GET /api/events/e1/areas': 'offline', 'GET /api/events/e2/areas': 'offline' });
  await room.closeWith(1006);
  const warehouse = await tile('Warehouse Friday');
  within(warehouse).getByText(/^NO CONNECTION since \d\d:\d\d$/);
  expect(warehouse.dataset.old).toBe('true');
  expect(screen.queryByRole('alert')).toBeNull();
  await other.closeWith(1006);
  expect(screen.getByRole('alert').textContent).toMatch(/NO CONNECTION since \d\d:\d\d$/);
});

test('the address holds the choice of events, and the sound of this device can be turned off', async () => {
  const { user } = await open();
  await user.click(screen.getByRole('button', { name: 'Choose events' }));
  const dialog = await screen.findByRole('dialog', { name: 'Choose events' });
  await user.click(within(dialog).getByRole('checkbox', { name: 'Riverside' }));
  await user.click(within(dialog).getByRole('button', { name: 'Done' }));
  await tile('Riverside');
  expect(screen.queryByRole('article', { name: 'Warehouse Friday' })).toBeNull();
  expect(path()).toBe('/app/overview?wall=&events=e2');
  await user.click(screen.getByRole('button', { name: 'Turn the alarm off' }));
  expect(readDevice().sound).toBe(false);
  await user.click(screen.getByRole('button', { name: 'Turn the alarm on' }));
  expect(readDevice().sound).toBe(true);
});

test('pages turn by themselves, with the arrow keys, and not while somebody uses the screen', async () => {
  const many = Array.from({ length: 60 }, (_, i) => ({ ...EVENT, eventId: `m${i}`, eventName: `Event ${i}` }));
  const answers = Object.fromEntries(
    many.map(({ eventId }) => [`GET /api/events/${eventId}/areas`, [200, { areas: [] }] as const]),
  );
  openApp({ ...TWO_EVENTS_API, ...answers, 'GET /api/events': [200, many] }, WALL);
  await screen.findByText('Page 1 of 2');
  await act(() => vi.dynamicImportSettled());
  vi.useFakeTimers();
  fireEvent.keyDown(document.body, { key: 'ArrowRight' });
  screen.getByText('Page 2 of 2');
  fireEvent.keyDown(document.body, { key: 'ArrowRight' });
  screen.getByText('Page 1 of 2');
  act(() => void vi.advanceTimersByTime(14_000));
  fireEvent.pointerMove(document.body);
  act(() => void vi.advanceTimersByTime(14_000));
  screen.getByText('Page 1 of 2');
  act(() => void vi.advanceTimersByTime(2_000));
  screen.getByText('Page 2 of 2');
  fireEvent.click(screen.getByRole('button', { name: 'Stay on this page' }));
  act(() => void vi.advanceTimersByTime(60_000));
  expect(screen.getByText(/^Page/).textContent).toBe('Page 2 of 2');
});

test('a wall without events says so', async () => {
  openApp({ ...TWO_EVENTS_API, 'GET /api/events': [200, []] }, WALL);
  await waitFor(() => expect(screen.getByRole('main').textContent).toContain('You have no events yet.'));
});

test('a tile says how many people are still inside in a drill, and who has not confirmed the newest order', async () => {
  const since = '2026-11-20T22:41:00.000Z';
  const device = { isAdmin: false, isOnline: true, since };
  const target = { type: 'event' } as const;
  const order = { orderId: 'o1', kind: 'hold', target, note: null, givenAt: since, givenBy: null } as const;
  const waiting = [
    { ...device, deviceId: 'd1', deviceName: 'West' },
    { ...device, deviceId: 'd2', deviceName: 'East' },
    { ...device, deviceId: 'd3', deviceName: 'Gone', isOnline: false },
  ];
  const given = { ...order, confirmations: [], waiting };
  openApp(
    { ...TWO_EVENTS_API, 'GET /api/events/e1/orders': [200, { readAt: '2026-11-20T22:41:42.000Z', orders: [given] }] },
    WALL,
  );
  const warehouse = await tile('Warehouse Friday');
  await joinRoom({ areas: [area({ currentOccupancy: 40, capacity: 100 })], evacuation: DRILL, orders: [order] });
  await within(warehouse).findByText('Hold · waits for West, 42 s (+1)');
  expect(within(warehouse).getByTestId('running').textContent).toBe('DRILL · 3 still inside');
  expect(warehouse.dataset['running']).toBe('drill');
  expect(lines(warehouse)).toEqual(['Main Stage4040%']);
  setWindow(390, 844);
  await within(warehouse).findByText('Hold · 0 of 2 confirmed');
});
