import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import type { Area } from '../../../../src/shared/schemas/area';
import type { Event } from '../../../../src/shared/schemas/event';
import { ADMIN, EVENT } from '../../support/account';
import { area } from '../../support/areas';
import { dialogOf, joinHub, joinRoom, openApp, OTHER_EVENT, path } from '../../support/dashboard';
import { renderApp } from '../../support/render-app';
import { type Answer, type Call, NO_SESSION, stubApi } from '../../support/stub-api';

const SELECTED = 'headroom.selectedEventId';
const PASSWORD = 'Passw0rd!';
const BEGIN = 'Please select an event to begin.';
const begin = () => screen.findByText(BEGIN);
const heading = (name: string) => screen.findByRole('heading', { name });
const step = async (name: string) => within(await screen.findByRole('region', { name }));
const isGone = (name: string | RegExp) => waitFor(() => expect(screen.queryByRole('region', { name })).toBeNull());
/** The buttons with the primary style, without an area's pads. */
const primaries = () =>
  [...document.querySelectorAll('button.bg-accent:not([data-area-id] *)')].map(({ textContent }) => textContent);

const nameIn = (body: unknown, key: string): string => Object.entries(body ?? {}).find(([k]) => k === key)?.[1] ?? '';

/** A server that remembers what is created. By default the account is logged in and has these events and areas. */
function serverOf(events: Event[] = [], areas: Area[] = [], isLoggedIn = true) {
  const loggedIn: Answer = [200, { success: true, user: ADMIN }];
  return {
    'GET /api/auth/verify': (): Answer => (isLoggedIn ? loggedIn : NO_SESSION),
    'POST /api/auth/signup': [201, { success: true }] as const,
    'POST /api/auth/login': (): Answer => {
      isLoggedIn = true;
      return loggedIn;
    },
    'GET /api/events': (): Answer => [200, events],
    'GET /api/events/e2/areas': [200, { areas: [] }] as const,
    'POST /api/events': ({ body }: Call): Answer => {
      events.push({ ...EVENT, eventName: nameIn(body, 'eventName') });
      return [201, events.at(-1)];
    },
    'GET /api/events/e1/areas': (): Answer => [200, { areas: [...areas] }],
    'POST /api/events/e1/areas': ({ body }: Call): Answer => {
      areas.push(area({ areaId: `a${areas.length + 1}`, areaName: nameIn(body, 'areaName') }));
      return [201, {}];
    },
  };
}

/**
 * A person with a mouse and a keyboard who clicks only when necessary: types at once in a focused field and moves to
 * the next one with Tab.
 */
function somebody(user: ReturnType<typeof renderApp>['user']) {
  const made = { clicks: 0, fields: 0 };
  let lastField: Element | null = null;
  const click = async (element: Element) => {
    made.clicks += 1;
    await user.click(element);
  };
  return {
    made,
    click: async (name: string) => click(await screen.findByRole('button', { name })),
    fill: async (label: string, text: string) => {
      const field = await screen.findByLabelText(label);
      if (lastField !== null && document.activeElement === lastField) await user.tab();
      if (document.activeElement !== field) await click(field);
      made.fields += 1;
      lastField = field;
      await user.keyboard(text);
    },
  };
}

test('a sign-up reaches the shared code with at most five clicks and five fields', async () => {
  const calls = stubApi(serverOf([], [], false));
  const { user } = renderApp('/signup');
  const { made, fill, click } = somebody(user);
  await fill('Email', ' ada@venue.test ');
  await fill('Password', PASSWORD);
  await click('Create Account');

  await screen.findByText('Account created successfully! Please log in.');
  expect(path()).toBe('/login');
  expect(screen.getByLabelText('Email or Access Code')).toHaveProperty('value', 'ada@venue.test');
  await fill('Password', PASSWORD);
  await click('Log in');

  await begin();
  await fill('Event Name', 'Open Air');
  await fill('How many may be inside?', '500');
  await click('Create Event');

  await click('Share with door staff');
  (await dialogOf('Share Event')).getByText('ABCD-2346');

  expect(made.clicks).toBeLessThanOrEqual(5);
  expect(made.fields).toBeLessThanOrEqual(5);
  const sentTo = (to: string) => calls.find((call) => call.method === 'POST' && call.path === to);
  expect(sentTo('/api/auth/login')?.body).toEqual({ username: 'ada@venue.test', password: PASSWORD });
  expect(sentTo('/api/events')?.body).toEqual({ eventName: 'Open Air' });
  // The time zone that the event's days follow.
  expect(sentTo('/api/events')?.headers.get('time-zone')).toBe(Intl.DateTimeFormat().resolvedOptions().timeZone);
  expect(sentTo('/api/events/e1/areas')?.body).toEqual({ areaName: 'Open Air', capacity: 500 });
});

test('without a number, or if the area is refused, the next step asks for the area', async () => {
  const { user } = openApp({
    ...serverOf(),
    'POST /api/events/e1/areas': [500, { success: false, error: 'No area today.', code: 'internal' }],
  });
  const form = await step('Your first event');
  await user.type(form.getByLabelText('How many may be inside?'), '0');
  await user.type(form.getByLabelText('Event Name'), 'Open Air{Enter}');
  form.getByText('Capacity must be a positive number.');
  await user.type(form.getByLabelText('How many may be inside?'), '9{Enter}');
  await screen.findByText('No area today.');
  const next = await step('The first area');
  expect(next.getByLabelText('Capacity')).toHaveProperty('value', '');
  expect(screen.queryByRole('region', { name: /Share/ })).toBeNull();
});

test('letters in place of the number are refused, and nothing is created', async () => {
  const { user, calls } = openApp(serverOf());
  const form = await step('Your first event');
  // As a browser does it: the letters stand in the field, and its value is empty.
  Object.defineProperty(form.getByLabelText('How many may be inside?'), 'validity', { value: { badInput: true } });
  await user.type(form.getByLabelText('Event Name'), 'Open Air{Enter}');
  form.getByText('Please enter a valid, non-negative number.');
  expect(document.activeElement).toBe(form.getByLabelText('How many may be inside?'));
  expect(form.getByLabelText('Event Name')).toHaveProperty('value', 'Open Air');
  expect(calls.filter(({ method }) => method === 'POST')).toEqual([]);
});

test('a new event is selected even if it arrives before the answer', async () => {
  const answer = Promise.withResolvers<Answer>();
  const { user } = openApp({ ...serverOf(), 'POST /api/events': () => answer.promise });
  const form = await step('Your first event');
  await user.type(form.getByLabelText('Event Name'), 'Open Air{Enter}');
  await (await joinHub()).receive({ type: 'event_created', event: EVENT });
  await isGone('Your first event');
  answer.resolve([201, EVENT]);
  expect(await heading(EVENT.eventName)).toBeTruthy();
});

test('the only event opens by itself on a new device and stays selected; one of several events does not open', async () => {
  openApp(serverOf([EVENT], [area()]));
  await heading(EVENT.eventName);
  expect(localStorage.getItem(SELECTED)).toBe('e1');
  await joinRoom({ areas: [area()] });
  expect(screen.queryByRole('region', { name: /first|Share/ })).toBeNull();

  cleanup();
  localStorage.removeItem(SELECTED);
  openApp(serverOf([EVENT, OTHER_EVENT], [area()]));
  await begin();
  expect(localStorage.getItem(SELECTED)).toBeNull();
  expect(primaries()).toEqual(['Select Event']);
});

test('of several events, the one that is counted now opens on a new device, unless somebody has begun to choose', async () => {
  const counted = { areas: [area({ lastUpdatedAt: new Date().toISOString() })] };
  const asked = Promise.withResolvers<Answer>();
  const api = { ...serverOf([EVENT, OTHER_EVENT], [area()]), 'GET /api/events/e2/areas': () => asked.promise };
  // An event that cannot be read keeps no other from opening.
  openApp({ ...api, 'GET /api/events/e1/areas': [500, { success: false, error: 'Not now.', code: 'internal' }] });
  await begin();
  asked.resolve([200, counted]);
  await heading(OTHER_EVENT.eventName);
  expect(localStorage.getItem(SELECTED)).toBe('e2');

  cleanup();
  localStorage.removeItem(SELECTED);
  const later = Promise.withResolvers<Answer>();
  const { user } = openApp({ ...api, 'GET /api/events/e2/areas': () => later.promise });
  await user.click(await screen.findByRole('button', { name: 'Select Event' }));
  await dialogOf('Switch Event');
  await act(async () => later.resolve([200, counted]));
  await vi.dynamicImportSettled();
  await act(async () => later.promise);
  expect(localStorage.getItem(SELECTED)).toBeNull();
});
