import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import type { Area } from '../../../../src/shared/schemas/area';
import { ADMIN, EVENT } from '../../support/account';
import { area, sync } from '../../support/areas';
import { socketTo, stubSockets } from '../../support/fake-sockets';
import { renderApp } from '../../support/render-app';
import { refusal, stubApi } from '../../support/stub-api';

const AREAS = [
  area({ currentOccupancy: 1_380, totalEntries: 2_000, version: 3 }),
  area({ areaId: 'a2', areaName: 'Garden', currentOccupancy: 12, totalEntries: 40, version: 3 }),
  area({ areaId: 'a3', areaName: 'Roof', version: 3 }),
];
let areas: readonly Area[];
const api = () => ({
  'GET /api/auth/verify': [200, { success: true, user: ADMIN }] as const,
  'GET /api/events': [200, [EVENT]] as const,
  'GET /api/events/e1/areas': () => [200, { areas }] as const,
});
const resets = (calls: ReturnType<typeof stubApi>) => calls.filter(({ path }) => path.endsWith('/reset'));

async function open() {
  const { user } = renderApp('/app');
  await screen.findAllByTestId('occupancy');
  await user.click(await screen.findByRole('button', { name: 'Event options' }));
  await user.click(screen.getByRole('menuitem', { name: 'Reset All Areas' }));
  return { user, dialog: within(await screen.findByRole('dialog', { name: 'Reset All Areas' })) };
}

beforeEach(() => {
  stubSockets();
  localStorage.setItem('headroom.selectedEventId', 'e1');
  areas = AREAS;
});

test('asks once, with what stands where; then one call, and all are at 0', async () => {
  const calls = stubApi({
    ...api(),
    'POST /api/events/e1/reset': () => {
      areas = AREAS.map((one) => ({ ...one, currentOccupancy: 0, version: 4 }));
      return [200, { success: true }];
    },
  });
  const { user, dialog } = await open();
  dialog.getByText('Warehouse Friday');
  dialog.getByText(/Inside now: Main Stage 1,380, Garden 12\. .*end of the night/);
  expect(dialog.queryByText(/Roof/)).toBeNull();
  expect(document.activeElement).toBe(dialog.getByRole('button', { name: 'Cancel' }));
  expect(resets(calls)).toEqual([]);
  await user.click(dialog.getByRole('button', { name: 'Reset All Areas' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(screen.getAllByTestId('occupancy').map(({ textContent }) => textContent)).toEqual(['0', '0', '0']);
  expect(resets(calls)).toMatchObject([{ method: 'POST', body: undefined }]);
});

test('what it says follows the counts', async () => {
  stubApi(api());
  const { dialog } = await open();
  const room = await socketTo('/api/events/e1/socket');
  await room.open();
  await room.receive(sync({ version: 5, areas: [area({ currentOccupancy: 3, version: 5 })] }));
  expect(dialog.getByText(/Inside now: Main Stage 3\. /)).toBeTruthy();
});

test('where all are at 0 already it says so', async () => {
  areas = [area({ version: 3 })];
  stubApi(api());
  const { dialog } = await open();
  expect(dialog.getByText(/Every area is already at 0\./)).toBeTruthy();
});

test('a failure stands in the dialog', async () => {
  stubApi({ ...api(), 'POST /api/events/e1/reset': refusal(503, 'The service is busy.', 'unavailable') });
  const { user, dialog } = await open();
  await user.click(dialog.getByRole('button', { name: 'Reset All Areas' }));
  expect((await dialog.findByRole('alert')).textContent).toBe('The service is busy.');
});
