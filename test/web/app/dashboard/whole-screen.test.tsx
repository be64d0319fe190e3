import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { changeDevice } from '../../../../web/src/lib/device';
import { area, sync } from '../../support/areas';
import { AS_NEW, BAR, CODE_API } from '../../support/counting-screen';
import { socketTo, stubSockets } from '../../support/fake-sockets';
import { renderApp } from '../../support/render-app';
import { type Answer, stubApi } from '../../support/stub-api';

const path = () => screen.getByTestId('path').textContent;
const cards = () => screen.getAllByRole('article').map((card) => card.getAttribute('aria-label'));
const leave = () => screen.findByRole('button', { name: 'Leave the whole screen' });

beforeEach(() => {
  stubSockets();
  changeDevice(AS_NEW);
});

test('one area gets the whole screen, with its address, the pads for groups, and the focus where it was', async () => {
  stubApi(CODE_API);
  const { user } = renderApp('/app');
  await user.click(await screen.findByRole('button', { name: 'Bar on the whole screen' }));
  expect(document.activeElement).toBe(await leave());
  expect([path(), cards()]).toEqual(['/app?area=a2', ['Bar']]);
  await screen.findByRole('button', { name: 'Add 10 to Bar' });
  screen.getByRole('heading', { level: 1, name: 'Warehouse Friday' });
  expect(screen.queryByRole('region', { name: 'Venue total' })).toBeNull();
});

test('Escape, the button and back leave it', async () => {
  stubApi(CODE_API);
  const { user } = renderApp('/app');
  const open = async () => user.click(await screen.findByRole('button', { name: 'Bar on the whole screen' }));
  for (const how of [
    () => user.keyboard('{Escape}'),
    async () => user.click(await leave()),
    async () => fireEvent.click(screen.getByTestId('back')),
  ]) {
    await open();
    await leave();
    await how();
    await waitFor(() => expect(cards()).toEqual(['Main Stage', 'Bar']));
    expect(path()).toBe('/app');
  }
});

test('a reload keeps it; the way out then leads to the list', async () => {
  stubApi(CODE_API);
  const { user } = renderApp('/app?area=a2');
  await user.click(await leave());
  await waitFor(() => expect(path()).toBe('/app'));
  expect(cards()).toEqual(['Main Stage', 'Bar']);
});

test('Escape in a dialog leaves the dialog only', async () => {
  stubApi(CODE_API);
  const { user } = renderApp('/app?area=a2');
  await user.click(await screen.findByRole('button', { name: 'This device' }));
  await screen.findByRole('dialog');
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(path()).toBe('/app?area=a2');
});

test('the keys + and − count in it, wherever the focus is', async () => {
  stubApi(CODE_API);
  renderApp('/app?area=a2');
  const count = await screen.findByTestId('occupancy');
  const room = await socketTo('/api/events/e1/socket');
  await room.open();
  await room.receive(sync({ areas: [area({ currentOccupancy: 3 }), BAR] }));
  fireEvent.keyDown(document.body, { key: '+' });
  await waitFor(() => expect(count.textContent).toBe('5'));
});

test('an area that is deleted leaves no other under the thumb', async () => {
  let areas: Answer = CODE_API['GET /api/events/e1/areas'];
  stubApi({ ...CODE_API, 'GET /api/events/e1/areas': () => areas });
  const { user } = renderApp('/app?area=a2');
  await leave();
  const room = await socketTo('/api/events/e1/socket');
  await room.open();
  areas = [200, { areas: [area()] }];
  await room.receive(sync({ areas: [area()] }));
  await screen.findByText('This area is not there any more.');
  expect(screen.queryByRole('article')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'All areas' }));
  await waitFor(() => expect(cards()).toEqual(['Main Stage']));
  expect(path()).toBe('/app');
});
