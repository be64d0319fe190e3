import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { area, sync } from '../../support/areas';
import { socketTo, stubSockets } from '../../support/fake-sockets';
import { renderApp } from '../../support/render-app';
import { refusal, stubApi } from '../../support/stub-api';

const API = {
  'GET /api/auth/verify': [
    200,
    { success: true, user: { username: 'a@b.co', role: 'admin', subscriptionStatus: 'active' } },
  ] as const,
  'GET /api/events': [200, [{ eventId: 'e1', eventName: 'Warehouse Friday', accessCode: 'ABCD2346' }]] as const,
  'GET /api/events/e1/areas': [200, { areas: [area({ currentOccupancy: 1300 })] }] as const,
};

beforeEach(() => {
  stubSockets();
  localStorage.setItem('headroom.selectedEventId', 'e1');
});

async function openRecount(handlers: Parameters<typeof stubApi>[0] = {}) {
  const calls = stubApi({ ...API, ...handlers });
  const { user } = renderApp('/app');
  await user.click(await screen.findByRole('button', { name: 'Options for Main Stage' }));
  await user.click(screen.getByRole('menuitem', { name: 'Set Counted Number' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Set Counted Number' }));
  return { user, dialog, calls };
}

test('says how far the count is off while it is typed, and while others go on counting', async () => {
  const { user, dialog } = await openRecount();
  dialog.getByText('Main Stage');
  const present = dialog.getByText(/^Shown now: 1,300\./);
  expect(document.activeElement).toBe(dialog.getByLabelText('People counted'));
  await user.keyboard('1294');
  expect(present.textContent).toBe('Shown now: 1,300. 6 fewer than shown.');
  const room = await socketTo('/api/events/e1/socket');
  await room.open();
  await room.receive(sync({ version: 1, areas: [area({ currentOccupancy: 1290, version: 1 })] }));
  expect(present.textContent).toBe('Shown now: 1,290. 4 more than shown.');
  await room.receive(sync({ version: 2, areas: [area({ currentOccupancy: 1294, version: 2 })] }));
  expect(present.textContent).toBe('Shown now: 1,294. No difference.');
});

test('needs a number and a reason, which can be chosen or written', async () => {
  const { user, dialog, calls } = await openRecount({
    'PUT /api/areas/a1/recount': [200, { areaId: 'a1', before: 1301, after: 1294, drift: -7 }],
  });
  const wrong = () =>
    ['People counted', 'Reason'].filter(
      (label) => dialog.getByLabelText(label).getAttribute('aria-invalid') === 'true',
    );
  const save = dialog.getByRole('button', { name: 'Set number' });
  await user.click(save);
  expect(dialog.getByRole('alert').textContent).toBe('The count must be a whole number from 0 to 1,000,000.');
  expect(wrong()).toEqual(['People counted']);
  await user.type(dialog.getByLabelText('People counted'), '1294');
  expect(dialog.queryByRole('alert')).toBeNull();
  expect(wrong()).toEqual([]);
  await user.click(save);
  expect(dialog.getByRole('alert').textContent).toBe('Please give a reason for the recount.');
  expect(wrong()).toEqual(['Reason']);
  const chosen = dialog.getByRole('button', { name: 'Counted by hand' });
  await user.click(chosen);
  expect(chosen.getAttribute('aria-pressed')).toBe('true');
  expect(dialog.getByLabelText('Reason')).toHaveProperty('value', 'Counted by hand');
  await user.type(dialog.getByLabelText('Reason'), ' at two{Enter}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  // What the room says counts: somebody has tapped since.
  screen.getByText('Main Stage is set to 1,294');
  screen.getByText('7 fewer than shown.');
  expect(calls.filter(({ method }) => method === 'PUT').map(({ body }) => body)).toEqual([
    { occupancy: 1294, reason: 'Counted by hand at two' },
  ]);
});

test('what it says afterwards does not cover the dialog that is opened next', async () => {
  const { user, dialog } = await openRecount({
    'PUT /api/areas/a1/recount': [200, { areaId: 'a1', before: 1300, after: 1294, drift: -6 }],
    'GET /api/events/e1/devices': [200, { devices: [] }],
  });
  await user.type(dialog.getByLabelText('People counted'), '1294');
  await user.click(dialog.getByRole('button', { name: 'Counted by hand' }));
  await user.click(dialog.getByRole('button', { name: 'Set number' }));
  await screen.findByText('Main Stage is set to 1,294');
  await user.click(await screen.findByRole('button', { name: 'Event options' }));
  await user.click(screen.getByRole('menuitem', { name: 'Devices' }));
  await screen.findByRole('dialog', { name: 'Devices' });
  expect(screen.queryByText('Main Stage is set to 1,294')).toBeNull();
});

test.each([
  ['the message', refusal(404, 'This does not exist.', 'not_found'), 'This does not exist.'],
  ['that nobody answered', 'offline', 'Could not reach the server. Please check your connection.'],
] as const)('a failure shows %s and keeps what was typed', async (_what, answer, text) => {
  const { user, dialog } = await openRecount({ 'PUT /api/areas/a1/recount': answer });
  await user.type(dialog.getByLabelText('People counted'), '0');
  await user.click(dialog.getByRole('button', { name: 'Missed taps' }));
  await user.click(dialog.getByRole('button', { name: 'Set number' }));
  expect((await dialog.findByRole('alert')).textContent).toBe(text);
  expect(dialog.getByLabelText('People counted')).toHaveProperty('value', '0');
});
