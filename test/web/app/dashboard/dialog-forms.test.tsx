import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { area } from '../../support/areas';
import { deferred } from '../../support/deferred';
import { stubSockets } from '../../support/fake-sockets';
import { isBusy } from '../../support/is-busy';
import { renderApp } from '../../support/render-app';
import { type Answer, refusal, stubApi } from '../../support/stub-api';

const ADMIN = { username: 'a@b.co', role: 'admin', subscriptionStatus: 'active' };
const EVENT = { eventId: 'e1', eventName: 'Warehouse Friday', accessCode: 'ABCD2346' };
const API = {
  'GET /api/auth/verify': [200, { success: true, user: ADMIN }] as const,
  'GET /api/events': [200, [EVENT]] as const,
  'GET /api/events/e1/areas': [200, { areas: [area()] }] as const,
};
/** A refusal that says nothing a person could read. */
const WORDLESS = refusal(500, '', 'internal');

type User = ReturnType<typeof renderApp>['user'];
const press = async (user: User, name: string) => user.click(await screen.findByRole('button', { name }));

async function openFromMenu(user: User, menu: string, name: string) {
  await press(user, menu);
  await user.click(screen.getByRole('menuitem', { name }));
  return within(await screen.findByRole('dialog', { name }));
}

/** The two dialogs that make something: how to open them, their first field, and the button that makes it. */
const MAKERS = [
  ['Add New Area', async (user: User) => press(user, '+ Add New Area'), 'Area Name', 'Create Area'],
  [
    'Create Event',
    async (user: User) => {
      await openFromMenu(user, 'Event options', 'Switch Event');
      await press(user, '+ Create New Event');
    },
    'Event Name',
    'Create Event',
  ],
] as const;

beforeEach(() => {
  stubSockets();
  localStorage.setItem('headroom.selectedEventId', 'e1');
});

describe.each(MAKERS)('%s', (title, open, field, create) => {
  test.each([
    ['Cancel', async (user: User) => press(user, 'Cancel')],
    [
      'a press beside it',
      async (user: User) => {
        const overlay = screen.getByRole('dialog').parentElement;
        if (overlay) await user.click(overlay);
      },
    ],
  ])('%s closes it, and it opens empty again', async (_how, close) => {
    stubApi(API);
    const { user } = renderApp('/app');
    await open(user);
    await screen.findByRole('dialog', { name: title });
    await user.type(screen.getByLabelText(field), 'Half a name');
    await close(user);
    expect(screen.queryByRole('dialog')).toBeNull();
    await open(user);
    await screen.findByRole('dialog', { name: title });
    expect(screen.getByLabelText(field)).toHaveProperty('value', '');
  });

  test('says that it is busy, and is not sent twice', async () => {
    const answer = deferred<Answer>();
    const calls = stubApi({
      ...API,
      'POST /api/events': () => answer.promise,
      'POST /api/events/e1/areas': () => answer.promise,
    });
    const { user } = renderApp('/app');
    await open(user);
    const dialog = within(await screen.findByRole('dialog', { name: title }));
    await user.type(dialog.getByLabelText(field), 'Opening');
    const capacity = dialog.queryByLabelText('Capacity');
    if (capacity) await user.type(capacity, '10');
    await user.click(dialog.getByRole('button', { name: create }));
    expect(isBusy(dialog.getByRole('button', { name: 'Creating...' }))).toBe(true);
    await user.keyboard('{Enter}');
    expect(calls.filter(({ method }) => method === 'POST')).toHaveLength(1);
    answer.resolve(refusal(409, 'Too many.', 'limit_reached'));
    expect((await dialog.findByRole('alert')).textContent).toBe('Too many.');
    expect(isBusy(dialog.getByRole('button', { name: create }))).toBe(false);
  });
});

test('the capacity of a new area starts at 1', async () => {
  stubApi(API);
  const { user } = renderApp('/app');
  await press(user, '+ Add New Area');
  const field = await screen.findByPlaceholderText('e.g., 500');
  expect([field.getAttribute('type'), field.getAttribute('min')]).toEqual(['number', '1']);
});

describe('a failure without words', () => {
  test.each([
    ['Options for Main Stage', 'Rename Area', 'PATCH /api/areas/a1'],
    ['Options for Main Stage', 'Change Capacity', 'PATCH /api/areas/a1'],
    ['Event options', 'Rename Event', 'PATCH /api/events/e1'],
  ])('%s, %s: failed to save', async (menu, item, call) => {
    stubApi({ ...API, [call]: WORDLESS });
    const { user } = renderApp('/app');
    const dialog = await openFromMenu(user, menu, item);
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    expect((await dialog.findByRole('alert')).textContent).toBe('Failed to save. Please try again.');
  });

  test.each([
    ['Add New Area', 'Failed to create area.'],
    ['Create Event', 'An unexpected error occurred.'],
  ])('%s says %s', async (title, text) => {
    const [, open, field, create] = MAKERS.find(([name]) => name === title) ?? MAKERS[0];
    stubApi({ ...API, 'POST /api/events': WORDLESS, 'POST /api/events/e1/areas': WORDLESS });
    const { user } = renderApp('/app');
    await open(user);
    const dialog = within(await screen.findByRole('dialog', { name: title }));
    await user.type(dialog.getByLabelText(field), 'Opening');
    const capacity = dialog.queryByLabelText('Capacity');
    if (capacity) await user.type(capacity, '10');
    await user.click(dialog.getByRole('button', { name: create }));
    await waitFor(() => expect(dialog.getByRole('alert').textContent).toBe(text));
  });

  test('the list of events', async () => {
    stubApi({ ...API, 'GET /api/events': WORDLESS });
    renderApp('/app');
    expect((await screen.findByRole('alert')).textContent).toBe('An unknown error occurred.');
    expect(screen.queryByRole('heading', { name: 'Warehouse Friday' })).toBeNull();
  });
});
