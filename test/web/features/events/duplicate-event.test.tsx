import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { ADMIN, EVENT } from '../../support/account';
import { area } from '../../support/areas';
import { deferred } from '../../support/deferred';
import { stubSockets } from '../../support/fake-sockets';
import { isBusy } from '../../support/is-busy';
import { renderApp } from '../../support/render-app';
import { type Answer, refusal, stubApi } from '../../support/stub-api';

const COPY = { eventId: 'e2', eventName: 'Copy of Warehouse Friday', accessCode: 'WXYZ2346' };
const API = {
  'GET /api/auth/verify': [200, { success: true, user: ADMIN }] as const,
  'GET /api/events': [200, [EVENT]] as const,
  'GET /api/events/e1/areas': [200, { areas: [area({ currentOccupancy: 7 })] }] as const,
  'GET /api/events/e2/areas': [200, { areas: [area({ areaId: 'b1' })] }] as const,
};
const selectedId = () => localStorage.getItem('headroom.selectedEventId');
const made = (calls: ReturnType<typeof stubApi>) =>
  calls.filter(({ path }) => path.endsWith('/duplicate')).map(({ method, body }) => [method, body]);

async function open() {
  const { user } = renderApp('/app');
  await user.click(await screen.findByRole('button', { name: 'Event options' }));
  await user.click(screen.getByRole('menuitem', { name: 'Duplicate Event' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Duplicate Event' }));
  return { user, dialog, field: dialog.getByLabelText<HTMLInputElement>('Event Name') };
}

beforeEach(() => {
  stubSockets();
  localStorage.setItem('headroom.selectedEventId', 'e1');
});

test('begins with a name, refuses an empty one, and selects the new event', async () => {
  const gate = deferred<Answer>();
  const calls = stubApi({ ...API, 'POST /api/events/e1/duplicate': () => gate.promise });
  const { user, dialog, field } = await open();
  dialog.getByText(/same areas, venue settings, alerts and schedule/);
  expect(field.value).toBe('Copy of Warehouse Friday');
  expect([document.activeElement, field.selectionStart, field.selectionEnd]).toEqual([field, 0, field.value.length]);
  await user.clear(field);
  await user.keyboard('{Enter}');
  expect(dialog.getByRole('alert').textContent).toBe('Event name is required.');
  await user.type(field, ' Copy of Warehouse Friday {Enter}{Enter}');
  expect(isBusy(dialog.getByRole('button', { name: 'Duplicating...' }))).toBe(true);
  gate.resolve([201, COPY]);
  await screen.findByRole('heading', { name: 'Copy of Warehouse Friday' });
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(selectedId()).toBe('e2');
  expect(made(calls)).toEqual([['POST', { eventName: 'Copy of Warehouse Friday' }]]);
  expect((await screen.findByTestId('occupancy')).textContent).toBe('0');
});

test('a long name is cut to what a name may be, between characters', async () => {
  const eventName = '🎉'.repeat(100);
  stubApi({ ...API, 'GET /api/events': [200, [{ ...EVENT, eventName }]] });
  const { field } = await open();
  expect(field.value).toBe(`Copy of ${'🎉'.repeat(92)}`);
});

test('a failure stays in the dialog', async () => {
  const text = 'An account can have at most 500 events. Delete one to create another.';
  stubApi({ ...API, 'POST /api/events/e1/duplicate': refusal(409, text, 'limit_reached') });
  const { user, dialog } = await open();
  await user.click(dialog.getByRole('button', { name: 'Duplicate Event' }));
  expect((await dialog.findByRole('alert')).textContent).toBe(text);
  expect(selectedId()).toBe('e1');
});

test('one that was cancelled is only added to the list', async () => {
  const gate = deferred<Answer>();
  stubApi({ ...API, 'POST /api/events/e1/duplicate': () => gate.promise });
  const { user, dialog } = await open();
  await user.keyboard('{Enter}');
  await user.click(dialog.getByRole('button', { name: 'Cancel' }));
  gate.resolve([201, COPY]);
  await user.click(screen.getByRole('button', { name: 'Event options' }));
  await user.click(screen.getByRole('menuitem', { name: 'Switch Event' }));
  await screen.findByRole('button', { name: 'Copy of Warehouse Friday' });
  await waitFor(() => expect(selectedId()).toBe('e1'));
});
