import { screen, waitFor, within } from '@testing-library/react';
import { beforeAll, expect, test, vi } from 'vitest';
import { CLOSE } from '../../../../src/shared/protocol/version';
import type { Alert } from '../../../../src/shared/schemas/alert';
import type { Flow } from '../../../../src/shared/schemas/flow';
import { DOOR, EVENT, TWO_EVENTS_API } from '../../support/account';
import { alert } from '../../support/alerts';
import { area } from '../../support/areas';
import { joinRoom, openApp, path } from '../../support/dashboard';
import { MINUTE_MS } from '../../../../src/shared/durations';
import { DRILL, EVACUATION } from '../../support/evacuations';
import { socketTo } from '../../support/fake-sockets';
import { stubApi } from '../../support/stub-api';
import { AlertLines } from '../../../../web/src/features/overview/alert-lines';

/** Loads the screen's code first, so that tests wait only for the screen. */
beforeAll(() => import('../../../../web/src/features/overview/overview-screen'));

const OVERVIEW = '/app/overview';
const panel = (name: string) => screen.findByRole('article', { name });
/** The text below the name of an area or of the whole venue. */
const crowd = (within_: HTMLElement, name: string) => {
  const card = within(within_).getByRole('heading', { name }).parentElement?.parentElement;
  if (!card) throw new Error(`${name} has nothing below it`);
  return within(card);
};
/** The value beside a label in the summary of all events. */
const sum = (label: string) => screen.getByText(label).nextSibling?.textContent;

vi.mock('../../../../web/src/features/overview/alert-lines', async (original) => ({
  AlertLines: vi.fn<typeof AlertLines>((await original<{ AlertLines: typeof AlertLines }>()).AlertLines),
}));
/** Returns whose panels were drawn since the last call: each draws its lines of alerts. */
function drawnPanels(): string[] {
  const { calls } = vi.mocked(AlertLines).mock;
  const drawn = [...new Set(calls.map(([{ eventId }]) => eventId))];
  vi.mocked(AlertLines).mockClear();
  return drawn;
}

/** A flow with these entries and exits in each minute of an hour. */
const flow = (eventId: string, ins: number, outs: number): Flow => {
  const minutes = Array.from({ length: 60 }, (_, i) => ({ ins, outs, occupancy: i }));
  const lastMinuteAt = new Date(Date.now() - 60_000).toISOString();
  return { eventId, lastMinuteAt, venue: minutes, areas: [{ areaId: 'a1', minutes }] };
};
const device = (fields: object) => ({
  deviceId: 'd1',
  deviceName: 'North gate',
  direction: 'both',
  isAdmin: false,
  isOnline: false,
  offlineSince: new Date().toISOString(),
  lastTapAt: new Date().toISOString(),
  ins: 5,
  outs: 1,
  ...fields,
});

const API = {
  ...TWO_EVENTS_API,
  'GET /api/events/e2/areas': [200, { areas: [area({ areaId: 'a9', areaName: 'Lawn' })] }] as const,
  'GET /api/events/e1/flow': [200, flow('e1', 6, 1)] as const,
  'GET /api/events/e2/flow': [200, flow('e2', 1, 2)] as const,
};
const LAWN = { areas: [area({ areaId: 'a9', areaName: 'Lawn', currentOccupancy: 7, capacity: 0 })] };

/** Opens the overview with both events live. */
async function open(api: Parameters<typeof openApp>[0] = {}, first: Parameters<typeof joinRoom>[0] = {}) {
  const { user } = openApp({ ...API, ...api }, OVERVIEW);
  const warehouse = await panel('Warehouse Friday');
  const riverside = await panel('Riverside');
  const room = await joinRoom({ areas: [area({ currentOccupancy: 40, capacity: 100 })], ...first });
  await joinRoom(LAWN, 'e2');
  return { user, warehouse, riverside, room, stage: () => crowd(warehouse, 'Main Stage') };
}

test('the overview shows all events live side by side, with their flow and forecast', async () => {
  const { riverside, room, stage } = await open();
  await waitFor(() => expect(stage().getByText('Full in about 12 min')).toBeTruthy());
  stage().getByText('6 in, 1 out per min');
  expect(stage().getByRole('img').getAttribute('aria-label')).toBe('Last hour: from 0 to 59, peak 59');
  expect(['People inside', 'In per minute', 'Out per minute'].map(sum)).toEqual(['47', '7', '3']);
  const count = (currentOccupancy: number, version: number) =>
    room.receive({
      type: 'occupancy_updated',
      eventId: 'e1',
      version,
      areas: [area({ currentOccupancy, capacity: 100, version })],
    });
  drawnPanels();
  await count(95, 2);
  await waitFor(() => expect(stage().getByTestId('crowd').textContent).toBe('95'));
  expect(drawnPanels()).toEqual(['e1']);
  stage().getByText('Full in about 1 min');
  expect(sum('People inside')).toBe('102');
  await count(101, 3);
  await stage().findByText('Over by 1');
  stage().getByText('Filling');
  expect(crowd(riverside, 'Lawn').queryByRole('meter')).toBeNull();
});

test('the overview shows the counts by category for the venue and, with several areas, for each of them', async () => {
  const categories = { list: [{ categoryId: 'c1', name: 'Children', capacity: 50 }], areOutsNamed: true };
  const counted = (ins: number, inside: number | null) => [{ categoryId: 'c1', ins, outs: 0, occupancy: inside }];
  const areas = [
    area({ currentOccupancy: 4, categories: counted(4, 4) }),
    area({ areaId: 'a2', areaName: 'Bar', currentOccupancy: 3, categories: counted(3, 3) }),
  ];
  const { warehouse, riverside } = await open({}, { event: { ...EVENT, categories }, areas });
  const line = async (name: string) =>
    within(await within(warehouse).findByRole('table', { name: `${name} by category` }))
      .getAllByRole('row')
      .at(-1)?.textContent;
  expect(await line('Venue')).toBe('Children707 / 50100%');
  expect(await line('Bar')).toBe('Children303 / 50100%');
  expect(within(riverside).queryByRole('table')).toBeNull();
});

test('the overview makes no forecast from delayed counts and says that they are delayed', async () => {
  const steady = flow('e1', 0, 0);
  const minutes = steady.venue.with(58, { ins: 1180, outs: 0, occupancy: 40, late: { ins: 1180, outs: 0 } });
  const late: Flow = { ...steady, venue: minutes, areas: [{ areaId: 'a1', minutes }] };
  const { stage } = await open({ 'GET /api/events/e1/flow': [200, late] });
  await stage().findByText('1,180 arrived late');
  stage().getByText('0 in, 0 out per min');
  stage().getByText('Steady');
  const sums = () => screen.getByText('In per minute').closest('dl')?.textContent;
  await waitFor(() => expect(sums()).toContain('1,180 arrived late'));
});

test('the overview sounds and acknowledges the alerts of all events, puts unacknowledged ones first, and shows who has acknowledged', async () => {
  const raisedAt = new Date().toISOString();
  const seen = alert({ alertId: '1', raisedAt, acknowledgedAt: raisedAt, acknowledgedBy: 'North gate' });
  const unseen: Alert = alert({ alertId: '2', raisedAt, areaId: null, threshold: 75 });
  const nowSeen = { ...unseen, acknowledgedAt: raisedAt, acknowledgedBy: 'Control room' };
  const vibrate = vi.fn<(pattern: number[]) => boolean>();
  Object.defineProperty(navigator, 'vibrate', { value: vibrate, configurable: true });
  const { user, warehouse } = await open(
    { 'POST /api/events/e1/alerts/2/acknowledge': [200, { alerts: [seen, nowSeen] }] },
    { alerts: [seen, unseen] },
  );
  expect(vibrate).toHaveBeenCalledOnce();
  await joinRoom({ ...LAWN, alerts: [{ ...unseen, alertId: '3' }] }, 'e2');
  expect(vibrate).toHaveBeenCalledTimes(2);
  Reflect.deleteProperty(navigator, 'vibrate');
  const lines = within(within(warehouse).getByRole('list', { name: 'Open alerts' }));
  expect(lines.getAllByRole('listitem').map((line) => line.textContent?.replace(/\d\d:\d\d/, 'now'))).toEqual([
    'Venue reached 75% at nowNot acknowledgedAcknowledge',
    'Main Stage reached 90% at nowAcknowledged by North gate',
  ]);
  screen.getByText('2 not acknowledged');
  await user.click(lines.getByRole('button', { name: 'Acknowledge' }));
  await lines.findByText('Acknowledged by Control room');
  expect(lines.queryByRole('button')).toBeNull();
  screen.getByText('1 not acknowledged');
});

test('during an evacuation the alerts of its event neither stand nor sound on the overview; after it they do', async () => {
  const { room, warehouse } = await open({}, { evacuation: EVACUATION });
  const vibrate = vi.fn<(pattern: number[]) => boolean>();
  Object.defineProperty(navigator, 'vibrate', { value: vibrate, configurable: true });
  await room.receive({ type: 'alerts_changed', eventId: 'e1', alerts: [alert({ alertId: '1' })] });
  expect(within(warehouse).queryByText('Not acknowledged')).toBeNull();
  expect(sum('Open alerts')).toBe('0');
  expect(vibrate).not.toHaveBeenCalled();
  await room.receive({ type: 'evacuation_changed', eventId: 'e1', evacuation: null });
  await within(warehouse).findByText('Not acknowledged');
  expect(sum('Open alerts')).toBe('1');
  await waitFor(() => expect(vibrate).toHaveBeenCalled());
  Reflect.deleteProperty(navigator, 'vibrate');
});

test('the overview marks the last numbers as old while it has no connection, and shows flow and devices as unknown', async () => {
  // Devices that never counted and devices that are online do not count as missing.
  const devices = [device({}), device({ lastTapAt: null }), device({ isOnline: true, offlineSince: null })];
  const { warehouse, room, stage } = await open({
    'GET /api/events/e1/devices': [200, { devices }],
    'GET /api/events/e2/devices': [200, { devices: [] }],
  });
  await within(warehouse).findByText('One device offline');
  await stage().findByText('6 in, 1 out per min');
  await waitFor(() => expect(['In per minute', 'Devices offline'].map(sum)).toEqual(['7', '1']));

  stubApi({ ...API, 'GET /api/events/e1/areas': 'offline' });
  await room.closeWith(1006);
  within(warehouse).getByText(/^No connection. Figures as of \d\d:\d\d$/);
  expect(stage().getByTestId('crowd').textContent).toBe('40');
  stage().getByText('No flow data');
  expect(stage().queryByText(/per min|^Full in/)).toBeNull();
  expect(within(warehouse).queryByText('One device offline')).toBeNull();
  expect(['In per minute', 'Devices offline'].map(sum)).toEqual(['–', '–']);
});

test('the open list of devices stays when it is no longer known who is offline', async () => {
  const { user, warehouse, room } = await open({ 'GET /api/events/e1/devices': [200, { devices: [device({})] }] });
  await user.click(await within(warehouse).findByRole('button', { name: /^One device offline/ }));
  const list = await screen.findByRole('dialog');
  await room.closeWith(1006);
  expect(within(warehouse).queryByText('One device offline')).toBeNull();
  expect(list.isConnected).toBe(true);
});

test('the overview asks for no flow and no devices of an event that nobody has opened', async () => {
  const { calls } = openApp({ ...API, 'GET /api/events/e2/areas': [200, { ...LAWN, isOpened: false }] }, OVERVIEW);
  const riverside = await panel('Riverside');
  const room = await socketTo('/api/events/e2/socket');
  await room.open();
  await room.closeWith(CLOSE.notOpened);
  await crowd(riverside, 'Lawn').findByText('0 in, 0 out per min');
  crowd(riverside, 'Lawn').getByText('Steady');
  await joinRoom({ areas: [area({ currentOccupancy: 40, capacity: 100 })] });
  await waitFor(() => expect(sum('In per minute')).toBe('6'));
  const asked = calls.map(({ path: called }) => called).filter((called) => called.includes('/e2/'));
  expect(new Set(asked)).toEqual(new Set(['/api/events/e2/areas']));
});

test('the overview says how far the venue total can be trusted, and quietly where a recount is due', async () => {
  const error = { since: null, isRecounted: false, crossings: 900, expectedError: 14 };
  const areas = [{ ...error, areaId: 'a1', isRecountDue: true }];
  const { warehouse } = await open({
    'GET /api/events/e1/counting-error': [200, { recounts: 3, venueError: 14, areas }],
    'GET /api/events/e2/counting-error': [200, { recounts: 0, venueError: null, areas: [] }],
  });
  const said = await within(warehouse).findByText('The venue may be off by ± 14. Recount due: Main Stage.');
  expect(said.getAttribute('role')).toBeNull();
  expect(screen.getAllByText(/may be off|Recount due/)).toHaveLength(1);
});

test('the overview is for admins; an access-code user is taken to the counting screen', async () => {
  openApp(
    {
      ...API,
      'GET /api/auth/verify': [200, { success: true, user: DOOR }],
      'GET /api/events/by-access-code/ABCD2346': [200, EVENT],
    },
    OVERVIEW,
  );
  await screen.findByRole('heading', { level: 1, name: 'Warehouse Friday' });
  expect(path()).toBe('/user');
});

test('an evacuation is in a bar at the top, its event comes first without fullness, and screen readers are told; a drill moves nothing', async () => {
  const { room, user } = await open({}, { evacuation: DRILL });
  const order = () => screen.getAllByRole('article').map((one) => one.getAttribute('aria-label'));
  const bars = () => [...screen.getByTestId('running-bars').children].map(({ textContent }) => textContent);
  expect(bars()).toEqual([expect.stringMatching(/^DRILL Warehouse Friday3still inside·[\d:]+$/)]);
  // The fullest event is first, unless somebody sorts them by name.
  expect(order()).toEqual(['Warehouse Friday', 'Riverside']);
  await user.click(screen.getByRole('radio', { name: 'Name' }));
  expect(order()).toEqual(['Riverside', 'Warehouse Friday']);
  await room.receive({ type: 'evacuation_changed', eventId: 'e1', evacuation: EVACUATION });
  expect(bars()).toEqual([expect.stringMatching(/^EVACUATION Warehouse Friday40still inside·[\d:]+$/)]);
  expect(screen.getByRole('alert').textContent).toBe('EVACUATION: Warehouse Friday.');
  const since = (ms: number, targetMinutes: number) => ({
    type: 'evacuation_changed' as const,
    eventId: 'e1',
    evacuation: { ...EVACUATION, startedAt: new Date(Date.now() - ms).toISOString(), targetMinutes },
  });
  await room.receive(since(4.25 * MINUTE_MS, 8));
  expect(bars()).toEqual([expect.stringMatching(/inside·4:1\d of 8:00$/)]);
  await room.receive(since(9.55 * MINUTE_MS, 8));
  expect(bars()).toEqual([expect.stringMatching(/inside·9:3\d of 8:001:3\d over target$/)]);
  expect(order()).toEqual(['Warehouse Friday', 'Riverside']);
  expect(within(await panel('Warehouse Friday')).queryByText('Venue')).toBeNull();
});
