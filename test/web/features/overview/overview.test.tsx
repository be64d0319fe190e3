import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { Alert } from '../../../../src/shared/schemas/alert';
import type { Event } from '../../../../src/shared/schemas/event';
import type { Flow } from '../../../../src/shared/schemas/flow';
import { ACCOUNT_API, ADMIN, EVENT } from '../../support/account';
import { area, sync } from '../../support/areas';
import { FakeWebSocket, socketTo, stubSockets } from '../../support/fake-sockets';
import { renderApp } from '../../support/render-app';
import { refusal, stubApi } from '../../support/stub-api';

/** So that what a test waits for is the screen, and not the loading of its code. */
beforeAll(() =>
  Promise.all([
    import('../../../../web/src/app/app-screen'),
    import('../../../../web/src/app/overview/overview-screen'),
  ]),
);
beforeEach(stubSockets);
afterEach(() => vi.useRealTimers());

const OVERVIEW = '/app/overview';
const RIVERSIDE: Event = { eventId: 'e2', eventName: 'Riverside', accessCode: 'ABCD2347' };
const panel = (name: string) => screen.findByRole('article', { name });
/** What stands below the name of an area, or of the whole venue. */
const crowd = (within_: HTMLElement, name: string) => {
  const card = within(within_).getByRole('heading', { name }).parentElement?.parentElement;
  if (!card) throw new Error(`${name} has nothing below it`);
  return within(card);
};

/** For an hour so many have come and gone in each minute. */
const flow = (eventId: string, ins: number, outs: number): Flow => {
  const minutes = Array.from({ length: 60 }, (_, i) => ({ ins, outs, occupancy: i }));
  const lastMinuteAt = new Date(Date.now() - 60_000).toISOString();
  return { eventId, lastMinuteAt, total: minutes, areas: [{ areaId: 'a1', minutes }] };
};

const API = {
  ...ACCOUNT_API,
  'GET /api/events': [200, [EVENT, RIVERSIDE]] as const,
  'GET /api/events/e2/areas': [200, { areas: [area({ areaId: 'a9', areaName: 'Lawn' })] }] as const,
  'GET /api/events/e1/flow': [200, flow('e1', 6, 1)] as const,
  'GET /api/events/e2/flow': [200, flow('e2', 1, 2)] as const,
};

async function deliver(eventId: string, fields: Parameters<typeof sync>[0]): Promise<FakeWebSocket> {
  const socket = await socketTo(`/api/events/${eventId}/socket`);
  await socket.open();
  await socket.receive(sync({ eventId, ...fields }));
  return socket;
}

test('a crowd that is told of late makes no forecast, and says that it came late', async () => {
  const steady = flow('e1', 0, 0);
  const minutes = steady.total.with(58, { ins: 1180, outs: 0, occupancy: 40, late: { ins: 1180, outs: 0 } });
  const late: Flow = { ...steady, total: minutes, areas: [{ areaId: 'a1', minutes }] };
  stubApi({ ...API, 'GET /api/events/e1/flow': [200, late] });
  renderApp(OVERVIEW);
  const warehouse = await panel('Warehouse Friday');
  await deliver('e1', { areas: [area({ currentOccupancy: 40, capacity: 100 })] });
  const stage = () => crowd(warehouse, 'Main Stage');
  await waitFor(() => expect(stage().getByText('1,180 arrived late')).toBeTruthy());
  expect(stage().getByText('0 in, 0 out per min')).toBeTruthy();
  expect(stage().getByText('Steady')).toBeTruthy();
  await deliver('e2', { areas: [area({ areaId: 'a9', areaName: 'Lawn' })] });
  const sums = () => screen.getByText('In per minute').closest('dl')?.textContent;
  await waitFor(() => expect(sums()).toContain('1,180 arrived late'));
});

test('all events stand side by side, live, with what comes and goes and where that leads', async () => {
  stubApi(API);
  renderApp(OVERVIEW);
  const warehouse = await panel('Warehouse Friday');
  await panel('Riverside');
  const room = await deliver('e1', { areas: [area({ currentOccupancy: 40, capacity: 100 })] });
  await deliver('e2', { areas: [area({ areaId: 'a9', areaName: 'Lawn', currentOccupancy: 7, capacity: 0 })] });

  await waitFor(() => expect(crowd(warehouse, 'Main Stage').getByText('Full in about 12 min')).toBeTruthy());
  expect(crowd(warehouse, 'Main Stage').getByText('6 in, 1 out per min')).toBeTruthy();
  expect(crowd(warehouse, 'Main Stage').getByRole('img').getAttribute('aria-label')).toBe(
    'Last hour: from 0 to 59, at most 59',
  );
  expect(screen.getByText('People inside').nextSibling?.textContent).toBe('47');
  expect(screen.getByText('In per minute').nextSibling?.textContent).toBe('7');
  expect(screen.getByText('Out per minute').nextSibling?.textContent).toBe('3');

  const counted = area({ currentOccupancy: 95, capacity: 100, version: 2 });
  await room.receive({ type: 'occupancy_updated', eventId: 'e1', version: 2, areas: [counted] });
  await waitFor(() => expect(crowd(warehouse, 'Main Stage').getByTestId('crowd').textContent).toBe('95'));
  expect(crowd(warehouse, 'Main Stage').getByText('Full in about 1 min')).toBeTruthy();
  expect(screen.getByText('People inside').nextSibling?.textContent).toBe('102');
  const full = area({ currentOccupancy: 101, capacity: 100, version: 3 });
  await room.receive({ type: 'occupancy_updated', eventId: 'e1', version: 3, areas: [full] });
  await crowd(warehouse, 'Main Stage').findByText('Over by 1');
  expect(crowd(warehouse, 'Main Stage').getByText('Filling')).toBeTruthy();
  expect(crowd(await panel('Riverside'), 'Lawn').queryByRole('meter')).toBeNull();
});

test('alerts of all events are heard, tell who has acknowledged them, those that nobody has first, and are acknowledged there', async () => {
  const raised = { occupancy: 90, capacity: 100, raisedAt: new Date().toISOString() };
  const seen: Alert = {
    ...raised,
    alertId: '1',
    areaId: 'a1',
    threshold: 90,
    acknowledgedAt: raised.raisedAt,
    acknowledgedBy: 'North gate',
  };
  const unseen: Alert = {
    ...raised,
    alertId: '2',
    areaId: null,
    threshold: 75,
    acknowledgedAt: null,
    acknowledgedBy: null,
  };
  const nowSeen = { ...unseen, acknowledgedAt: raised.raisedAt, acknowledgedBy: 'Control room' };
  stubApi({ ...API, 'POST /api/events/e1/alerts/2/acknowledge': [200, { alerts: [seen, nowSeen] }] });
  const vibrate = vi.fn<(pattern: number[]) => boolean>();
  Object.defineProperty(navigator, 'vibrate', { value: vibrate, configurable: true });
  const { user } = renderApp(OVERVIEW);
  const warehouse = await panel('Warehouse Friday');
  await deliver('e1', { alerts: [seen, unseen] });
  expect(vibrate).toHaveBeenCalledOnce();
  await deliver('e2', { alerts: [{ ...unseen, alertId: '3' }] });
  expect(vibrate).toHaveBeenCalledTimes(2);
  Reflect.deleteProperty(navigator, 'vibrate');
  const lines = within(warehouse).getByRole('list', { name: 'Open alerts' });
  expect(
    within(lines)
      .getAllByRole('listitem')
      .map((line) => line.textContent?.replace(/\d\d:\d\d/, 'now')),
  ).toEqual([
    'Venue total reached 75% at nowNot acknowledgedAcknowledge',
    'Main Stage reached 90% at nowAcknowledged by North gate',
  ]);
  expect(screen.getByText('2 not acknowledged')).toBeTruthy();

  await user.click(within(lines).getByRole('button', { name: 'Acknowledge' }));
  expect(await within(lines).findByText('Acknowledged by Control room')).toBeTruthy();
  expect(within(lines).queryByRole('button')).toBeNull();
  expect(screen.getByText('1 not acknowledged')).toBeTruthy();
});

test('devices that are gone where they have just counted are missed, not those that nobody counts with', async () => {
  const device = { deviceId: 'd1', deviceName: 'North gate', direction: 'both', isAdmin: false, ins: 5, outs: 1 };
  const now = new Date().toISOString();
  const devices = [
    { ...device, isOnline: false, offlineSince: now, lastTapAt: now },
    { ...device, isOnline: false, offlineSince: now, lastTapAt: null },
    { ...device, isOnline: true, offlineSince: null, lastTapAt: now },
  ];
  stubApi({
    ...API,
    'GET /api/events/e1/devices': [200, { devices }],
    'GET /api/events/e2/devices': [200, { devices: [] }],
  });
  renderApp(OVERVIEW);
  const warehouse = await panel('Warehouse Friday');
  await deliver('e1', {});
  await deliver('e2', {});
  await within(warehouse).findByText('One device offline');
  expect(screen.getByText('Devices offline').nextSibling?.textContent).toBe('1');
});

test('the order is kept in the address, and an event is opened where it is counted', async () => {
  stubApi(API);
  const { user } = renderApp(OVERVIEW);
  await panel('Warehouse Friday');
  await deliver('e1', { areas: [area({ currentOccupancy: 90 })] });
  await deliver('e2', { areas: [area({ areaId: 'a9', currentOccupancy: 10 })] });
  const names = () => screen.getAllByRole('article').map((article) => article.getAttribute('aria-label'));
  expect(names()).toEqual(['Riverside', 'Warehouse Friday']);
  await user.click(screen.getByRole('radio', { name: 'Fullness' }));
  expect(names()).toEqual(['Warehouse Friday', 'Riverside']);
  expect(screen.getByTestId('path').textContent).toBe('/app/overview?sort=fullness');

  await user.click(screen.getByRole('link', { name: 'Open Riverside' }));
  await screen.findByRole('heading', { level: 1, name: 'Riverside' });
  expect(screen.getByTestId('path').textContent).toBe('/app');
});

test('of many events the newest twelve are open at once, and the others one step away', async () => {
  const events = Array.from({ length: 13 }, (_, i) => ({
    ...EVENT,
    eventId: `n${i + 1}`,
    eventName: `Night ${i + 1}`,
  }));
  const areas = events.map(({ eventId }) => [`GET /api/events/${eventId}/areas`, [200, { areas: [area()] }]] as const);
  stubApi({ ...API, ...Object.fromEntries(areas), 'GET /api/events': [200, events] });
  const { user } = renderApp(OVERVIEW);
  await panel('Night 13');
  await waitFor(() => expect(FakeWebSocket.all.filter(({ url }) => url.includes('/events/'))).toHaveLength(12));
  expect(screen.queryByRole('article', { name: 'Night 1' })).toBeNull();
  expect(screen.getByText('Events 1 to 12 of 13, newest first')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Show older events' }));
  await panel('Night 1');
  expect(screen.getAllByRole('article')).toHaveLength(1);
});

test('an account without events says so', async () => {
  stubApi({ ...API, 'GET /api/events': [200, []] });
  renderApp(OVERVIEW);
  expect(await screen.findByText('You have no events yet.')).toBeTruthy();
});

test('a list that cannot be loaded says why, and is asked for again', async () => {
  stubApi({ ...API, 'GET /api/events': refusal(500, 'It broke.', 'internal') });
  const { user } = renderApp(OVERVIEW);
  await screen.findByText('It broke.');
  stubApi(API);
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await panel('Riverside')).toBeTruthy();
});

test('without a connection the numbers are told to be the last known ones', async () => {
  stubApi(API);
  renderApp(OVERVIEW);
  const warehouse = await panel('Warehouse Friday');
  const room = await deliver('e1', { areas: [area({ currentOccupancy: 40 })] });
  stubApi({ 'GET /api/events/e1/areas': 'offline' });
  await room.closeWith(1006);
  expect(within(warehouse).getByText(/^No connection. Numbers of \d\d:\d\d$/)).toBeTruthy();
  expect(crowd(warehouse, 'Main Stage').getByTestId('crowd').textContent).toBe('40');
});

/** What has been shown as coming, going and missing, and where it led. */
const told = (warehouse: HTMLElement) => ({
  flow: crowd(warehouse, 'Main Stage').queryByText('6 in, 1 out per min') !== null,
  forecast: crowd(warehouse, 'Main Stage').queryByText(/^Full in/) !== null,
  trend: crowd(warehouse, 'Main Stage').queryByRole('img') !== null,
  unknown: crowd(warehouse, 'Main Stage').queryByText('Flow not known') !== null,
  missed: within(warehouse).queryByText('One device offline') !== null,
  insOfAll: screen.getByText('In per minute').nextSibling?.textContent,
  missedOfAll: screen.getByText('Devices offline').nextSibling?.textContent,
});
const ALL_KNOWN = {
  flow: true,
  forecast: true,
  trend: true,
  unknown: false,
  missed: true,
  insOfAll: '7',
  missedOfAll: '1',
};
const NO_FLOW = { ...ALL_KNOWN, flow: false, forecast: false, trend: false, unknown: true, insOfAll: '–' };

/** The overview with everything known, and a device missing. */
async function allKnown() {
  const lastTapAt = new Date().toISOString();
  const gone = { deviceId: 'd1', deviceName: 'North gate', direction: 'both', isAdmin: false, ins: 5, outs: 1 };
  const device = { ...gone, isOnline: false, offlineSince: lastTapAt, lastTapAt };
  stubApi({
    ...API,
    'GET /api/events/e1/devices': [200, { devices: [device] }],
    'GET /api/events/e2/devices': [200, { devices: [] }],
  });
  renderApp(OVERVIEW);
  const warehouse = await panel('Warehouse Friday');
  const room = await deliver('e1', { areas: [area({ currentOccupancy: 40, capacity: 100 })] });
  await deliver('e2', { areas: [area({ areaId: 'a9', areaName: 'Lawn' })] });
  await waitFor(() => expect(told(warehouse)).toEqual(ALL_KNOWN));
  return { warehouse, room };
}

test('a flow that does not come any more is unknown after half a minute, devices after three answers missed', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] });
  const { warehouse } = await allKnown();
  stubApi({
    ...API,
    'GET /api/events/e1/flow': 'offline',
    'GET /api/events/e1/devices': 'offline',
  });
  act(() => void vi.advanceTimersByTime(26_000));
  expect(told(warehouse)).toEqual(ALL_KNOWN);
  act(() => void vi.advanceTimersByTime(6_000));
  expect(told(warehouse)).toEqual(NO_FLOW);
  act(() => void vi.advanceTimersByTime(60_000));
  expect(told(warehouse)).toEqual({ ...NO_FLOW, missed: false, missedOfAll: '–' });
});

test('after a sleep nothing old is told for as long as nothing new has come', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const { warehouse } = await allKnown();
  stubApi({ ...API, 'GET /api/events/e1/flow': 'offline', 'GET /api/events/e1/devices': 'offline' });
  vi.setSystemTime(Date.now() + 3_600_000);
  act(() => void document.dispatchEvent(new Event('visibilitychange')));
  expect(told(warehouse)).toEqual({ ...NO_FLOW, missed: false, missedOfAll: '–' });
});

test('without a connection neither flow nor devices are told as if they were so now', async () => {
  const { warehouse, room } = await allKnown();
  stubApi({ ...API, 'GET /api/events/e1/areas': 'offline' });
  await room.closeWith(1006);
  expect(told(warehouse)).toEqual({ ...NO_FLOW, missed: false, missedOfAll: '–' });
});

test('it is for admins: a device with a code is taken to where it counts', async () => {
  const user = { ...ADMIN, role: 'user', username: 'ABCD2346', accessCode: 'ABCD2346', eventId: 'e1' };
  stubApi({
    ...API,
    'GET /api/auth/verify': [200, { success: true, user }],
    'GET /api/events/by-access-code/ABCD2346': [200, EVENT],
  });
  renderApp(OVERVIEW);
  await screen.findByRole('heading', { level: 1, name: 'Warehouse Friday' });
  expect(screen.getByTestId('path').textContent).toBe('/user');
});

test('a guest comes back to it from the login', async () => {
  document.cookie = 'headroom_signed_in=; Max-Age=0; Path=/';
  stubApi(API);
  renderApp(OVERVIEW);
  await screen.findByLabelText('Email or Access Code');
  expect(screen.getByTestId('path').textContent).toBe('/login');
});

test('the dashboard leads there, and it leads back', async () => {
  stubApi(API);
  const { user } = renderApp('/app');
  await user.click(await screen.findByRole('link', { name: 'All events' }));
  await panel('Riverside');
  await user.click(screen.getByRole('link', { name: 'Back to counting' }));
  expect(await screen.findByText('Please select an event to begin.')).toBeTruthy();
});
