import { screen, waitFor, within } from '@testing-library/react';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import type { GivenOrder, Order } from '../../../../src/shared/orders/schemas';
import { DRILL, EVACUATION } from '../../support/evacuations';
import { deferred } from '../../support/deferred';
import { asNew, BROKEN, joinRoom, makeDoorScreen, openAdmin, press } from '../../support/dashboard';
import type { Answer } from '../../support/stub-api';

/** Tests how the control room gives orders, sees who has not confirmed them, and ends them. */

beforeEach(asNew);
// The page's code takes long to load for the first time.
beforeAll(() => import('../../../../web/src/features/doors/doors-screen'));

const READ_AT = '2026-11-20T22:41:42.000Z';
const ORDERS = '/api/events/e1/orders';
const DOORS = '/app/events/e1/doors';
const waiting = { isAdmin: false, isOnline: true, since: '2026-11-20T22:41:00.000Z' };
const GIVEN: GivenOrder = {
  orderId: 'o1',
  kind: 'stop',
  target: { type: 'area', areaId: 'a2' },
  note: 'Spill at the bar',
  givenAt: '2026-11-20T22:41:00.000Z',
  givenBy: null,
  confirmations: [{ deviceId: 'd1', deviceName: 'Door 1', isAdmin: false, at: READ_AT }],
  waiting: [
    { ...waiting, deviceId: 'd3', deviceName: 'Door 3' },
    { ...waiting, deviceId: 'd4', deviceName: 'Door 4', since: '2026-11-20T22:39:30.000Z' },
    { ...waiting, deviceId: 'd5', deviceName: 'Door 5', isOnline: false },
  ],
};
const listOf = (...orders: GivenOrder[]) => [200, { readAt: READ_AT, orders }] as const;
const DEVICE = {
  deviceId: 'd3',
  deviceName: 'Door 3',
  direction: 'in',
  isAdmin: false,
  isOnline: true,
  offlineSince: null,
  lastTapAt: null,
  ins: 0,
  outs: 0,
};

test('the page of the doors lists who has not confirmed an order and for how long; its end can be undone for ten seconds', async () => {
  const { user, made } = openAdmin(
    {
      [`GET ${ORDERS}`]: listOf(GIVEN),
      [`DELETE ${ORDERS}/o1`]: listOf(),
    },
    DOORS,
  );
  await joinRoom();
  const doors = within(await screen.findByRole('region', { name: 'Orders' }));
  const list = within(await doors.findByRole('list', { name: 'Orders in force' }));
  list.getByText('Stop · Doors of Bar');
  list.getByText('Spill at the bar');
  list.getByText(/Confirmed by 1 of 3/);
  list.getByText(/^Not confirmed by: Door 3, 4\d s · Door 4, 2:1\d · Door 5 \(offline\)$/);
  const END = 'End: Stop, Doors of Bar';
  await user.click(list.getByRole('button', { name: END }));
  await user.click(list.getByRole('button', { name: 'Undo the end of Stop, Doors of Bar' }));
  await user.click(list.getByRole('button', { name: END }));
  expect(made('DELETE')).toEqual([]);
  // Whoever leaves means it: it ends at once, and only once.
  window.dispatchEvent(new Event('pagehide'));
  await doors.findByText('No order is in force. Doors let people in as usual.');
  expect(made('DELETE')).toHaveLength(1);
});

test('an order is given to all doors, to an area or to one door, with a note', async () => {
  const { user, made } = openAdmin(
    {
      [`GET ${ORDERS}`]: listOf(),
      [`POST ${ORDERS}`]: [201, { readAt: READ_AT, orders: [GIVEN] }],
      'GET /api/events/e1/devices': [200, { devices: [{ ...DEVICE, deviceId: 'NEKW', deviceName: null }, DEVICE] }],
    },
    DOORS,
  );
  await joinRoom();
  const doors = within(await screen.findByRole('region', { name: 'Orders' }));
  await user.click(await doors.findByRole('button', { name: 'Give an Order' }));
  await user.click(screen.getByRole('radio', { name: /^One in, one out/ }));
  await screen.findByRole('option', { name: 'Only Door 3' });
  // A door with a name is found first.
  const whom = screen.getAllByRole('option').map(({ textContent }) => textContent);
  expect(whom.slice(-2)).toEqual(['Only Door 3', 'Only Device NEKW']);
  await user.selectOptions(screen.getByRole('combobox', { name: 'For' }), 'Only Door 3');
  await user.type(screen.getByRole('textbox', { name: 'Note (optional)' }), ' Band is late ');
  await press(user, 'Give order');
  await screen.findByText('Stop · Doors of Bar');
  const clientId = expect.any(String);
  const target = { type: 'device', deviceId: 'd3' };
  expect(made('POST', '/orders')).toEqual([{ kind: 'one_in_one_out', target, note: 'Band is late', clientId }]);
});

test('while an evacuation runs, orders that let people in cannot be chosen, and the form says why', async () => {
  const { user } = openAdmin({ [`GET ${ORDERS}`]: listOf() }, DOORS);
  await joinRoom({ evacuation: EVACUATION });
  const doors = within(await screen.findByRole('region', { name: 'Orders' }));
  await user.click(await doors.findByRole('button', { name: 'Give an Order' }));
  const chosen = doors.getAllByRole('radio').map((radio) => radio instanceof HTMLInputElement && !radio.disabled);
  expect(chosen).toEqual([true, true, false, false]);
  screen.getByText(/^Not while people leave/);
});

const { confirmations: _confirmations, waiting: _waiting, ...FOR_ALL } = GIVEN;
const FOR_DOOR: GivenOrder = {
  ...GIVEN,
  orderId: 'o2',
  kind: 'open',
  target: { type: 'device', deviceId: 'd3' },
  note: null,
  confirmations: [],
  // The device left long ago.
  waiting: [],
};
const told = (order: Order) => ({ ...order, isForYou: false });
const ofDoor = () => within(screen.getByRole('list', { name: 'Orders in force' }));

test.each([
  ['desk', false],
  ['phone', true],
])('the organizer’s %s names an order for another door at once, and ends it', async (_which, isPhone) => {
  makeDoorScreen(isPhone);
  const heard = deferred<readonly [number, object]>();
  const { user, made } = openAdmin({
    [`GET ${ORDERS}`]: () => heard.promise,
    [`DELETE ${ORDERS}/o2`]: listOf(),
    'GET /api/events/e1/devices': [200, { devices: [DEVICE] }],
  });
  await joinRoom({ orders: [told(FOR_DOOR)], confirmedOrders: [], countingAllowed: false });
  await screen.findByText('Open · Only Door 3');
  ofDoor().getByText(/^Since [^·]*$/);
  heard.resolve(listOf(FOR_DOOR));
  await ofDoor().findByText(/^Since .* · No door is connected.$/);
  await user.click(ofDoor().getByRole('button', { name: 'End: Open, Only Door 3' }));
  window.dispatchEvent(new Event('pagehide'));
  await waitFor(() => expect(made('DELETE')).toHaveLength(1));
});

test('a line says that nobody could be asked who has confirmed, and no wait goes on', async () => {
  let answer: Answer = listOf(GIVEN);
  openAdmin({ [`GET ${ORDERS}`]: () => answer });
  await joinRoom({ orders: [told(FOR_ALL)], confirmedOrders: [] });
  await screen.findByText(/ · Confirmed by 1 of 3 · /);
  answer = BROKEN;
  await screen.findByText(/ · Could not load the orders. · Spill at the bar$/, {}, { timeout: 10_000 });
  expect(screen.queryByText(/^Not confirmed by/)).toBeNull();
});

test('the end of an order can still be undone when an area opens, and when the device is turned', async () => {
  const turn = makeDoorScreen(false);
  const { user, made } = openAdmin({ [`GET ${ORDERS}`]: listOf(GIVEN) });
  await joinRoom({ orders: [told(FOR_ALL)], confirmedOrders: [] });
  const UNDO = 'Undo the end of Stop, Doors of Bar';
  await press(user, 'End: Stop, Doors of Bar');
  await press(user, 'Show Main Stage full screen');
  await press(user, UNDO);
  await press(user, 'End: Stop, Doors of Bar');
  turn();
  await screen.findByRole('button', { name: 'Event and device' });
  await press(user, UNDO);
  expect(made('DELETE')).toEqual([]);
});

test('on a phone, an order that the organizer’s own door follows has one row, with its end', async () => {
  makeDoorScreen();
  openAdmin({ [`GET ${ORDERS}`]: listOf(GIVEN) });
  await joinRoom({ orders: [told(FOR_ALL), told(FOR_DOOR)], confirmedOrders: [] });
  const [row] = await screen.findAllByText('Stop · Bar');
  const own = within(row!.closest('li')!);
  own.getByRole('button', { name: 'Got it' });
  await own.findByText(/^Since .* · Confirmed by 1 of 3$/);
  own.getByRole('button', { name: 'End: Stop, Doors of Bar' });
  expect(ofDoor().getAllByRole('listitem')).toHaveLength(1);
  ofDoor().getByText('Open · Only Door 3');
});

test('the line of an order names some of many doors, and tells screen readers all', async () => {
  const doors = Array.from({ length: 9 }, (_, i) => ({ ...waiting, deviceId: `d${i}`, deviceName: `Gate ${i + 1}` }));
  openAdmin({ [`GET ${ORDERS}`]: listOf({ ...GIVEN, waiting: doors }) });
  await joinRoom({ orders: [told(FOR_ALL)], confirmedOrders: [], evacuation: DRILL });
  await screen.findByText(/^Not confirmed by: (Gate \d, 4\d s( · )?){4} and 5 more$/);
  screen.getByText(/^Not confirmed by: .* · Gate 9, 4\d s$/);
  expect(screen.getByText(/Stop · Doors of Bar$/).textContent).toBe('NOT A DRILL · Stop · Doors of Bar');
});

test('while somebody counts, the start of an evacuation takes no line from above the pads', async () => {
  const { user } = openAdmin({ [`GET ${ORDERS}`]: listOf(FOR_DOOR) });
  const room = await joinRoom({ orders: [told(FOR_DOOR)], confirmedOrders: [] });
  await screen.findByText('Open · Only a door');
  await press(user, 'Add one to Main Stage');
  await room.receive({ type: 'evacuation_changed', eventId: 'e1', evacuation: EVACUATION });
  await screen.findAllByText('EVACUATION');
  expect(ofDoor().getAllByRole('listitem')).toHaveLength(1);
});

test('while people leave, the page has no order that lets people in', async () => {
  openAdmin({ [`GET ${ORDERS}`]: listOf(GIVEN) });
  await joinRoom({ orders: [told(FOR_ALL), told(FOR_DOOR)], confirmedOrders: [], evacuation: EVACUATION });
  await screen.findByText('Stop · Doors of Bar');
  expect(ofDoor().getAllByRole('listitem')).toHaveLength(1);
});
