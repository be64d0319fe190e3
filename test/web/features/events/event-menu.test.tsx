import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { readSelectedEventId } from '../../../../web/src/lib/storage';
import { area } from '../../support/areas';
import { deferred } from '../../support/deferred';
import { socketTo, stubSockets } from '../../support/fake-sockets';
import { isBusy } from '../../support/is-busy';
import { renderApp } from '../../support/render-app';
import { type Answer, refusal, stubApi } from '../../support/stub-api';

const ADMIN = { username: 'a@b.co', role: 'admin', subscriptionStatus: 'active' };
const EVENT = { eventId: 'e1', eventName: 'Warehouse Friday', accessCode: 'ABCD2346' };
const OTHER = { eventId: 'e2', eventName: 'Summer', accessCode: 'WXYZ2346' };
const API = {
  'GET /api/auth/verify': [200, { success: true, user: ADMIN }] as const,
  'GET /api/events': [200, [EVENT]] as const,
  'GET /api/events/e1/areas': [200, { areas: [area()] }] as const,
};
const selectedId = readSelectedEventId;
const options = () => screen.findByRole('button', { name: 'Event options' });

/** Opens the dashboard with the event, and what its menu offers under this name. */
async function openOption(name: string) {
  const { user } = renderApp('/app');
  await user.click(await options());
  await user.click(screen.getByRole('menuitem', { name }));
  return { user, dialog: within(await screen.findByRole('dialog', { name })) };
}

beforeEach(() => {
  stubSockets();
  localStorage.setItem('headroom.selectedEventId', 'e1');
});

describe('the menu', () => {
  test('offers what can be done, by keyboard too', async () => {
    stubApi(API);
    const { user } = renderApp('/app');
    const button = await options();
    button.focus();
    await user.keyboard('{Enter}');
    expect(screen.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual([
      'Switch Event',
      'Reports',
      'Devices',
      'Public Display',
      'Venue and Alerts',
      'Schedule',
      'Rename Event',
      'Duplicate Event',
      'Reset All Areas',
      'Delete Event',
    ]);
    const focused = () => document.activeElement?.textContent;
    expect(focused()).toBe('Switch Event');
    await user.keyboard('{ArrowUp}');
    expect(focused()).toBe('Delete Event');
    await user.keyboard('{ArrowDown}{ArrowDown}');
    expect(focused()).toBe('Reports');
    await user.keyboard('{Home}');
    expect(focused()).toBe('Switch Event');
    await user.keyboard('{End}');
    expect(focused()).toBe('Delete Event');
    await user.keyboard('r');
    expect(focused()).toBe('Reports');
    await user.keyboard('r');
    expect(focused()).toBe('Rename Event');
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('menu')).toBeNull();
    expect(document.activeElement).toBe(button);
    await user.keyboard('{ArrowUp}');
    expect(focused()).toBe('Delete Event');
    await user.tab();
    expect(screen.queryByRole('menu')).toBeNull();
    expect(document.activeElement).toBe(screen.getByTitle('Copy access code'));
  });

  test('leads to the reports of the event', async () => {
    stubApi(API);
    const { user } = renderApp('/app');
    await user.click(await options());
    await user.click(screen.getByRole('menuitem', { name: 'Reports' }));
    // The dashboard stays until the code of the report is there.
    await waitFor(() => expect(screen.getByTestId('path').textContent).toBe('/app/reports?event=e1'), {
      timeout: 10_000,
    });
  });

  test('closes by its button, and by a press elsewhere', async () => {
    stubApi(API);
    const { user } = renderApp('/app');
    const button = await options();
    await user.click(button);
    expect(button.getAttribute('aria-expanded')).toBe('true');
    await user.click(button);
    expect(screen.queryByRole('menu')).toBeNull();
    await user.click(button);
    await user.click(screen.getByRole('heading', { name: 'Warehouse Friday' }));
    expect(screen.queryByRole('menu')).toBeNull();
  });
});

describe('renaming', () => {
  test('starts from the present name, refuses an empty one, and shows the new one', async () => {
    const gate = deferred<null>();
    const calls = stubApi({
      ...API,
      'PATCH /api/events/e1': async () => {
        await gate.promise;
        return [200, { ...EVENT, eventName: 'Saturday' }];
      },
    });
    const { user, dialog } = await openOption('Rename Event');
    const field = dialog.getByPlaceholderText<HTMLInputElement>('Enter new event name');
    expect(field.value).toBe('Warehouse Friday');
    expect(document.activeElement).toBe(field);
    expect([field.selectionStart, field.selectionEnd]).toEqual([0, field.value.length]);
    await user.keyboard('   ');
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    expect(dialog.getByRole('alert').textContent).toBe('Event name cannot be empty.');
    expect(field.getAttribute('aria-invalid')).toBe('true');
    await user.type(field, 'Saturday ');
    expect(dialog.queryByRole('alert')).toBeNull();
    await user.keyboard('{Enter}{Enter}');
    expect(isBusy(dialog.getByRole('button', { name: 'Saving...' }))).toBe(true);
    gate.resolve(null);
    await screen.findByRole('heading', { name: 'Saturday' });
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(calls.filter(({ method }) => method === 'PATCH').map(({ body }) => body)).toEqual([
      { eventName: 'Saturday' },
    ]);
    expect(document.activeElement).toBe(await options());
  });

  test.each([
    [refusal(403, 'You are not allowed to do this.', 'forbidden'), 'You are not allowed to do this.'],
    ['offline', 'Could not reach the server. Please check your connection.'],
  ] as const)('a failure stays in the dialog', async (answer, text) => {
    stubApi({ ...API, 'PATCH /api/events/e1': answer });
    const { user, dialog } = await openOption('Rename Event');
    const save = dialog.getByRole('button', { name: 'Save' });
    await user.click(save);
    expect((await dialog.findByRole('alert')).textContent).toBe(text);
    expect(isBusy(save)).toBe(false);
    expect(document.activeElement).toBe(save);
  });

  test('what was typed is gone once it is closed, by Cancel or a press beside it', async () => {
    stubApi(API);
    const { user, dialog } = await openOption('Rename Event');
    await user.keyboard('Half a name');
    await user.click(dialog.getByRole('button', { name: 'Cancel' }));
    await user.click(await options());
    await user.click(screen.getByRole('menuitem', { name: 'Rename Event' }));
    const field = await screen.findByPlaceholderText('Enter new event name');
    expect(field).toHaveProperty('value', 'Warehouse Friday');
    const overlay = screen.getByRole('dialog').parentElement;
    if (overlay) await user.click(overlay);
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});

describe('deleting', () => {
  const WARNING = 'This action is permanent and cannot be undone. All associated areas and data will be lost.';

  test('names the event, and clears the selection', async () => {
    const calls = stubApi({ ...API, 'DELETE /api/events/e1': [200, { success: true }] });
    const { user, dialog } = await openOption('Delete Event');
    dialog.getByText('Warehouse Friday');
    dialog.getByText(WARNING);
    expect(document.activeElement).toBe(dialog.getByRole('button', { name: 'Cancel' }));
    await user.click(dialog.getByRole('button', { name: 'Delete Event' }));
    const heading = await screen.findByRole('heading', { name: 'Please select an event to begin.' });
    expect(selectedId()).toBeNull();
    expect(calls.some(({ method }) => method === 'DELETE')).toBe(true);
    await waitFor(() => expect(document.activeElement).toBe(heading));
    await user.click(screen.getByRole('button', { name: 'Select Event' }));
    await screen.findByText('You have no events yet.');
  });

  test('Cancel deletes nothing', async () => {
    const calls = stubApi(API);
    const { user, dialog } = await openOption('Delete Event');
    await user.click(dialog.getByRole('button', { name: 'Cancel' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(selectedId()).toBe('e1');
    expect(calls.some(({ method }) => method === 'DELETE')).toBe(false);
  });

  test('a failure stands in the dialog; what is gone already counts as deleted', async () => {
    let answer: Answer = refusal(500, 'Something went wrong.', 'internal');
    stubApi({ ...API, 'DELETE /api/events/e1': () => answer });
    const { user, dialog } = await openOption('Delete Event');
    const confirm = dialog.getByRole('button', { name: 'Delete Event' });
    await user.click(confirm);
    expect((await dialog.findByRole('alert')).textContent).toBe('Something went wrong.');
    expect(selectedId()).toBe('e1');
    answer = refusal(404, 'Not found.', 'not_found');
    await user.click(confirm);
    await screen.findByText('Please select an event to begin.');
  });

  test('someone else deletes it while the question is open', async () => {
    stubApi(API);
    await openOption('Delete Event');
    const hub = await socketTo('/api/account/socket');
    await hub.open();
    await hub.receive({ type: 'event_deleted', eventId: 'e1' });
    await screen.findByText('Please select an event to begin.');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(selectedId()).toBeNull();
  });
});

describe('a dialog that was left before its call ended', () => {
  test('a deletion takes nothing from what is shown by then', async () => {
    const answer = deferred<Answer>();
    stubApi({
      ...API,
      'GET /api/events': [200, [EVENT, OTHER]],
      'GET /api/events/e2/areas': [200, { areas: [] }],
      'DELETE /api/events/e1': () => answer.promise,
    });
    const { user, dialog } = await openOption('Delete Event');
    await user.click(dialog.getByRole('button', { name: 'Delete Event' }));
    await user.keyboard('{Escape}');
    await user.click(await options());
    await user.click(screen.getByRole('menuitem', { name: 'Switch Event' }));
    await user.click(await screen.findByRole('button', { name: 'Summer' }));
    await user.click(await options());
    await user.click(screen.getByRole('menuitem', { name: 'Switch Event' }));
    const events = within(await screen.findByRole('dialog', { name: 'Switch Event' }));
    answer.resolve([200, { success: true }]);
    await waitFor(() => expect(events.queryByRole('button', { name: 'Warehouse Friday' })).toBeNull());
    expect(screen.getByRole('dialog', { name: 'Switch Event' })).toBeTruthy();
    await user.keyboard('{Escape}');
    await screen.findByRole('heading', { name: 'Summer' });
    expect(selectedId()).toBe('e2');
  });

  test('a cancelled creation only adds to the list', async () => {
    const answer = deferred<Answer>();
    stubApi({ ...API, 'POST /api/events': () => answer.promise });
    const { user, dialog } = await openOption('Switch Event');
    await user.click(dialog.getByRole('button', { name: '+ Create New Event' }));
    await user.type(await screen.findByLabelText('Event Name'), 'Summer{Enter}');
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    await user.click(await options());
    await user.click(screen.getByRole('menuitem', { name: 'Switch Event' }));
    const events = within(await screen.findByRole('dialog', { name: 'Switch Event' }));
    answer.resolve([201, OTHER]);
    await events.findByRole('button', { name: 'Summer' });
    expect(screen.getByRole('dialog', { name: 'Switch Event' })).toBeTruthy();
    expect(selectedId()).toBe('e1');
  });
});

test('someone else deletes the selected event: a name that is being typed for a new one stays', async () => {
  stubApi(API);
  const { user, dialog } = await openOption('Switch Event');
  await user.click(dialog.getByRole('button', { name: '+ Create New Event' }));
  const field = await screen.findByLabelText('Event Name');
  await user.type(field, 'Half a name');
  const hub = await socketTo('/api/account/socket');
  await hub.open();
  await hub.receive({ type: 'event_deleted', eventId: 'e1' });
  await screen.findByText('Please select an event to begin.');
  expect(screen.getByLabelText('Event Name')).toBe(field);
  expect(field).toHaveProperty('value', 'Half a name');
});

describe('switching', () => {
  test('sixty events, one of them with a long name', async () => {
    const events = Array.from({ length: 60 }, (_, i) => ({
      ...EVENT,
      eventId: `e${i + 1}`,
      eventName: i === 59 ? 'x'.repeat(100) : `Night ${i + 1}`,
    }));
    stubApi({ ...API, 'GET /api/events': [200, events], 'GET /api/events/e60/areas': [200, { areas: [] }] });
    const { user, dialog } = await openOption('Switch Event');
    expect(dialog.getAllByRole('listitem')).toHaveLength(60);
    expect(dialog.getByRole('button', { name: 'Night 1' }).getAttribute('aria-current')).toBe('true');
    await user.click(dialog.getByRole('button', { name: 'x'.repeat(100) }));
    await screen.findByRole('heading', { name: 'x'.repeat(100) });
    expect(selectedId()).toBe('e60');
  });

  test('the close button leaves the event as it is', async () => {
    stubApi({ ...API, 'GET /api/events': [200, [EVENT, { ...EVENT, eventId: 'e2', eventName: 'Summer' }]] });
    const { user, dialog } = await openOption('Switch Event');
    await user.click(dialog.getByRole('button', { name: 'Close' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(selectedId()).toBe('e1');
    screen.getByRole('heading', { name: 'Warehouse Friday' });
  });

  test('no events yet: says so, and leads to the first one', async () => {
    localStorage.clear();
    stubApi({ ...API, 'GET /api/events': [200, []] });
    const { user } = renderApp('/app');
    await screen.findByText('Please select an event to view its areas.');
    await user.click(screen.getByRole('button', { name: 'Select Event' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Switch Event' }));
    dialog.getByText('You have no events yet.');
    dialog.getByRole('button', { name: 'Close' });
    await user.click(dialog.getByRole('button', { name: '+ Create New Event' }));
    expect(await screen.findByRole('dialog', { name: 'Create Event' })).toBeTruthy();
  });
});

test('a reload shows the selected event again', async () => {
  stubApi(API);
  renderApp('/app');
  await screen.findByRole('heading', { name: 'Warehouse Friday' });
  expect(screen.queryByText('Please select an event to begin.')).toBeNull();
});
