import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { changeDevice, readDevice } from '../../../../web/src/lib/device';
import { area } from '../../support/areas';
import {
  asNew,
  cards,
  CODE_API,
  counts,
  dialogOf,
  dialogsClosed,
  joinRoom,
  MAIN,
  makeDoorScreen,
  openApp,
  openDoor,
  path,
  press,
} from '../../support/dashboard';
import type { Answer } from '../../support/stub-api';

const AREAS = 'GET /api/events/e1/areas';
const ALL = ['Main Stage', 'Bar'];
const BAR_FIRST = ['Bar', 'Main Stage'];
const AT_BAR = [{ eventId: 'e1', areaId: 'a2' }];
const GONE = 'The area of this door no longer exists. Choose another one.';
const leave = () => screen.findByRole('button', { name: 'Leave the whole screen' });
const areCards = (names: readonly string[]) => waitFor(() => expect(cards()).toEqual(names));
type Person = ReturnType<typeof openApp>['user'];

beforeEach(asNew);

describe('one area on the whole screen', () => {
  test('has its address, the pads for groups, the keys + and −, and the focus where it was', async () => {
    const { user } = openApp(CODE_API);
    await press(user, 'Bar on the whole screen');
    expect(document.activeElement).toBe(await leave());
    expect([path(), cards()]).toEqual(['/app?area=a2', ['Bar']]);
    await screen.findByRole('button', { name: 'Add 10 to Bar' });
    screen.getByRole('heading', { level: 1, name: 'Warehouse Friday' });
    expect(screen.queryByRole('region', { name: 'Venue total' })).toBeNull();
    fireEvent.keyDown(document.body, { key: '+' });
    expect(counts()).toEqual(['5']);
  });

  test('Escape, the button and back leave it', async () => {
    const { user } = openApp(CODE_API);
    for (const how of [
      () => user.keyboard('{Escape}'),
      async () => user.click(await leave()),
      async () => fireEvent.click(screen.getByTestId('back')),
    ]) {
      await press(user, 'Bar on the whole screen');
      await leave();
      await how();
      await areCards(ALL);
      expect(path()).toBe('/app');
    }
  });

  test('a reload keeps it, Escape in a dialog leaves the dialog only, and the way out leads to the list', async () => {
    const { user } = openApp(CODE_API, '/app?area=a2');
    await press(user, 'This device');
    await screen.findByRole('dialog');
    await user.keyboard('{Escape}');
    await dialogsClosed();
    expect(path()).toBe('/app?area=a2');
    await user.click(await leave());
    await areCards(ALL);
    expect(path()).toBe('/app');
  });

  test('an area that is deleted leaves no other under the thumb', async () => {
    let areas: Answer = CODE_API[AREAS];
    const { user } = await openDoor('/app?area=a2', { [AREAS]: () => areas });
    areas = [200, { areas: [MAIN] }];
    await joinRoom({ areas: [MAIN] });
    await screen.findByText('This area is not there any more.');
    expect(cards()).toEqual([]);
    await press(user, 'All areas');
    await areCards(['Main Stage']);
    expect(path()).toBe('/app');
  });
});

describe('the area of this device’s door', () => {
  beforeEach(makeDoorScreen);

  async function openDevice(user: Person) {
    await press(user, 'Event and device');
    const sheet = await dialogOf('Warehouse Friday');
    await user.click(sheet.getByRole('button', { name: /^This device/ }));
    return dialogOf('This device');
  }

  async function chooseArea(user: Person, areaName: string) {
    const dialog = await openDevice(user);
    await user.selectOptions(dialog.getByLabelText('Area'), areaName);
    await user.click(dialog.getByRole('button', { name: 'Save' }));
  }

  test.each(['the button', 'Escape'])(
    'is opened at first; the list is one step away, by %s, and stays',
    async (how) => {
      changeDevice({ doors: AT_BAR });
      const { user } = openApp(CODE_API);
      const button = await leave();
      if (how === 'Escape') await user.keyboard('{Escape}');
      else await user.click(button);
      await areCards(BAR_FIRST);
      expect(path()).toBe('/app');
      await press(user, 'Main Stage on the whole screen');
      await user.click(await leave());
      await areCards(BAR_FIRST);
      expect(path()).toBe('/app');
    },
  );

  test('is chosen in the dialog, and kept for this event alone', async () => {
    changeDevice({ doors: [{ eventId: 'e9', areaId: 'a1' }] });
    const { user } = openApp(CODE_API);
    await areCards(ALL);
    await chooseArea(user, 'Bar');
    await leave();
    expect(cards()).toEqual(['Bar']);
    expect(readDevice().doors).toEqual([{ eventId: 'e9', areaId: 'a1' }, ...AT_BAR]);
    await chooseArea(user, 'All areas');
    await areCards(ALL);
    expect(readDevice().doors).toEqual([{ eventId: 'e9', areaId: 'a1' }]);
  });

  test('is seen where it is chosen while another one has the whole screen', async () => {
    const { user } = openApp(CODE_API, '/app?area=a1');
    await leave();
    await chooseArea(user, 'Bar');
    await areCards(['Bar']);
    expect(readDevice().doors).toEqual(AT_BAR);
  });

  test('stays when the dialog is cancelled; the sheet says which it is', async () => {
    changeDevice({ deviceName: 'North gate', doors: AT_BAR });
    const { user } = openApp(CODE_API);
    await leave();
    await press(user, 'Event and device');
    await press(user, 'This device North gate · Bar');
    const dialog = await dialogOf('This device');
    expect(dialog.getByLabelText<HTMLSelectElement>('Area').value).toBe('a2');
    await user.selectOptions(dialog.getByLabelText('Area'), 'Main Stage');
    await user.click(dialog.getByRole('button', { name: 'Cancel' }));
    expect([cards(), readDevice().doors]).toEqual([['Bar'], AT_BAR]);
  });

  test('where it was deleted the list takes its place, and says so until the next choice', async () => {
    changeDevice({ doors: [{ eventId: 'e1', areaId: 'a9' }] });
    const { user } = openApp(CODE_API);
    await screen.findByText(GONE);
    expect(cards()).toEqual(ALL);
    const dialog = await openDevice(user);
    expect(dialog.getByLabelText<HTMLSelectElement>('Area').value).toBe('');
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(screen.queryByText(GONE)).toBeNull());
    expect(readDevice().doors).toEqual([]);
  });

  test('while somebody counts, the list does not take the place of a deleted area', async () => {
    changeDevice({ doors: AT_BAR });
    let areas: Answer = CODE_API[AREAS];
    const { user, room } = await openDoor('/app', { [AREAS]: () => areas });
    await press(user, 'Add one to Bar');
    await room.receive({ type: 'ack', seq: 1, version: 1 });
    areas = [200, { areas: [MAIN] }];
    await joinRoom({ areas: [MAIN, area({ areaId: 'a3', areaName: 'Yard' })], version: 2 });
    await screen.findByText('This area is not there any more.');
    expect(cards()).toEqual([]);
    await waitFor(() => expect(cards()).toEqual(['Main Stage', 'Yard']), { timeout: 15_000 });
    screen.getByText(GONE);
  });

  test('is only the first of the list on a wide screen', async () => {
    makeDoorScreen(false);
    changeDevice({ doors: AT_BAR });
    openApp(CODE_API);
    await areCards(BAR_FIRST);
    expect(screen.queryByRole('button', { name: 'Leave the whole screen' })).toBeNull();
    screen.getByRole('region', { name: 'Venue total' });
  });
});
