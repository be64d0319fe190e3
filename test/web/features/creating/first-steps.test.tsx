import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Area } from '../../../../src/shared/schemas/area';
import type { Event } from '../../../../src/shared/schemas/event';
import { ADMIN, EVENT } from '../../support/account';
import { area } from '../../support/areas';
import { dialogOf, joinHub, joinRoom, openApp, OTHER_EVENT, path, press } from '../../support/dashboard';
import { stubSockets } from '../../support/fake-sockets';
import { renderApp } from '../../support/render-app';
import { type Answer, type Call, NO_SESSION, stubApi } from '../../support/stub-api';

const SELECTED = 'headroom.selectedEventId';
const PASSWORD = 'Passw0rd!';
const BEGIN = 'Please select an event to begin.';
const begin = () => screen.findByText(BEGIN);
const heading = (name: string) => screen.findByRole('heading', { name });
const step = async (name: string) => within(await screen.findByRole('region', { name }));
const isGone = (name: string | RegExp) => waitFor(() => expect(screen.queryByRole('region', { name })).toBeNull());
/** The buttons that stand out, as the style says it; an area's pads are none. */
const primaries = () =>
  [...document.querySelectorAll('button.bg-accent:not([data-area-id] *)')].map(({ textContent }) => textContent);

const nameIn = (body: unknown, key: string): string => Object.entries(body ?? {}).find(([k]) => k === key)?.[1] ?? '';

/** A server that remembers what is made on it; an account that is new, unless it is logged in and has these. */
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

beforeEach(stubSockets);

describe('from the sign-up on', () => {
  /**
   * Somebody with a mouse and a keyboard, who clicks no more than there is to click: a field that has the focus is typed in at once,
   * and Tab leads to the next one.
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

  test('to the shared code: at most seven clicks and six fields', async () => {
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
    await click('Create Event');

    await screen.findByText('This event has no areas yet.');
    await fill('Area Name', 'Main Stage');
    await fill('Capacity', '500');
    await click('Add');

    await click('Share with door staff');
    (await dialogOf('Share Event')).getByText('ABCD-2346');

    expect(made.clicks).toBeLessThanOrEqual(7);
    expect(made.fields).toBeLessThanOrEqual(6);
    const sentTo = (to: string) => calls.find((call) => call.method === 'POST' && call.path === to);
    expect(sentTo('/api/auth/login')?.body).toEqual({ username: 'ada@venue.test', password: PASSWORD });
    expect(sentTo('/api/events')?.body).toEqual({ eventName: 'Open Air' });
    // By which the event's days go.
    expect(sentTo('/api/events')?.headers.get('time-zone')).toBe(Intl.DateTimeFormat().resolvedOptions().timeZone);
    expect(sentTo('/api/events/e1/areas')?.body).toEqual({ areaName: 'Main Stage', capacity: 500 });
  });

  test('another email can be typed in its place, and the focus is not taken from it', async () => {
    stubApi(serverOf([], [], false));
    const { user } = renderApp('/login', { message: 'Account created successfully!', email: 'a@b.co' });
    const field = await screen.findByLabelText<HTMLInputElement>('Email or Access Code');
    await user.clear(field);
    await user.type(field, 'c@d.co');
    expect([field.value, document.activeElement]).toEqual(['c@d.co', field]);
  });
});

describe('without events', () => {
  test('the empty screen keeps its words and has the form: one primary button, and no dialog', async () => {
    openApp(serverOf());
    const form = await step('Your first event');
    await heading(BEGIN);
    screen.getByText('Please select an event to view its areas.');
    screen.getByRole('button', { name: 'Select Event' });
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(primaries()).toEqual(['Create Event']);
    expect(document.activeElement).toBe(form.getByLabelText('Event Name'));
  });

  test('the news of the event may come before the answer: it is selected all the same', async () => {
    const answer = Promise.withResolvers<Answer>();
    const { user } = openApp({ ...serverOf(), 'POST /api/events': () => answer.promise });
    const form = await step('Your first event');
    await user.type(form.getByLabelText('Event Name'), 'Open Air{Enter}');
    await (await joinHub()).receive({ type: 'event_created', event: EVENT });
    await isGone('Your first event');
    answer.resolve([201, EVENT]);
    expect(await heading(EVENT.eventName)).toBeTruthy();
  });

  test('a dialog that asks for the same has the only field of that name; closed, it leaves the form without the focus', async () => {
    const { user } = openApp(serverOf());
    await step('Your first event');
    await press(user, 'Select Event');
    await press(user, '+ Create New Event');
    await dialogOf('Create Event');
    expect(screen.getAllByLabelText('Event Name')).toHaveLength(1);
    await press(user, 'Cancel');
    await step('Your first event');
    const beginning = await heading(BEGIN);
    await waitFor(() => expect(document.activeElement).toBe(beginning));
  });
});

describe('an event opens by itself', () => {
  test('when it is the only one on a new device, and is kept; one that has areas never sees a step', async () => {
    openApp(serverOf([EVENT], [area()]));
    await heading(EVENT.eventName);
    expect(localStorage.getItem(SELECTED)).toBe('e1');
    await joinRoom({ areas: [area()] });
    expect(screen.queryByRole('region', { name: /first|Share/ })).toBeNull();
  });

  test('not when it is one of several, of which there is only the choice', async () => {
    openApp(serverOf([EVENT, OTHER_EVENT], [area()]));
    await begin();
    expect(localStorage.getItem(SELECTED)).toBeNull();
    expect(primaries()).toEqual(['Select Event']);
    expect(screen.queryByRole('region', { name: 'Your first event' })).toBeNull();
  });

  test('not when it is left after a deletion, then or at the next visit', async () => {
    localStorage.setItem(SELECTED, 'e2');
    const events = [EVENT, OTHER_EVENT];
    openApp(serverOf(events, [area()]));
    await heading('Summer');
    const hub = await joinHub();
    events.pop();
    await hub.receive({ type: 'event_deleted', eventId: 'e2' });
    await begin();
    cleanup();
    renderApp('/app');
    await begin();
    await waitFor(() => expect(screen.queryByRole('heading', { name: EVENT.eventName })).toBeNull());
  });

  test('not when it comes while the page is open, under a person’s hands', async () => {
    openApp(serverOf());
    await step('Your first event');
    await (await joinHub()).receive({ type: 'event_created', event: EVENT });
    await isGone('Your first event');
    await begin();
    expect(localStorage.getItem(SELECTED)).toBeNull();
  });
});

describe('without areas', () => {
  beforeEach(() => localStorage.setItem(SELECTED, 'e1'));

  async function makeArea(user: ReturnType<typeof openApp>['user'], name: string) {
    await user.type(await screen.findByLabelText('Area Name'), name);
    await user.type(screen.getByLabelText('Capacity'), '500{Enter}');
  }

  test('the empty event keeps its words and has the form: one primary button', async () => {
    openApp(serverOf([EVENT]));
    await step('The first area');
    screen.getByText('This event has no areas yet.');
    expect(primaries()).toEqual(['Add']);
  });

  test.each(['The first area', 'Add New Area'])('%s: after it comes the code to share, with the focus', async (way) => {
    const { user } = openApp(serverOf([EVENT]));
    await step('The first area');
    if (way === 'Add New Area') {
      await press(user, '+ Add New Area');
      await dialogOf('Add New Area');
      expect(screen.getAllByPlaceholderText('e.g., Main Stage')).toHaveLength(1);
    }
    await makeArea(user, 'Main Stage');
    const share = await step('Share the access code');
    share.getByText('ABCD-2346');
    await screen.findByRole('article', { name: 'Main Stage' });
    expect(primaries()).toEqual(['Share with door staff']);
    expect(screen.queryByRole('region', { name: 'The first area' })).toBeNull();
    if (way === 'The first area') expect(document.activeElement?.textContent).toBe('Share with door staff');
  });

  test.each([
    ['it was copied and that was said', 'Copy'],
    ['it is shared; from there the focus comes back to the page', 'Share with door staff'],
    ['it is shared by the button beside the name', 'Share'],
    ['it is put off, and does not come back with a second area', 'Close'],
  ])('the code to share goes once %s', async (_when, button) => {
    const { user } = openApp(serverOf([EVENT]));
    await makeArea(user, 'Main Stage');
    const share = await step('Share the access code');
    await user.click(screen.getByRole('button', { name: button }));
    if (button === 'Copy') await share.findByText('Copied!');
    if (button.startsWith('Share')) await dialogOf('Share Event');
    await isGone(/Share/);
    if (button === 'Copy') expect(await navigator.clipboard.readText()).toBe('ABCD2346');
    if (button === 'Share with door staff') await user.keyboard('{Escape}');
    if (/^(Copy|Share with)/.test(button)) {
      const name = screen.getByRole('heading', { name: EVENT.eventName });
      await waitFor(() => expect(document.activeElement).toBe(name));
    }
    if (button !== 'Close') return;
    await press(user, '+ Add New Area');
    await makeArea(user, 'Bar');
    await screen.findByRole('article', { name: 'Bar' });
    await isGone(/Share/);
  });
});
