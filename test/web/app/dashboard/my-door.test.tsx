import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { changeDevice, readDevice } from '../../../../web/src/lib/device';
import { area, sync } from '../../support/areas';
import { AS_NEW, BAR, CODE_API, makeDoorScreen } from '../../support/counting-screen';
import { socketTo, stubSockets } from '../../support/fake-sockets';
import { renderApp } from '../../support/render-app';
import { type Answer, stubApi } from '../../support/stub-api';

const AT_BAR = [{ eventId: 'e1', areaId: 'a2' }];
const GONE = 'The area of this door no longer exists. Choose another one.';
const path = () => screen.getByTestId('path').textContent;
const cards = () => screen.queryAllByRole('article').map((card) => card.getAttribute('aria-label'));
const leave = () => screen.findByRole('button', { name: 'Leave the whole screen' });
type Person = ReturnType<typeof renderApp>['user'];

async function openDevice(user: Person) {
  await user.click(await screen.findByRole('button', { name: 'Event and device' }));
  const sheet = within(await screen.findByRole('dialog', { name: 'Warehouse Friday' }));
  await user.click(sheet.getByRole('button', { name: /^This device/ }));
  return within(await screen.findByRole('dialog', { name: 'This device' }));
}

async function chooseArea(user: Person, areaName: string) {
  const dialog = await openDevice(user);
  await user.selectOptions(dialog.getByLabelText('Area'), areaName);
  await user.click(dialog.getByRole('button', { name: 'Save' }));
}

beforeEach(() => {
  stubSockets();
  changeDevice(AS_NEW);
});

describe('on the screen of a door', () => {
  beforeEach(makeDoorScreen);

  test('the device begins with its area; the list is one tap away, and stays', async () => {
    changeDevice({ doors: AT_BAR });
    stubApi(CODE_API);
    const { user } = renderApp('/app');
    await user.click(await leave());
    expect([path(), cards()]).toEqual(['/app', ['Bar', 'Main Stage']]);
    await user.click(screen.getByRole('button', { name: 'Main Stage on the whole screen' }));
    await user.click(await leave());
    await waitFor(() => expect(cards()).toEqual(['Bar', 'Main Stage']));
    expect(path()).toBe('/app');
  });

  test('Escape leaves it, too', async () => {
    changeDevice({ doors: AT_BAR });
    stubApi(CODE_API);
    const { user } = renderApp('/app');
    await leave();
    await user.keyboard('{Escape}');
    await waitFor(() => expect(cards()).toEqual(['Bar', 'Main Stage']));
  });

  test('the area is chosen in the dialog, and kept for this event alone', async () => {
    changeDevice({ doors: [{ eventId: 'e9', areaId: 'a1' }] });
    stubApi(CODE_API);
    const { user } = renderApp('/app');
    await waitFor(() => expect(cards()).toEqual(['Main Stage', 'Bar']));
    await chooseArea(user, 'Bar');
    await leave();
    expect(cards()).toEqual(['Bar']);
    expect(readDevice().doors).toEqual([{ eventId: 'e9', areaId: 'a1' }, ...AT_BAR]);
    await chooseArea(user, 'All areas');
    await waitFor(() => expect(cards()).toEqual(['Main Stage', 'Bar']));
    expect(readDevice().doors).toEqual([{ eventId: 'e9', areaId: 'a1' }]);
  });

  test('a choice is seen where another area has the whole screen', async () => {
    stubApi(CODE_API);
    const { user } = renderApp('/app?area=a1');
    await leave();
    await chooseArea(user, 'Bar');
    await waitFor(() => expect(cards()).toEqual(['Bar']));
  });

  test('Cancel keeps the door; the sheet says which it is', async () => {
    changeDevice({ deviceName: 'North gate', doors: AT_BAR });
    stubApi(CODE_API);
    const { user } = renderApp('/app');
    await leave();
    await user.click(await screen.findByRole('button', { name: 'Event and device' }));
    await user.click(await screen.findByRole('button', { name: 'This device North gate · Bar' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'This device' }));
    expect(dialog.getByLabelText<HTMLSelectElement>('Area').value).toBe('a2');
    await user.selectOptions(dialog.getByLabelText('Area'), 'Main Stage');
    await user.click(dialog.getByRole('button', { name: 'Cancel' }));
    expect(cards()).toEqual(['Bar']);
    expect(readDevice().doors).toEqual(AT_BAR);
  });

  test('a door whose area was deleted leads to the list, which says so until the next choice', async () => {
    changeDevice({ doors: [{ eventId: 'e1', areaId: 'a9' }] });
    stubApi(CODE_API);
    const { user } = renderApp('/app');
    await screen.findByText(GONE);
    expect(cards()).toEqual(['Main Stage', 'Bar']);
    const dialog = await openDevice(user);
    expect(dialog.getByLabelText<HTMLSelectElement>('Area').value).toBe('');
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(screen.queryByText(GONE)).toBeNull());
    expect(readDevice().doors).toEqual([]);
  });

  test('while somebody counts, the list does not take the place of a deleted area', async () => {
    changeDevice({ doors: AT_BAR });
    let areas: Answer = CODE_API['GET /api/events/e1/areas'];
    stubApi({ ...CODE_API, 'GET /api/events/e1/areas': () => areas });
    const { user } = renderApp('/app');
    const room = await socketTo('/api/events/e1/socket');
    await room.open();
    await room.receive(sync({ areas: [area(), BAR] }));
    await user.click(await screen.findByRole('button', { name: 'Add one to Bar' }));
    await room.receive({ type: 'ack', seq: 1, version: 1 });
    areas = [200, { areas: [area()] }];
    await room.receive(sync({ areas: [area(), area({ areaId: 'a3', areaName: 'Yard' })], version: 2 }));
    await screen.findByText('This area is not there any more.');
    expect(cards()).toEqual([]);
    await waitFor(() => expect(cards()).toEqual(['Main Stage', 'Yard']), { timeout: 15_000 });
    screen.getByText(GONE);
  });

  test('an event with one area has it whole, without a way out, whatever the door', async () => {
    changeDevice({ doors: [{ eventId: 'e1', areaId: 'a1' }] });
    stubApi({ ...CODE_API, 'GET /api/events/e1/areas': [200, { areas: [area()] }] });
    renderApp('/app');
    await screen.findByRole('button', { name: 'Event and device' });
    await waitFor(() => expect(cards()).toEqual(['Main Stage']));
    expect(screen.queryByRole('button', { name: 'Leave the whole screen' })).toBeNull();
  });
});

test('a wide screen keeps its view, with the area of the door first', async () => {
  changeDevice({ doors: AT_BAR });
  stubApi(CODE_API);
  renderApp('/app');
  await waitFor(() => expect(cards()).toEqual(['Bar', 'Main Stage']));
  expect(screen.queryByRole('button', { name: 'Leave the whole screen' })).toBeNull();
  screen.getByRole('region', { name: 'Venue total' });
});
