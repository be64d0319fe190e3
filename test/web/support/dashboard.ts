import { act, screen, waitFor, within } from '@testing-library/react';
import { vi } from 'vitest';
import type { Sync } from '../../../src/shared/protocol/down';
import { changeDevice } from '../../../web/src/device/device';
import { ADMIN, DOOR, EVENT } from './account';
import { area, sync } from './areas';
import { FakeWebSocket, socketTo, stubSockets } from './fake-sockets';
import { renderApp } from './render-app';
import { refusal, stubApi } from './stub-api';

type Api = Parameters<typeof stubApi>[0];
type User = ReturnType<typeof renderApp>['user'];

export const MAIN = area({ currentOccupancy: 3 });
export const BAR = area({ areaId: 'a2', areaName: 'Bar', currentOccupancy: 4 });
export const OTHER_EVENT = { eventId: 'e2', eventName: 'Summer', accessCode: 'WXYZ2346' };
/** The user who logged in with that event's access code. */
export const OTHER_DOOR = { ...DOOR, accessCode: OTHER_EVENT.accessCode, eventId: OTHER_EVENT.eventId };
/** The calls that find both events. */
export const TWO_EVENTS_API = {
  'GET /api/events': [200, [EVENT, OTHER_EVENT]] as const,
  'GET /api/events/by-access-code/WXYZ2346': [200, OTHER_EVENT] as const,
};

/** The server's answers to a logged-in user of an event with two areas. */
const EVENT_API = {
  'GET /api/events': [200, [EVENT]] as const,
  'GET /api/events/by-access-code/ABCD2346': [200, EVENT] as const,
  'GET /api/events/e1/areas': [200, { areas: [MAIN, BAR] }] as const,
  'GET /api/events/e2/areas': [200, { areas: [] }] as const,
  'POST /api/auth/logout': [200, { success: true }] as const,
};
export const apiAs = (user: object) => ({
  ...EVENT_API,
  'GET /api/auth/verify': [200, { success: true, user }] as const,
});
export const ADMIN_API = apiAs(ADMIN);
export const CODE_API = apiAs(DOOR);

/** A server error with its message. */
export const BROKEN = refusal(500, 'Something went wrong.', 'internal');

/** Opens the app on an API with these answers. Returns the calls by method. */
export function openApp(api: Api, path = '/app') {
  stubSockets();
  const calls = stubApi(api);
  const { user } = renderApp(path);
  const made = (method: string, part = '') =>
    calls.filter((call) => call.method === method && call.path.includes(part)).map(({ body }) => body);
  return { user, calls, made };
}

/** Opens an admin's dashboard with the event selected. */
export function openAdmin(api: Api = {}, path?: string) {
  localStorage.setItem('headroom.selectedEventId', 'e1');
  return openApp({ ...ADMIN_API, ...api }, path);
}

/** The event's room accepts the join, if it has not yet, and sends this sync. */
export async function joinRoom(fields: Partial<Sync> = {}, eventId = 'e1') {
  const room = await socketTo(`/api/events/${eventId}/socket`);
  if (room.readyState !== FakeWebSocket.OPEN) await room.open();
  await room.receive(sync({ eventId, areas: [MAIN, BAR], ...fields }));
  return room;
}

/** The socket of the account, which carries messages about events. */
export async function joinHub() {
  const hub = await socketTo('/api/account/socket');
  await hub.open();
  return hub;
}

/** Opens a device that an access code has logged in and that is connected to its event. */
export async function openDoor(path?: string, api: Api = {}) {
  const opened = openApp({ ...CODE_API, ...api }, path);
  await screen.findAllByTestId('occupancy');
  return { ...opened, room: await joinRoom() };
}

export const press = async (user: User, name: string) => user.click(await screen.findByRole('button', { name }));

export const dialogOf = async (name: string) => within(await screen.findByRole('dialog', { name }));

/** Chooses a menu item and returns the dialog that it opens. */
export async function choose(user: User, item: string, menu = 'Event options') {
  await press(user, menu);
  await user.click(screen.getByRole('menuitem', { name: item }));
  return dialogOf(item);
}

/** A section of a settings page. */
export const sectionOf = async (name: string) => within(await screen.findByRole('region', { name }));

/** Opens a section of the event's settings. `save` presses its first Save and waits until it has saved. */
export async function openSection(name: string, api: Api = {}, path = '/app/events/e1/settings') {
  const opened = openAdmin(api, path);
  const section = await sectionOf(name);
  const pressHere = async (button: string) => opened.user.click(await section.findByRole('button', { name: button }));
  const save = async () => {
    await opened.user.click(section.getAllByRole('button', { name: 'Save' })[0]!);
    await screen.findByText('Saved');
  };
  return { ...opened, section, press: pressHere, save };
}

export const dialogsClosed = () =>
  waitFor(() => {
    if (screen.queryByRole('dialog')) throw new Error('A dialog is open');
  });

/**
 * Gives the screen the size of a device at a door, or a wider one, as the layout's media queries see it. Returns what turns
 * the device, so that it has the other size.
 */
export function makeDoorScreen(matches = true): () => void {
  const door = Object.assign(new EventTarget(), { matches });
  const other = Object.assign(new EventTarget(), { matches: false });
  vi.stubGlobal('matchMedia', (query: string) => (query.includes('51.25rem') ? door : other));
  return () => {
    door.matches = !door.matches;
    act(() => void door.dispatchEvent(new Event('change')));
  };
}

export const path = () => screen.getByTestId('path').textContent;
/** The visible areas in their order. */
export const cards = () => screen.queryAllByRole('article').map((card) => card.getAttribute('aria-label'));
export const counts = () => screen.getAllByTestId('occupancy').map(({ textContent }) => textContent);

/** Resets the device to its default settings. */
export const asNew = () =>
  changeDevice({
    deviceName: null,
    direction: 'both',
    hand: 'right',
    doors: [],
    morePads: false,
    sound: true,
    feedback: undefined,
    sayCount: undefined,
    remote: null,
  });
