import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeAll, expect, test, vi } from 'vitest';
import type { ListedAlert, ListedMachineAlert } from '../../../../src/shared/schemas/alert';
import { TWO_EVENTS_API } from '../../support/account';
import { alert } from '../../support/alerts';
import { area } from '../../support/areas';
import { BROKEN, joinRoom, openApp, path } from '../../support/dashboard';
import { DRILL, EVACUATION } from '../../support/evacuations';

/** Loads the screen's code first, so that tests wait only for the screen. */
beforeAll(() => import('../../../../web/src/features/alerts/alert-list-screen'));

/** The time of so many and a half minutes ago. */
const ago = (minutes: number) => new Date(Date.now() - (minutes + 0.5) * 60_000).toISOString();
const ended = (fields: Partial<ListedAlert>): ListedAlert => ({
  ...alert({ raisedAt: ago(90) }),
  areaName: 'Main Stage',
  endedAt: ago(60),
  ...fields,
});
const seen = (fields: Partial<ListedAlert>) => ({ acknowledgedAt: ago(1), acknowledgedBy: 'Control room', ...fields });

const API = {
  ...TWO_EVENTS_API,
  'GET /api/events/e1/alerts?limit=100': [200, { alerts: [ended({ alertId: 'old', note: 'Gate closed' })] }] as const,
  'GET /api/events/e2/alerts?limit=100': [200, { alerts: [] }] as const,
};

const items = () => within(screen.getByRole('main')).getAllByRole('listitem');
const rows = () => items().map((row) => row.textContent?.replaceAll(/\d\d:\d\d/g, 'now'));
const row = (text: RegExp) => {
  const found = items().find((item) => text.test(item.textContent ?? ''));
  if (!found) throw new Error(`No row has ${text}`);
  return within(found);
};
/** Unfolds the ended alerts. */
const unfold = async () => fireEvent.click(await screen.findByText(/^Ended \(/));

async function open(api: Parameters<typeof openApp>[0] = {}, address = '/app/alerts') {
  const app = openApp({ ...API, ...api }, address);
  await screen.findByRole('heading', { level: 1, name: /^Alerts/ });
  await joinRoom({ areas: [area()], alerts: [alert({ alertId: '1', raisedAt: ago(12) })] });
  return app;
}

test('the list has the alerts of all events, the newest first, and those that ended within a day', async () => {
  await open();
  const lawn = area({ areaId: 'a9', areaName: 'Lawn', currentOccupancy: 470 });
  await joinRoom({ areas: [lawn], alerts: [alert({ alertId: '2', areaId: 'a9', raisedAt: ago(2) })] }, 'e2');
  await waitFor(() => expect(rows()).toHaveLength(2));
  await unfold();
  await waitFor(() => expect(rows()).toHaveLength(3));
  expect(rows()).toEqual([
    'Lawn reached 90%Riverside470 of 500 nownow (2 min. ago)Not acknowledgedAdd noteAcknowledge',
    'Main Stage reached 90%Warehouse Friday0 of 500 nownow (12 min. ago)Not acknowledgedAdd noteAcknowledge',
    'Main Stage reached 90%Warehouse Friday451 of 500now (1 hr. ago)Ended nowNobody acknowledged itWhat was done: Gate closedChange note',
  ]);
  screen.getByText('2 alerts are open, 2 not acknowledged');
});

test('a rise is one row with its levels, and nobody is blamed for a level that a higher one followed or that lasted seconds', async () => {
  const [start, risen, over, after] = [ago(30), ago(20), ago(10), new Date(Date.now() - 9 * 60_000).toISOString()];
  const level = (alertId: string, threshold: number, raisedAt: string, endedAt: string, fields = {}) =>
    ended({ alertId, threshold, raisedAt, endedAt, ...fields });
  const alerts = [
    level('3', 100, over, after),
    level('2', 90, risen, over, { note: 'Gate closed' }),
    level('1', 75, start, risen),
    level('4', 75, ago(50), new Date(Date.parse(ago(50)) + 12_000).toISOString()),
  ];
  await open({ 'GET /api/events/e1/alerts?limit=100': [200, { alerts }] });
  await joinRoom({ areas: [area()], alerts: [] });
  await screen.findByText('No alert is open.');
  await unfold();
  await waitFor(() => expect(rows()).toHaveLength(2));
  expect(rows()).toEqual([
    'Main Stage rose to 100%Warehouse Friday75 › 90 › 100%451 of 500now (10 min. ago)Ended nowNobody acknowledged itWhat was done: Gate closedAdd note',
    'Main Stage reached 75%Warehouse Friday451 of 500now (50 min. ago)Ended nowAdd note',
  ]);
});

test('during an evacuation alerts about fullness wait without a sound; in a drill they sound', async () => {
  const vibrate = vi.fn<(pattern: number[]) => boolean>();
  Object.defineProperty(navigator, 'vibrate', { value: vibrate, configurable: true });
  await open();
  const before = vibrate.mock.calls.length;
  const lawn = { areas: [area({ areaId: 'a9', areaName: 'Lawn' })], alerts: [alert({ alertId: '2', areaId: 'a9' })] };
  await joinRoom({ ...lawn, evacuation: EVACUATION }, 'e2');
  await screen.findByText('One alert about fullness waits until the evacuation of its event ends.');
  screen.getByText('One alert is open, one not acknowledged');
  expect(vibrate).toHaveBeenCalledTimes(before);
  await joinRoom({ ...lawn, evacuation: DRILL }, 'e2');
  await screen.findByText('2 alerts are open, 2 not acknowledged');
  expect(vibrate).toHaveBeenCalledTimes(before + 1);
  Reflect.deleteProperty(navigator, 'vibrate');
});

test('during an evacuation the tab of an event counts no alert about fullness, as its list has none open', async () => {
  await open({}, '/app/alerts?event=e1');
  await screen.findByRole('link', { name: /^Alerts ?1$/ });
  await joinRoom({ alerts: [alert({ alertId: '1' })], evacuation: EVACUATION });
  await screen.findByText('One alert about fullness waits until the evacuation of its event ends.');
  expect(screen.queryByText('No alert is open.')).toBeNull();
  expect(screen.getByRole('link', { name: 'Alerts' }).textContent).toBe('Alerts');
});

test('one press acknowledges an alert, another one all of them', async () => {
  await open({
    'POST /api/events/e1/alerts/1/acknowledge': [200, { alerts: [alert({ alertId: '1', ...seen({}) })] }],
    'POST /api/events/e2/alerts/2/acknowledge': [200, { alerts: [alert({ alertId: '2', areaId: null, ...seen({}) })] }],
  });
  await joinRoom({ areas: [], alerts: [alert({ alertId: '2', areaId: null, raisedAt: ago(2) })] }, 'e2');
  await screen.findByText('2 alerts are open, 2 not acknowledged');
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
  fireEvent.click(screen.getByRole('button', { name: 'Acknowledge all' }));
  await act(async () => vi.advanceTimersByTimeAsync(10_000));
  vi.useRealTimers();
  await screen.findByText('2 alerts are open');
  expect(screen.queryByRole('button', { name: /^Acknowledge/ })).toBeNull();
  expect(screen.getAllByText(/^Acknowledged by Control room/)).toHaveLength(2);
});

test('all can be undone for ten seconds; whoever leaves the screen means it', async () => {
  const { user, calls } = await open({
    'POST /api/events/e1/alerts/1/acknowledge': [200, { alerts: [alert({ alertId: '1', ...seen({}) })] }],
    'POST /api/events/e2/alerts/2/acknowledge': [200, { alerts: [alert({ alertId: '2', areaId: null, ...seen({}) })] }],
  });
  const room = await joinRoom({ areas: [], alerts: [alert({ alertId: '2', areaId: null, raisedAt: ago(2) })] }, 'e2');
  await screen.findByText('2 alerts are open, 2 not acknowledged');
  const told = () => calls.filter(({ method }) => method === 'POST').map(({ path: called }) => called);
  const click = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
  const pass = (ms: number) => act(async () => vi.advanceTimersByTimeAsync(ms));
  click('Acknowledge all');
  await pass(9_000);
  await room.receive({ type: 'alerts_changed', eventId: 'e2', alerts: [] });
  click('Undo (1 s)');
  await pass(20_000);
  expect(told()).toEqual([]);
  await room.receive({
    type: 'alerts_changed',
    eventId: 'e2',
    alerts: [alert({ alertId: '2', areaId: null, raisedAt: ago(1) })],
  });
  click('Acknowledge all');
  vi.useRealTimers();
  await user.click(within(screen.getByRole('main')).getByRole('link', { name: 'All events' }));
  await waitFor(() => expect(told()).toHaveLength(2));
});

test('a note on what was done is sent with the acknowledgment and shown; that of an ended alert can change', async () => {
  const noted = alert({ alertId: '1', raisedAt: ago(12), ...seen({ note: 'Second bar opened' }) });
  const { user, calls } = await open({
    'POST /api/events/e1/alerts/1/acknowledge': [200, { alerts: [noted] }],
    'POST /api/events/e1/alerts/old/acknowledge': [200, { alerts: [noted] }],
  });
  const write = async (of: RegExp, name: string, text: string) => {
    await user.click(row(of).getByRole('button', { name }));
    const dialog = within(await screen.findByRole('dialog', { name: 'What was done' }));
    const field = dialog.getByRole('textbox');
    await user.clear(field);
    await user.type(field, text);
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  };
  await unfold();
  await screen.findByText('Gate closed');
  await write(/12 min/, 'Add note', 'Second bar opened');
  row(/Acknowledged by Control room/).getByText('Second bar opened');
  await write(/Ended/, 'Change note', 'Gate closed and opened');
  row(/Ended/).getByText('Gate closed and opened');
  const bodies = calls.filter(({ method }) => method === 'POST').map(({ body }) => body);
  expect(bodies).toMatchObject([{ note: 'Second bar opened' }, { note: 'Gate closed and opened' }]);
});

test('the address limits the list to one event', async () => {
  const { user } = await open({}, '/app/alerts?event=e1');
  screen.getByRole('heading', { level: 1, name: 'Alerts of Warehouse Friday' });
  await user.click(screen.getByRole('link', { name: 'Alerts of all events' }));
  await screen.findByRole('heading', { level: 1, name: 'Alerts' });
  expect(path()).toBe('/app/alerts');
});

test('older alerts are read on request, and an event that does not answer is named', async () => {
  const newest = ended({ alertId: 'n', raisedAt: ago(70), threshold: 75 });
  const { user } = await open({
    'GET /api/events/e1/alerts?limit=100': [200, { alerts: [newest], next: '7.n' }],
    'GET /api/events/e1/alerts?limit=100&after=7.n': [200, { alerts: [ended({ alertId: 'old' })] }],
    'GET /api/events/e2/alerts?limit=100': 'offline',
  });
  await screen.findByText('The alerts of one event cannot be loaded.');
  await unfold();
  await waitFor(() => expect(rows()).toHaveLength(2));
  await user.click(screen.getByRole('button', { name: 'Show older alerts' }));
  await waitFor(() => expect(rows()).toHaveLength(3));
  expect(screen.queryByRole('button', { name: 'Show older alerts' })).toBeNull();
});

/** A machine that was heard 25 minutes ago; the time is that of the test, not that at which this file was loaded. */
const silent = (): ListedMachineAlert => ({
  alertId: 's1',
  sourceId: 'north',
  sourceName: 'North door',
  trouble: { kind: 'silent' },
  areaId: 'a1',
  areaName: 'Main Stage',
  lastHeardAt: ago(25),
  raisedAt: ago(10),
  acknowledgedAt: null,
  acknowledgedBy: null,
  note: null,
  endedAt: null,
});

test('a machine that fell silent stands among the alerts, and is acknowledged like them', async () => {
  let isSeen = false;
  const { user } = await open({
    'GET /api/events/e1/alerts?limit=100': () => [
      200,
      {
        alerts: [],
        machineAlerts: [{ ...silent(), ...(isSeen && { acknowledgedAt: ago(0), acknowledgedBy: 'Desk' }) }],
      },
    ],
    'POST /api/events/e1/alerts/s1/acknowledge': () => {
      isSeen = true;
      return [200, { alerts: [alert({ alertId: '1', raisedAt: ago(12) })] }];
    },
  });
  await screen.findByText('One alert is open · One machine is silent, 2 not acknowledged');
  const [first] = rows();
  expect(first).toBe(
    'North door is silentWarehouse FridayMain StageLast heard now (25 min. ago)Not acknowledgedAdd noteAcknowledge',
  );
  await user.click(row(/North door/).getByRole('button', { name: 'Acknowledge' }));
  await screen.findByText(/^Acknowledged by Desk/);
  screen.getByText('One alert is open · One machine is silent, one not acknowledged');
});

test('the tab counts the alerts that its list has open: those about machines, too', async () => {
  const machines = [silent(), { ...silent(), alertId: 's0', endedAt: ago(3) }];
  const answer = [200, { alerts: [], machineAlerts: machines }] as const;
  const { user } = await open(
    { 'GET /api/events/e1/alerts?limit=100': answer, 'GET /api/events/e1/alerts?limit=1': answer },
    '/app/alerts?event=e1',
  );
  const tab = (name: string | RegExp) => within(screen.getByRole('navigation')).findByRole('link', { name });
  await screen.findByText('One alert is open · One machine is silent, 2 not acknowledged');
  await tab(/^Alerts ?2$/);
  await user.click(await tab('Doors'));
  expect(await tab(/^Alerts ?2$/)).toBeTruthy();
});

test('a machine that does not count says why and since when', async () => {
  const trouble = { kind: 'refused', code: 'time_too_old', clockOffsetMs: 600_000 } as const;
  await open({
    'GET /api/events/e1/alerts?limit=100': [
      200,
      { alerts: [], machineAlerts: [silent(), { ...silent(), alertId: 's2', trouble }] },
    ],
  });
  await screen.findByText('One alert is open · 2 machines do not count right, 3 not acknowledged');
  expect(rows().find((text) => text.includes('does not count'))).toMatch(
    /^North door does not count: its clock is 10 minutes slow.*Main StageSince now \(25 min\. ago\)/,
  );
});

test('the note on a silent machine says where it is kept', async () => {
  const { user, calls } = await open({
    'GET /api/events/e1/alerts?limit=100': [200, { alerts: [], machineAlerts: [{ ...silent(), endedAt: ago(2) }] }],
    'POST /api/events/e1/alerts/s1/acknowledge': [200, { alerts: [] }],
  });
  await unfold();
  await screen.findByText('North door is silent');
  await user.click(row(/North door/).getByRole('button', { name: 'Add note' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'What was done' }));
  dialog.getByText('Warehouse Friday: North door is silent. The note is kept in the journal and the report.');
  await user.type(dialog.getByRole('textbox'), 'Power was off');
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(calls.find(({ method }) => method === 'POST')?.body).toMatchObject({ note: 'Power was off' });
});

const DOUBT = { ...silent(), trouble: { kind: 'doubt', people: 12 } } as const;

test.each([
  ['Count them', true],
  ['They were counted', false],
])('about people who may be missing, “%s” says what it does; a failure says so', async (name, counted) => {
  let isSettled = false;
  let works = false;
  const { user, calls } = await open({
    'GET /api/events/e1/alerts?limit=100': () => [
      200,
      { alerts: [], machineAlerts: [DOUBT, { ...DOUBT, alertId: 's0', endedAt: ago(3) }].slice(Number(isSettled)) },
    ],
    'POST /api/events/e1/sources/north/doubt': () => {
      isSettled = works;
      return works ? [200, { success: true }] : BROKEN;
    },
  });
  await unfold();
  const missing = 'North door: up to 12 people may be missing';
  await waitFor(() => expect(screen.getAllByText(missing)).toHaveLength(2));
  // One is over: nothing is left to do about it.
  const button = screen.getByRole('button', { name });
  const does = (button.getAttribute('aria-describedby') ?? '').split(' ').map((id) => document.getElementById(id));
  expect(does.map((text) => text?.textContent).join(' ')).toMatch(
    counted ? /may be missing.*they count now/ : /may be missing.*the number stays/,
  );
  await user.click(button);
  await screen.findByText('Something went wrong.');
  works = true;
  await user.click(screen.getByRole('button', { name }));
  await waitFor(() => expect(screen.queryByRole('button', { name })).toBeNull());
  const told = calls.filter(({ method, path: called }) => method === 'POST' && called.endsWith('/doubt'));
  expect(told.map(({ body }) => body)).toEqual([
    { counted, people: 12 },
    { counted, people: 12 },
  ]);
});

test('while the network is slow, the pressed button says so and the other one waits', async () => {
  const { user } = await open({
    'GET /api/events/e1/alerts?limit=100': [200, { alerts: [], machineAlerts: [DOUBT] }],
    'POST /api/events/e1/sources/north/doubt': 'silent',
  });
  vi.spyOn(AbortSignal, 'timeout').mockReturnValue(new AbortController().signal);
  await user.click(await screen.findByRole('button', { name: 'Count them' }));
  await screen.findByRole('button', { name: 'Saving...' });
  expect(screen.getByRole('button', { name: 'They were counted' }).hasAttribute('disabled')).toBe(true);
});
