import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Area } from '../../../../src/shared/schemas/area';
import type { Evacuation } from '../../../../src/shared/evacuation/schemas';
import { commandsOf } from '../../../../web/src/features/commands/command-list';
import { ADMIN, EVENT } from '../../support/account';
import { area } from '../../support/areas';
import { asNew, joinRoom, makeDoorScreen, openAdmin, OTHER_EVENT, path } from '../../support/dashboard';
import { EVACUATION } from '../../support/evacuations';

/**
 * On each page where an organizer may be (docs/product.md), one press opens the list of all commands, and the next takes one.
 * Most commands are two presses away without the list, too: one that opens a page or a menu, and one on what it shows.
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
const OPEN = `Open ${EVENT.eventName}`;
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
/** Two areas, of which one has got the event's first tap. */
const TAPPED = [area({ currentOccupancy: 1 }), area({ areaId: 'a2', areaName: 'Bar' })];

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
    areas: TAPPED,
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
    areas: TAPPED,
    evacuation: EVACUATION,
    names: [END, ...PAGES, ...OF_EVENT, ...ACCOUNT, ...TWO_AREAS, ...DEVICE, ...TWO_MENUS],
  },
} as const satisfies Readonly<Record<string, State>>;

beforeEach(asNew);
// The pages' code takes long to load for the first time.
beforeAll(async () => {
  await import('../../../../web/src/features/account/settings/second-step-view');
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
/** What a page or an open menu shows, and what is in sight once it is pressed: a dialog of this title, or an address. */
const PLACES = {
  count: {
    Share: 'Share Event',
    '+ Add New Area': 'Add New Area',
    'Show Main Stage full screen': '/app?area=a1',
    'Account settings': 'Account settings',
  },
  events: { '+ Create New Event': 'Create Event' },
  menu: {
    'Switch Event': 'Switch Event',
    'Rename Event': 'Rename Event',
    'Duplicate Event': 'Duplicate Event',
    [RESET]: RESET,
    'Delete Event': 'Delete Event',
  },
  area: {
    'Rename Area': 'Rename Area',
    'Change Capacity': 'Change Capacity',
    Recount: 'Recount',
    'Share Door Link': 'Share Event',
    'Reset Occupancy': 'Reset Occupancy',
    'Connect a Machine': 'Connect a Machine',
    'Delete Area': 'Delete Area',
  },
  alerts: { 'Alerts of all events': '/app/alerts' },
  doors: { Share: 'Share Event', 'This device': 'This device', 'Give an Order': 'Give an Order' },
  settings: {
    'Rename Event': 'Rename Event',
    'Duplicate Event': 'Duplicate Event',
    [RESET]: RESET,
    'Delete Event': 'Delete Event',
    'Change Capacity: Main Stage': 'Change Capacity',
  },
  reports: { '7 days': '/app/reports?event=e1&from=' },
  overview: { Wall: '/app/overview?wall', 'Open Warehouse Friday': '/app' },
} as const satisfies Readonly<Record<string, Readonly<Record<string, string>>>>;

/** The controls that show one of these. */
const WAYS = {
  [`${EVENT.eventName}^`]: 'events',
  'Event options^': 'menu',
  'Options for Main Stage^': 'area',
  'Options for Bar^': 'area',
  Count: 'count',
  Alerts: 'alerts',
  Doors: 'doors',
  Settings: 'settings',
  Reports: 'reports',
  'All events': 'overview',
  [OPEN]: 'count',
} as const satisfies Readonly<Record<string, keyof typeof PLACES>>;

/** What a control is called if not as the command, without the page or event that the list names behind it. */
const SHOWN_AS: Readonly<Record<string, RegExp>> = {
  'Share Event': /^Share$/,
  Orders: /^(Give an Order|Orders to the doors of Warehouse Friday)$/,
  'Add New Area': /^\+ Add New Area$/,
  'Switch Event': /^(Switch Event|Open .*)$/,
  'Create Event': /^\+ Create New Event$/,
  'All events': /^(All events|Back to counting)$/,
  'Alerts of all events': /^(Alerts of all events|Open alerts: \d+)$/,
  'Main StageArea': /^Show Main Stage full screen$/,
  BarArea: /^Show Bar full screen$/,
  'Change CapacityMain Stage': /^Change Capacity(: )?Main Stage$/,
  'Change CapacityBar': /^Change Capacity(: )?Bar$/,
  'SummerSwitch to this event': /^Open Summer$/,
};
const shownAs = (name: string) =>
  SHOWN_AS[name] ?? new RegExp(`^${name.replace(/(?<=.)(Warehouse Friday|All events|Color theme)$/, '')}$`);

/** What only the list has within two presses: it is on a page of its own, or about another event. */
const farFrom = (start: string): readonly string[] => {
  const everywhere = [CAPACITY, 'ReportsSummer'];
  if (start === 'count') return everywhere;
  if (start === 'overview')
    return [...everywhere, 'This device', ...EVENT_ACTIONS.slice(1), 'Create Event', ...TWO_MENUS];
  return [...everywhere, 'Create Event', ...TWO_MENUS.filter((name) => !name.startsWith('Change Capacity'))];
};

// By the DOM alone, because roles of pages with many fields are slow to find.
const listed = () =>
  [...document.querySelectorAll('[role=option]:not([href*="#"])')].map(({ textContent }) => textContent);
const controls = () => [
  ...document.querySelectorAll<HTMLElement>('button, a[href], [role=menuitem], input[type=radio]'),
];
/** What a control is called, with a sign if it opens something over the page. A tab has a number or a word behind its name. */
function labelOf(one: Element): string {
  if (one.closest('[aria-label="Pages of this event"]')) return one.firstElementChild?.textContent ?? '';
  return `${one.getAttribute('aria-label') ?? one.textContent.trim()}${one.hasAttribute('aria-haspopup') ? '^' : ''}`;
}
const labels = () => controls().map(labelOf);
const title = () =>
  document.querySelector('[role=dialog] h2, [role=alertdialog] h2, main [role=group] > h3')?.textContent;

type User = ReturnType<typeof openAdmin>['user'];

/** Presses the control of this name as soon as it stands there. */
async function pressOn(user: User, name: string) {
  await waitFor(() => expect(labels()).toContain(name));
  await user.click(controls().find((one) => labelOf(one) === name)!);
}

async function open({ events, areas, evacuation }: State, address: string) {
  const api = {
    'GET /api/events': [200, events] as const,
    'GET /api/events/e1/areas': [200, { areas }] as const,
    'GET /api/events/e1/schedule': [200, SCHEDULE] as const,
  };
  const { user } = openAdmin(api, address);
  await screen.findByTitle('Search');
  if (events.length > 0) await joinRoom({ areas: [...areas], ...(evacuation && { evacuation }) });
  return user;
}

/** Takes back what was pressed: a dialog or a menu closes, and a page is left. */
async function goBack(user: User, was: string | null) {
  if (title() !== undefined || document.querySelector('[role=menu]')) await user.keyboard('{Escape}');
  if (path() !== was) act(() => screen.getByTestId('back').click());
  await waitFor(() => expect([path(), title()]).toEqual([was, undefined]));
}

/** Presses what leads to the evacuation: it is here, or one press away under Doors. */
async function goToEvacuation(user: User) {
  const here = () => labels().find((name) => name === EVACUATE || name === END);
  await waitFor(() => expect(here() ?? labels().find((name) => name === 'Doors')).toBeDefined());
  if (here() === undefined) await pressOn(user, 'Doors');
  await waitFor(() => expect(here()).toBeDefined());
  await pressOn(user, here()!);
  await waitFor(() => expect(title()).toMatch(/^(Evacuation|End evacuation)/));
}

/** Returns what is called how on the page, and after each press that leads to a page or opens something over this one. */
async function namesWithinOnePress(user: User) {
  await waitFor(() => expect(labels().some((name) => ['Settings', OPEN].includes(name))).toBe(true));
  const was = path();
  const names = new Set(labels());
  for (const [way, place] of Object.entries(WAYS)) {
    if (!labels().includes(way)) continue;
    await pressOn(user, way);
    await waitFor(() => expect(labels()).toEqual(expect.arrayContaining(Object.keys(PLACES[place]))));
    const [, of = ''] = /^Options for (.*)\^$/.exec(way) ?? [];
    for (const name of labels()) names.add(`${name}${of}`);
    await goBack(user, was);
  }
  return [...names];
}

describe.each(Object.entries(START_SCREENS))('from %s', (start, address) => {
  test.each(Object.entries<State>(STATES))('with %s each command is two presses away', async (_s, state) => {
    const user = await open(state, address);
    fireEvent.click(screen.getByTitle('Search'));
    await waitFor(() => expect(listed()).toEqual(state.names));
    fireEvent.keyDown(document.activeElement!, { key: 'Escape' });
    await waitFor(() => expect(listed()).toEqual([]));
    if (state.events.length === 0) return;
    const names = await namesWithinOnePress(user);
    const isNear = (name: string) => names.some((one) => shownAs(name).test(one));
    const far = farFrom(start);
    expect(state.names.filter((name) => !isNear(name))).toEqual(state.names.filter((name) => far.includes(name)));
    if (state.areas.length > 1) await goToEvacuation(user);
    else expect(labels()).not.toContain(EVACUATE);
  });
});

test.each([
  ['count', START_SCREENS.count],
  ['menu', START_SCREENS.count, 'Event options^'],
  ['events', START_SCREENS.count, `${EVENT.eventName}^`],
  ['area', START_SCREENS.count, 'Options for Main Stage^'],
  ['alerts', START_SCREENS.alerts],
  ['doors', START_SCREENS.doors],
  ['settings', START_SCREENS.settings],
  ['reports', START_SCREENS.reports],
  ['overview', START_SCREENS.overview],
] as const)('a press on what %s shows brings it into sight', async (place, address, way?: string) => {
  const user = await open(STATES['everything in use'], address);
  const was = path();
  for (const [name, seen] of Object.entries(PLACES[place])) {
    await goBack(user, was);
    if (way !== undefined) await pressOn(user, way);
    await pressOn(user, name);
    await waitFor(() => expect([title(), path()?.replace(/(?<=&from=).*/, '')]).toContain(seen));
  }
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
  const { user } = openAdmin({ 'GET /api/events': [200, [EVENT, OTHER_EVENT]] });
  await joinRoom({ areas: [...TAPPED] });
  await user.click(await screen.findByRole('button', { name: 'Event and device' }));
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
  await pressOn(user, EVACUATE);
  await waitFor(() => expect(title()).toBe(EVACUATE));
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
