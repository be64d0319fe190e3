import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { changeDevice, readDevice } from '../../../../web/src/lib/device';
import { ADMIN, DOOR, EVENT } from '../../support/account';
import { area, sync } from '../../support/areas';
import { AS_NEW, BAR, makeDoorScreen } from '../../support/counting-screen';
import { deferred } from '../../support/deferred';
import { socketTo, stubSockets } from '../../support/fake-sockets';
import { renderApp } from '../../support/render-app';
import { type Answer, NO_SESSION, stubApi } from '../../support/stub-api';
import { inGerman } from '../../support/in-german';

const OTHER = { ...DOOR, accessCode: 'WXYZ2346', eventId: 'e2' };
const NEXT = { eventId: 'e2', eventName: 'Summer', accessCode: 'WXYZ2346' };
const API = {
  'GET /api/events': [200, [EVENT]] as const,
  'GET /api/events/by-access-code/ABCD2346': [200, EVENT] as const,
  'GET /api/events/by-access-code/WXYZ2346': [200, NEXT] as const,
  'GET /api/events/e1/areas': [200, { areas: [area({ currentOccupancy: 3 }), BAR] }] as const,
  'GET /api/events/e2/areas': [200, { areas: [area({ areaId: 'z1', areaName: 'Hall' }), BAR] }] as const,
};
const as = (user: object) => ({ ...API, 'GET /api/auth/verify': [200, { success: true, user }] as const });
const GUEST = { ...API, 'GET /api/auth/verify': NO_SESSION };
const NORTH = 'area=a1&areaName=Main+Stage&direction=in&name=North+gate';
const AT_NORTH = { deviceName: 'North gate', direction: 'in', doors: [{ eventId: 'e1', areaId: 'a1' }] } as const;
const path = () => screen.getByTestId('path').textContent;
const cards = () => screen.queryAllByRole('article').map((card) => card.getAttribute('aria-label'));
const logIn = () => screen.findByRole('button', { name: 'Log in' });
const leave = () => screen.findByRole('button', { name: 'Leave the whole screen' });

beforeEach(() => {
  stubSockets();
  makeDoorScreen();
  changeDevice(AS_NEW);
});

describe('a guest who opens the link of a door', () => {
  test('reads what it does, taps once, and the next tap counts', async () => {
    const calls = stubApi({ ...GUEST, 'POST /api/auth/login': [200, { success: true, user: DOOR }] });
    const { user } = renderApp(`/login?code=ABCD-2346&key=ab12&${NORTH}&hand=left`);
    await screen.findByText('North gate · Main Stage · counts in');
    await waitFor(() => expect(path()).toBe('/login'));
    const button = await logIn();
    expect(document.activeElement).toBe(button);
    expect(button.getAttribute('aria-describedby')).toBe(screen.getByText('This device becomes').id);
    expect(readDevice()).toMatchObject(AS_NEW);

    await user.click(button);
    await leave();
    expect([path(), cards()]).toEqual(['/app', ['Main Stage']]);
    expect(readDevice()).toMatchObject({ ...AT_NORTH, hand: 'left' });
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(screen.queryByRole('button', { name: 'Take one from Main Stage' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Add one to Main Stage' }));
    expect(screen.getByTestId('occupancy').textContent).toBe('4');
    expect(calls.find(({ method }) => method === 'POST')?.body).toEqual({
      username: 'ABCD-2346',
      password: null,
      joinKey: 'ab12',
    });
  });

  test('who logs in with another code gets no door, and is not asked about it', async () => {
    stubApi({ ...GUEST, 'POST /api/auth/login': [200, { success: true, user: OTHER }] });
    const { user } = renderApp(`/login?code=ABCD-2346&${NORTH}`);
    await screen.findByText('North gate · Main Stage · counts in');
    const field = await screen.findByLabelText('Email or Access Code');
    await user.clear(field);
    await user.type(field, 'WXYZ2346');
    expect(screen.queryByText(/North gate/)).toBeNull();
    await user.click(await logIn());
    await screen.findByRole('heading', { level: 1, name: 'Summer' });
    await screen.findByRole('article', { name: 'Hall' });
    expect(readDevice()).toMatchObject(AS_NEW);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test('a link with nothing to read in it is a link without a door', async () => {
    stubApi({ ...GUEST, 'POST /api/auth/login': [200, { success: true, user: DOOR }] });
    const { user } = renderApp('/login?code=ABCD-2346&area=%00&direction=up&name=%20&hand=%F0');
    await waitFor(() => expect(path()).toBe('/login'));
    await screen.findByText('Your access code is filled in: tap Log in to start counting.');
    expect(screen.queryByText('This device becomes')).toBeNull();
    await user.click(await logIn());
    await waitFor(() => expect(cards()).toEqual(['Main Stage', 'Bar']));
    expect(readDevice()).toMatchObject(AS_NEW);
  });

  test('an area that is not there leads to the list, which says so until another is chosen', async () => {
    const gone = 'The area of this door no longer exists. Choose another one.';
    stubApi({ ...GUEST, 'POST /api/auth/login': [200, { success: true, user: DOOR }] });
    const { user } = renderApp('/login?code=ABCD-2346&area=a9&name=North+gate');
    await screen.findByText('North gate · one area');
    await user.click(await logIn());
    const line = await screen.findByText(gone);
    expect(cards()).toEqual(['Main Stage', 'Bar']);
    const opener = line.parentElement && within(line.parentElement).getByRole('button', { name: 'This device' });
    if (opener) await user.click(opener);
    const dialog = within(await screen.findByRole('dialog', { name: 'This device' }));
    await user.selectOptions(dialog.getByLabelText('Area'), 'Bar');
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    await leave();
    expect([screen.queryByText(gone), cards()]).toEqual([null, ['Bar']]);
  });
});

describe('who is logged in with the same code', () => {
  test('gets the door at once where the device has none', async () => {
    const calls = stubApi(as(DOOR));
    renderApp(`/login?code=ABCD-2346&${NORTH}`);
    await leave();
    expect([path(), cards()]).toEqual(['/app', ['Main Stage']]);
    expect(readDevice()).toMatchObject(AT_NORTH);
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(calls.some(({ method }) => method === 'POST')).toBe(false);
  });

  test.each([
    ['Stay', { deviceName: 'South gate', direction: 'out' }, ['Bar']],
    ['Change', AT_NORTH, ['Main Stage']],
  ] as const)('is asked where it has another: %s', async (answer, device, shown) => {
    changeDevice({ deviceName: 'South gate', direction: 'out', doors: [{ eventId: 'e1', areaId: 'a2' }] });
    stubApi(as(DOOR));
    const { user } = renderApp(`/login?code=ABCD-2346&${NORTH}`);
    const question = within(await screen.findByRole('dialog', { name: 'Make this device the North gate?' }));
    await question.findByText('Now: South gate · Bar · counts out. Then: North gate · Main Stage · counts in.');
    expect(document.activeElement).toBe(question.getByRole('button', { name: 'Stay' }));
    await user.click(question.getByRole('button', { name: answer }));
    expect(screen.queryByRole('dialog')).toBeNull();
    await waitFor(() => expect(cards()).toEqual(shown));
    expect(readDevice()).toMatchObject(device);
    expect(path()).toBe('/app');
  });

  test('is not asked about the door that it has, whatever is not sent', async () => {
    changeDevice(AT_NORTH);
    stubApi(as(DOOR));
    const { user } = renderApp('/app');
    const room = await socketTo('/api/events/e1/socket');
    await room.open();
    await room.receive(sync({ areas: [area({ currentOccupancy: 3 }), BAR] }));
    await user.click(await screen.findByRole('button', { name: 'Add one to Main Stage' }));
    fireEvent.click(screen.getByTestId('open-door-link'));
    await waitFor(() => expect(path()).toBe('/app'));
    await act(async () => new Promise((resolve) => setTimeout(resolve, 50)));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(cards()).toEqual(['Main Stage']);
    await room.receive({ type: 'ack', seq: 1, version: 1 });
  });

  test('is asked while taps are not sent', async () => {
    stubApi(as(DOOR));
    const first = renderApp('/app');
    const room = await socketTo('/api/events/e1/socket');
    await room.open();
    await room.receive(sync({ areas: [area({ currentOccupancy: 3 }), BAR] }));
    await first.user.click(await screen.findByRole('button', { name: 'Add one to Bar' }));
    fireEvent.click(screen.getByTestId('open-door-link'));
    const question = within(await screen.findByRole('dialog', { name: 'Make this device the North gate?' }));
    question.getByText('One tap is not sent yet. It counts where it was made.');
    expect(readDevice()).toMatchObject(AS_NEW);
    await room.receive({ type: 'ack', seq: 1, version: 1 });
    await waitFor(() => expect(question.queryByText(/not sent yet/)).toBeNull());
    await first.user.click(question.getByRole('button', { name: 'Change' }));
    await leave();
    expect(cards()).toEqual(['Main Stage']);
  });

  test('an admin gets the door in the own event, selected', async () => {
    stubApi({ ...as(ADMIN), 'GET /api/events': [200, [EVENT, NEXT]] });
    renderApp('/login?code=WXYZ-2346&area=z1&direction=out');
    await screen.findByRole('heading', { level: 1, name: 'Summer' });
    await leave();
    expect([path(), cards()]).toEqual(['/app', ['Hall']]);
    expect(readDevice()).toMatchObject({ direction: 'out', doors: [{ eventId: 'e2', areaId: 'z1' }] });
  });
});

test('another login is asked first, with the door, and then brings it', async () => {
  changeDevice({ doors: [{ eventId: 'e1', areaId: 'a2' }] });
  stubApi({ ...as(DOOR), 'POST /api/auth/login': [200, { success: true, user: OTHER }] });
  const { user } = renderApp('/login?code=WXYZ-2346&area=z1&areaName=Hall&direction=both&name=Hall+door');
  const offer = within(await screen.findByRole('dialog', { name: 'Join another event?' }));
  offer.getByText('Hall door · Hall · counts both ways');
  expect(path()).toBe('/app');
  expect(readDevice().deviceName).toBeNull();
  await user.click(offer.getByRole('button', { name: 'Join' }));
  await screen.findByRole('heading', { level: 1, name: 'Summer' });
  await leave();
  expect([path(), cards()]).toEqual(['/app', ['Hall']]);
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(readDevice().doors).toEqual([
    { eventId: 'e1', areaId: 'a2' },
    { eventId: 'e2', areaId: 'z1' },
  ]);
});

test('the address is clean before it is known who is logged in', async () => {
  const verified = deferred<Answer>();
  stubApi({ ...as(DOOR), 'GET /api/auth/verify': () => verified.promise });
  renderApp(`/login?code=ABCD-2346&key=ab12&${NORTH}`);
  await waitFor(() => expect(path()).toBe('/login'));
  verified.resolve([200, { success: true, user: DOOR }]);
  await leave();
  expect([path(), cards()]).toEqual(['/app', ['Main Stage']]);
});

describe('in German', () => {
  inGerman();
  beforeEach(() => void vi.spyOn(console, 'warn').mockReturnValue());

  test('the login says what the link does', async () => {
    stubApi(GUEST);
    renderApp('/login?code=ABCD-2346&area=a1&areaName=Halle&direction=in&name=Nordtor');
    const door = await screen.findByText('Nordtor · Halle · zählt Einlass');
    expect(door.parentElement?.textContent).toBe('Dieses Gerät wird Nordtor · Halle · zählt Einlass');
  });

  test('the question speaks German', async () => {
    changeDevice({ deviceName: 'Südtor' });
    stubApi(as(DOOR));
    renderApp('/login?code=ABCD-2346&direction=in&name=Nordtor');
    const question = within(await screen.findByRole('dialog', { name: 'Dieses Gerät zu „Nordtor“ machen?' }));
    expect(question.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(
      expect.arrayContaining(['Behalten', 'Ändern']),
    );
    await question.findByText(
      'Jetzt: Südtor · alle Bereiche · zählt Ein- und Auslass. Dann: Nordtor · alle Bereiche · zählt Einlass.',
    );
  });
});
