import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Area } from '../../../../src/shared/schemas/area';
import type { Evacuation } from '../../../../src/shared/evacuation/schemas';
import { commandsOf } from '../../../../web/src/features/commands/command-list';
import { ADMIN, EVENT } from '../../support/account';
import { area } from '../../support/areas';
import { asNew, BAR, joinRoom, MAIN, makeDoorScreen, openAdmin, OTHER_EVENT } from '../../support/dashboard';
import { EVACUATION } from '../../support/evacuations';

/**
 * On each page where an organizer may be (docs/product.md), one press opens the list of all commands, and the next takes one.
 * The names are this file's own. Settings have a test of their own.
 */

const START_SCREENS = {
  count: '/app',
  alerts: '/app/alerts?event=e1',
  doors: '/app/events/e1/doors',
  reports: '/app/reports?event=e1',
  settings: '/app/events/e1/settings',
  overview: '/app/overview',
  'account settings': '/app/settings',
} as const;

vi.mock('uplot', async () => ({ default: (await import('../../support/fake-plot')).FakePlot }));

const EVACUATE = 'Evacuation';
const END = 'End evacuation';
const PAGES = ['Count', 'Alerts', 'Doors', 'Reports', 'Settings'].map((page) => `${page}${EVENT.eventName}`);
const SHARING = ['Share Event', 'Copy access code', 'Orders', 'This device', 'Add New Area'];
const RESET = 'Reset All Areas';
const EVENT_ACTIONS = ['Switch Event', 'Rename Event', 'Duplicate Event', RESET, 'Delete Event'];
const CAPACITY = `Capacity Assistant${EVENT.eventName}`;
const OF_EVENT = [...SHARING, ...EVENT_ACTIONS, CAPACITY];
const ACCOUNT = ['Create Event', 'All events', 'WallAll events', 'Alerts of all events', 'Account settings', 'Log out'];
const DEVICE = ['SystemColor theme', 'LightColor theme', 'DarkColor theme', 'Deutsch'];
const AREA_MENU = [
  'Rename Area',
  'Change Capacity',
  'Recount',
  'Share Door Link',
  'Reset Occupancy',
  'Connect a Machine',
  'Delete Area',
];
const areaMenu = (name: string) => AREA_MENU.map((action) => `${action}${name}`);
const TWO_AREAS = ['Main StageArea', 'BarArea'];
const TWO_MENUS = [...areaMenu('Main Stage'), ...areaMenu('Bar')];

interface State {
  events: readonly (typeof EVENT)[];
  areas: readonly Area[];
  evacuation: Evacuation | null;
  /** What the list offers besides settings. */
  names: readonly string[];
}

const STATES = {
  'no event': { events: [], areas: [], evacuation: null, names: [...ACCOUNT, ...DEVICE] },
  'one area': {
    events: [EVENT],
    areas: [area()],
    evacuation: null,
    names: [...PAGES, ...OF_EVENT, ...ACCOUNT, 'Main StageArea', ...DEVICE, ...areaMenu('Main Stage')],
  },
  'everything in use': {
    events: [EVENT, OTHER_EVENT],
    areas: [MAIN, BAR],
    evacuation: null,
    names: [
      ...PAGES,
      EVACUATE,
      ...OF_EVENT,
      ...ACCOUNT,
      ...TWO_AREAS,
      ...DEVICE,
      ...TWO_MENUS,
      'SummerSwitch to this event',
      'ReportsSummer',
    ],
  },
  'an evacuation': {
    events: [EVENT],
    areas: [MAIN, BAR],
    evacuation: EVACUATION,
    names: [END, ...PAGES, ...OF_EVENT, ...ACCOUNT, ...TWO_AREAS, ...DEVICE, ...TWO_MENUS],
  },
} as const satisfies Readonly<Record<string, State>>;

beforeEach(asNew);
// The pages' code takes long to load for the first time.
beforeAll(async () => {
  await Promise.all([
    import('../../../../web/src/features/commands/commands'),
    import('../../../../web/src/features/alerts/alert-list-screen'),
    import('../../../../web/src/features/doors/doors-screen'),
    import('../../../../web/src/features/reports/reports-screen'),
    import('../../../../web/src/features/overview/overview-screen'),
    import('../../../../web/src/features/settings/event/event-settings-screen'),
    import('../../../../web/src/features/settings/account/account-settings-screen'),
    import('../../../../web/src/features/evacuation/evacuation-state'),
  ]);
});

const SCHEDULE = { timeZone: 'Europe/Berlin', reportTime: '06:00', startDate: null, endDate: null };
const nothing = () => undefined;
const EFFECTS = { open: nothing, select: nothing, copyCode: nothing, logOut: nothing };
const nameOf = ({ label, detail = '' }: { label: string; detail?: string | undefined }) => `${label}${detail}`;
// By the DOM alone, because roles of pages with many fields are slow to find.
const listed = () =>
  [...document.querySelectorAll('[role=option]:not([href*="#"])')].map(({ textContent }) => textContent);
const buttonOf = (name: RegExp) => [...document.querySelectorAll('button')].find((one) => name.test(one.textContent));
const evacuate = () => buttonOf(/^(Evacuation|End evacuation)$/);
const doors = () => document.querySelector<HTMLElement>('a[href="/app/events/e1/doors"]');

async function open({ events, areas, evacuation }: State, address: string) {
  const api = {
    'GET /api/events': [200, events] as const,
    'GET /api/events/e1/areas': [200, { areas }] as const,
    'GET /api/events/e1/schedule': [200, SCHEDULE] as const,
  };
  openAdmin(api, address);
  await screen.findByTitle('Search');
  if (events.length > 0) await joinRoom({ areas: [...areas], ...(evacuation && { evacuation }) });
}

/** Takes the presses that lead to the dialog of the evacuation without the list: one here, or one after the page Doors. */
async function goToEvacuation() {
  await waitFor(() => expect(evacuate() ?? doors()).toBeTruthy());
  if (!evacuate()) fireEvent.click(doors()!);
  await waitFor(() => expect(evacuate()).toBeTruthy());
}

describe.each(Object.entries(START_SCREENS))('from %s', (_screen, address) => {
  test.each(Object.entries<State>(STATES))(
    'with %s one press lists what may be done, and no more',
    async (_s, state) => {
      await open(state, address);
      fireEvent.click(screen.getByTitle('Search'));
      await waitFor(() => expect(listed()).toEqual(state.names));
      fireEvent.keyDown(document.activeElement!, { key: 'Escape' });
      if (state.areas.length > 1) await goToEvacuation();
      else expect(evacuate()).toBeUndefined();
    },
  );
});

test.each([
  ['no areas offers nothing about areas', [], []],
  ['unknown areas offers the evacuation', null, [EVACUATE]],
] as const)('an event with %s', (_name, areas, expected) => {
  const commands = commandsOf({ user: ADMIN, events: [EVENT], event: EVENT, areas, evacuation: null }, EFFECTS).map(
    nameOf,
  );
  expect(commands.filter((name) => [EVACUATE, RESET].includes(name))).toEqual(expected);
  expect(commands).toContain('Add New Area');
});

test('on a phone each page and action of the event is in the sheet, which one press opens', async () => {
  makeDoorScreen();
  openAdmin({ 'GET /api/events': [200, [EVENT, OTHER_EVENT]] });
  await joinRoom();
  fireEvent.click(await screen.findByRole('button', { name: 'Event and device' }));
  const sheet = within(await screen.findByRole('dialog', { name: EVENT.eventName }));
  const names = [...sheet.getAllByRole('button'), ...sheet.getAllByRole('link')].map(
    (one) => one.getAttribute('aria-label') ?? one.textContent ?? '',
  );
  const pages = ['Alerts', 'Doors', 'Reports', 'Settings', 'Account settings', 'All events'];
  const actions = ['Switch Event', 'Rename Event', 'Duplicate Event', RESET, 'Delete Event'];
  for (const name of [...pages, ...actions, 'Share', EVACUATE, 'Search', 'Log out'])
    expect(
      names.filter((one) => one.startsWith(name)),
      name,
    ).toHaveLength(1);
});

test('each address of a setting in the list leads to a place on its page', async () => {
  for (const address of [START_SCREENS.settings, START_SCREENS['account settings']]) {
    await open(STATES['everything in use'], address);
    await screen.findByRole('navigation', { name: 'Sections' });
    for (const line of document.querySelectorAll('details')) line.open = true;
    const ids = commandsOf(
      { user: ADMIN, events: [EVENT], event: EVENT, areas: [], evacuation: null },
      EFFECTS,
    ).flatMap((one) => ('to' in one && one.to.startsWith(`${address}#`) ? one.to.split('#')[1]! : []));
    expect(ids.length).toBeGreaterThan(10);
    await waitFor(() => expect(ids.filter((id) => document.getElementById(id) === null)).toEqual([]));
    cleanup();
  }
});
