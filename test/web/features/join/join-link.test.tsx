import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { ADMIN, DOOR, EVENT } from '../../support/account';
import { area, sync } from '../../support/areas';
import { socketTo, stubSockets } from '../../support/fake-sockets';
import { isBusy } from '../../support/is-busy';
import { renderApp } from '../../support/render-app';
import { type Answer, NO_SESSION, refusal, stubApi } from '../../support/stub-api';

const OTHER = { ...DOOR, accessCode: 'WXYZ2346', eventId: 'e2' };
const NEXT = { eventId: 'e2', eventName: 'Summer', accessCode: 'WXYZ2346' };
const API = {
  'GET /api/events': [200, [EVENT, NEXT]] as const,
  'GET /api/events/by-access-code/ABCD2346': [200, EVENT] as const,
  'GET /api/events/by-access-code/WXYZ2346': [200, NEXT] as const,
  'GET /api/events/e1/areas': [200, { areas: [area()] }] as const,
  'GET /api/events/e2/areas': [200, { areas: [area({ areaId: 'a2', areaName: 'Bar' })] }] as const,
};
const as = (user: object) => ({ ...API, 'GET /api/auth/verify': [200, { success: true, user }] as const });
const path = () => screen.getByTestId('path').textContent;
const identifier = () => screen.findByLabelText<HTMLInputElement>('Email or Access Code');
const offer = async () => within(await screen.findByRole('dialog', { name: 'Join another event?' }));
const heading = (name: string) => screen.findByRole('heading', { level: 1, name });

beforeEach(stubSockets);

describe('a guest who opens a join link', () => {
  test('logs in with the key that stands beside the code', async () => {
    const calls = stubApi({
      ...API,
      'GET /api/auth/verify': NO_SESSION,
      'POST /api/auth/login': [200, { success: true, user: DOOR }],
    });
    const { user } = renderApp('/login?code=abcd2346&key=ab12');
    await identifier();
    await waitFor(() => expect(path()).toBe('/login'));
    await user.click(screen.getByRole('button', { name: 'Log in' }));
    await heading('Warehouse Friday');
    expect(calls.find(({ path: asked }) => asked === '/api/auth/login')?.body).toEqual({
      username: 'ABCD-2346',
      password: null,
      joinKey: 'ab12',
    });
  });

  test('finds the code filled in and gone from the address, and is one tap from counting', async () => {
    const calls = stubApi({
      ...API,
      'GET /api/auth/verify': NO_SESSION,
      'POST /api/auth/login': [200, { success: true, user: DOOR }],
    });
    const { user } = renderApp('/login?code=abcd2346');
    expect((await identifier()).value).toBe('ABCD-2346');
    await waitFor(() => expect(path()).toBe('/login'));
    const button = screen.getByRole('button', { name: 'Log in' });
    expect(document.activeElement).toBe(button);
    await user.click(button);
    await heading('Warehouse Friday');
    expect(path()).toBe('/app');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(calls.find(({ method }) => method === 'POST')?.body).toEqual({ username: 'ABCD-2346', password: null });
  });

  test.each(['/login?code=', '/login?code=hello', '/login?code=a%40b.co', '/login?other=1'])(
    'gets an empty field from %s, and a clean address',
    async (link) => {
      stubApi({ 'GET /api/auth/verify': NO_SESSION });
      renderApp(link);
      expect((await identifier()).value).toBe('');
      await waitFor(() => expect(path()).toBe('/login'));
      screen.getByText('Log in with your email, or with the access code of your event.');
    },
  );
});

describe('a device that counts already', () => {
  test('is not asked about the link of its own event', async () => {
    stubApi(as(DOOR));
    renderApp('/login?code=ABCD-2346');
    await heading('Warehouse Friday');
    expect(path()).toBe('/app');
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test('stays where it is unless it wants to join the other event', async () => {
    const calls = stubApi(as(DOOR));
    const { user } = renderApp('/login?code=WXYZ-2346');
    const dialog = await offer();
    dialog.getByText(/WXYZ-2346/);
    expect(document.activeElement).toBe(dialog.getByRole('button', { name: 'Stay here' }));
    await user.click(dialog.getByRole('button', { name: 'Stay here' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    await heading('Warehouse Friday');
    expect(calls.some(({ method }) => method === 'POST')).toBe(false);
  });

  test('joins it with one login, and is told nothing of an event that is gone', async () => {
    let now: object = DOOR;
    const calls = stubApi({
      ...API,
      'GET /api/auth/verify': () => [200, { success: true, user: now }],
      'GET /api/events/e1/areas': () =>
        now === DOOR ? [200, { areas: [area()] }] : refusal(404, 'Not there', 'not_found'),
      'POST /api/auth/login': () => {
        now = OTHER;
        return [200, { success: true, user: OTHER }];
      },
    });
    const { user } = renderApp('/login?code=WXYZ-2346');
    const room = await socketTo('/api/events/e1/socket');
    await room.open();
    await user.click((await offer()).getByRole('button', { name: 'Join' }));
    await heading('Summer');
    await screen.findByRole('article', { name: 'Bar' });
    await socketTo('/api/events/e2/socket');
    expect(path()).toBe('/app');
    expect(screen.queryByText(/has been deleted or is no longer accessible/)).toBeNull();
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(calls.filter(({ method }) => method === 'POST').map(({ body }) => body)).toEqual([
      { username: 'WXYZ2346', password: null },
    ]);
  });

  test('says why it could not join, and goes on counting', async () => {
    const answer: Answer = refusal(401, 'No such code.', 'invalid_credentials');
    stubApi({ ...as(DOOR), 'POST /api/auth/login': answer });
    const { user } = renderApp('/login?code=WXYZ-2346');
    const dialog = await offer();
    await user.click(dialog.getByRole('button', { name: 'Join' }));
    expect((await dialog.findByRole('alert')).textContent).toBe('No such code.');
    await user.click(dialog.getByRole('button', { name: 'Stay here' }));
    await user.click(await screen.findByRole('button', { name: 'Add one to Main Stage' }));
    expect(screen.getByTestId('occupancy').textContent).toBe('1');
  });

  test('that has no network is told so, and nothing of a code that nobody has looked at', async () => {
    stubApi({ ...as(DOOR), 'POST /api/auth/login': 'offline' });
    const { user } = renderApp('/login?code=WXYZ-2346');
    const dialog = await offer();
    await user.click(dialog.getByRole('button', { name: 'Join' }));
    await dialog.findByText('Could not reach the server. Please check your connection.');
    expect(dialog.queryByText(/credentials/)).toBeNull();
  });

  test('does not leave before its taps are sent', async () => {
    const calls = stubApi({ ...as(DOOR), 'POST /api/auth/login': [200, { success: true, user: OTHER }] });
    const { user } = renderApp('/app');
    const room = await socketTo('/api/events/e1/socket');
    await room.open();
    await room.receive(sync());
    await user.click(await screen.findByRole('button', { name: 'Add one to Main Stage' }));
    await user.click(screen.getByTestId('open-join-link'));
    const dialog = await offer();
    const join = dialog.getByRole('button', { name: 'Join' });
    dialog.getByText('One tap is not sent yet. You can join once it is.');
    expect(isBusy(join)).toBe(true);
    await user.click(join);
    expect(calls.some(({ method }) => method === 'POST')).toBe(false);
    await room.receive({ type: 'ack', seq: 1, version: 1 });
    await waitFor(() => expect(isBusy(join)).toBe(false));
    await user.click(join);
    await heading('Summer');
  });
});

describe('an admin', () => {
  test('is led to the own event, selected', async () => {
    localStorage.setItem('headroom.selectedEventId', 'e1');
    stubApi(as(ADMIN));
    renderApp('/login?code=WXYZ-2346');
    await heading('Summer');
    expect(path()).toBe('/app');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(localStorage.getItem('headroom.selectedEventId')).toBe('e2');
  });

  test('is asked before somebody else’s event logs them out', async () => {
    stubApi({
      ...as(ADMIN),
      'GET /api/events': [200, [EVENT]],
      'POST /api/auth/login': [200, { success: true, user: OTHER }],
    });
    const { user } = renderApp('/login?code=WXYZ-2346');
    const dialog = await offer();
    dialog.getByText(/logs a@b\.co out here/);
    await user.click(dialog.getByRole('button', { name: 'Join' }));
    await heading('Summer');
    expect(screen.queryByRole('button', { name: 'Event options' })).toBeNull();
  });
});
