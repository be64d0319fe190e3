import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { Order } from '../../../../../src/shared/orders/schemas';
import { readDevice } from '../../../../../web/src/device/device';
import { EVENT, TWO_EVENTS_API } from '../../../support/account';
import { alert } from '../../../support/alerts';
import { area } from '../../../support/areas';
import { joinRoom, openApp, path } from '../../../support/dashboard';
import { MINUTE_MS } from '../../../../../src/shared/durations';
import { DRILL, EVACUATION } from '../../../support/evacuations';
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
test('a number of which machines may have missed people has that in place of its flow, and no forecast', async () => {
  await open();
  await joinRoom({ areas: [area({ currentOccupancy: 95, capacity: 100, mayBeLowBy: 1_234 })] });
  const warehouse = await tile('Warehouse Friday');
  await waitFor(() => expect(lines(warehouse)).toEqual(['Main StageMain Stage up to 1,234 missing9595%']));
  expect(warehouse.querySelector('.wall-line')?.textContent).toContain('Warehouse Friday up to 1,234 missing');
  expect(warehouse.textContent).not.toMatch(/Full in|Filling|Steady/);
});

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
  await user.click(screen.getByRole('button', { name: /^Sound is off/ }));
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
  const room = await joinRoom({ areas: [] }, 'm0');
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
  // An evacuation takes the wall to its page, and no page turns away from it.
  await room.receive({ type: 'evacuation_changed', eventId: 'm0', evacuation: EVACUATION });
  expect(screen.getByText(/^Page/).textContent).toBe('Page 1 of 2');
  fireEvent.click(screen.getByRole('button', { name: 'Turn pages' }));
  act(() => void vi.advanceTimersByTime(60_000));
  expect(screen.getByText(/^Page/).textContent).toBe('Page 1 of 2');
});

test('a wall without events says so', async () => {
  openApp({ ...TWO_EVENTS_API, 'GET /api/events': [200, []] }, WALL);
  await waitFor(() => expect(screen.getByRole('main').textContent).toContain('You have no events yet.'));
});

const SINCE = '2026-11-20T22:41:00.000Z';
const READ_AT = '2026-11-20T22:41:42.000Z';
const HOLD = {
  orderId: 'o1',
  kind: 'hold',
  target: { type: 'event' },
  note: null,
  givenAt: SINCE,
  givenBy: null,
} satisfies Order;
const OPEN = { ...HOLD, orderId: 'o2', kind: 'open' } satisfies Order;
const waits = (deviceName: string, isOnline = true) => ({
  deviceId: deviceName,
  deviceName,
  isAdmin: false,
  isOnline,
  since: SINCE,
});
const said = (of: HTMLElement, id: string) =>
  within(of)
    .queryAllByTestId(id)
    .map(({ textContent }) => textContent);

test('a tile says who has not confirmed, the strictest order first, and in a drill keeps the number of the day', async () => {
  const given = (order: Order, waiting: object[]) => ({ ...order, confirmations: [], waiting });
  const orders = [given(OPEN, []), given(HOLD, [waits('West'), waits('East'), waits('Gone', false)])];
  openApp({ ...TWO_EVENTS_API, 'GET /api/events/e1/orders': [200, { readAt: READ_AT, orders }] }, WALL);
  const warehouse = await tile('Warehouse Friday');
  const stop = { ...HOLD, orderId: 'o3', kind: 'stop', target: { type: 'device', deviceId: 'd9' } } satisfies Order;
  await joinRoom({
    areas: [area({ currentOccupancy: 40, capacity: 100 })],
    evacuation: DRILL,
    orders: [OPEN, HOLD, stop].map((order) => ({ ...order, isForYou: false })),
  });
  await within(warehouse).findByText('waits for West, 42 s · East, 42 s');
  expect(said(warehouse, 'order')).toEqual(['Stop · NOT A DRILL', 'Hold · NOT A DRILL0 of 2 confirmed']);
  expect(said(warehouse, 'order-waits')).toEqual(['', 'waits for West, 42\u00A0s · East, 42\u00A0s+1']);
  within(warehouse).getByText('one more order');
  expect(said(warehouse, 'running')).toEqual([expect.stringMatching(/^DRILL3 still inside[\d:]+$/)]);
  expect([warehouse.dataset['running'], said(warehouse, 'crowd')[0]]).toEqual(['drill', '40']);
  expect(lines(warehouse).at(-1)).toBe('Main Stage4040%');
  setWindow(390, 844);
  await within(warehouse).findByText('waits for West, 42 s');
});

test('an evacuation is in the bar and first on the wall, without fullness, and screen readers are told at once', async () => {
  await open();
  await joinRoom({ areas: [area({ areaId: 'a9', areaName: 'Lawn', currentOccupancy: 100, capacity: 100 })] }, 'e2');
  const room = await joinRoom({
    areas: [area({ currentOccupancy: 12, capacity: 100 })],
    alerts: [alert({ alertId: '1' })],
  });
  expect(screen.queryByRole('alert')).toBeNull();
  screen.getByRole('link', { name: /Alerts of Warehouse Friday/ });
  await room.receive({ type: 'evacuation_changed', eventId: 'e1', evacuation: EVACUATION });
  expect(screen.getByRole('alert').textContent).toBe('EVACUATION: Warehouse Friday.');
  expect(screen.getByTestId('bar-running').textContent).toMatch(/^EVACUATIONWarehouse Friday12 still inside[\d:]+$/);
  const [first] = screen.getAllByRole('article');
  expect(first?.getAttribute('aria-label')).toBe('Warehouse Friday');
  expect(first && lines(first).at(-1)).toBe('Main Stage12');
  expect(screen.queryByRole('link', { name: /Alerts of Warehouse Friday/ })).toBeNull();
  const startedAt = new Date(Date.now() - 9.55 * MINUTE_MS).toISOString();
  await room.receive({
    type: 'evacuation_changed',
    eventId: 'e1',
    evacuation: { ...EVACUATION, startedAt, targetMinutes: 8 },
  });
  const exceeded = expect.stringMatching(/9:3\d.*Target \+1:3\d$/);
  expect([screen.getByTestId('bar-running').textContent, first && said(first, 'running')[0]]).toEqual([
    exceeded,
    exceeded,
  ]);
  setWindow(390, 844);
  await screen.findByText(/^Target \+1:3\d$/, { selector: '.wall-note strong' });
  expect(first && said(first, 'running')[0]).toMatch(/^EVACUATION9:3\d$/);
});
