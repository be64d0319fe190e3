import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { stubSockets } from '../../support/fake-sockets';
import { renderApp } from '../../support/render-app';
import { CONFIG, refusal, stubApi } from '../../support/stub-api';

const ADMIN = { username: 'a@b.co', role: 'admin', subscriptionStatus: 'active' };
const USER = { username: 'Door', role: 'user', accessCode: 'ABCD2346', eventId: 'e1', subscriptionStatus: 'active' };
const EVENT = { eventId: 'e1', eventName: 'Warehouse Friday', accessCode: 'ABCD2346' };
const LINK = `${location.origin}/login?code=ABCD-2346`;

beforeEach(() => {
  stubSockets();
  localStorage.setItem('headroom.selectedEventId', 'e1');
});

async function openShare(who: object, handlers: Parameters<typeof stubApi>[0] = {}) {
  const calls = stubApi({
    'GET /api/auth/verify': [200, { success: true, user: who }],
    'GET /api/events': [200, [EVENT]],
    'GET /api/events/by-access-code/ABCD2346': [200, EVENT],
    'GET /api/events/e1/areas': [200, { areas: [] }],
    ...handlers,
  });
  const { user } = renderApp('/app');
  const opener = await screen.findByRole('button', { name: 'Share' });
  await user.click(opener);
  const dialog = within(await screen.findByRole('dialog', { name: 'Share Event' }));
  return { user, dialog, opener, calls };
}

test.each([
  ['an admin', ADMIN],
  ['an access code', USER],
])('%s shows code and link, and copies the link', async (_who, who) => {
  const { user, dialog, opener } = await openShare(who);
  dialog.getByText('ABCD-2346');
  dialog.getByText(LINK);
  dialog.getByRole('img', { name: `QR code of the link ${LINK}` });
  expect(dialog.queryByRole('button', { name: 'Share link' })).toBeNull();
  await user.click(dialog.getByRole('button', { name: 'Copy link' }));
  await dialog.findByRole('button', { name: 'Copied!' });
  expect(await navigator.clipboard.readText()).toBe(LINK);
  await user.keyboard('{Escape}');
  await waitFor(() => expect(document.activeElement).toBe(opener));
});

test('link, QR code and door card begin with the public address, however this page was reached', async () => {
  const config = { ...CONFIG, publicOrigin: 'https://public.headroom.test' };
  const { dialog } = await openShare(ADMIN, { 'GET /api/config': [200, config] });
  await dialog.findByText('https://public.headroom.test/login?code=ABCD-2346');
  dialog.getByRole('img', { name: 'QR code of the link https://public.headroom.test/login?code=ABCD-2346' });
  const card = document.querySelector('body > .door-card');
  expect(card?.textContent).toContain('public.headroom.test/login');
  expect(card?.textContent).not.toContain(location.host);
});

test('the link has the server’s word for it, so that it lets in where others wait', async () => {
  const { dialog } = await openShare(USER, { 'GET /api/events/e1/join-key': [200, { joinKey: 'ab12' }] });
  await dialog.findByText(`${LINK}&key=ab12`);
  expect(dialog.getByRole('img', { name: `QR code of the link ${LINK}&key=ab12` })).not.toBeNull();
});

test('the device’s own share sheet gets name and link, where there is one', async () => {
  const share = vi.fn<(data: ShareData) => Promise<void>>(async () => {
    throw new DOMException('Closed', 'AbortError');
  });
  vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { share }));
  const { user, dialog } = await openShare(USER);
  await user.click(dialog.getByRole('button', { name: 'Share link' }));
  expect(share).toHaveBeenCalledWith({ title: 'Warehouse Friday', url: LINK });
  expect(dialog.queryByRole('alert')).toBeNull();
});

test('prints the door card, which is there for the printer only while the dialog is open', async () => {
  const print = vi.spyOn(window, 'print').mockReturnValue();
  const { user, dialog } = await openShare(ADMIN);
  await user.click(dialog.getByRole('button', { name: 'Print door card' }));
  expect(print).toHaveBeenCalledOnce();
  const card = document.querySelector('body > .door-card');
  expect(card?.textContent).toContain('Warehouse Friday');
  expect(card?.textContent).toContain('ABCD-2346');
  await user.keyboard('{Escape}');
  expect(document.querySelector('.door-card')).toBeNull();
});

describe('replacing the code', () => {
  const replace = (calls: readonly { method: string; path: string }[]) =>
    calls.filter(({ method, path }) => method === 'POST' && path === '/api/events/e1/access-code').length;

  test('is not for an access code', async () => {
    const { dialog } = await openShare(USER);
    expect(dialog.queryByRole('button', { name: 'Replace code' })).toBeNull();
  });

  test('says what it means, and then shows the new code everywhere', async () => {
    const { user, dialog, calls } = await openShare(ADMIN, {
      'POST /api/events/e1/access-code': [200, { ...EVENT, accessCode: 'WXYZ6789' }],
    });
    await user.click(dialog.getByRole('button', { name: 'Replace code' }));
    let question = within(await screen.findByRole('dialog', { name: 'Replace code' }));
    question.getByText(/Everyone who joined with this code is logged out at once/);
    await user.click(question.getByRole('button', { name: 'Cancel' }));
    expect(replace(calls)).toBe(0);
    await user.click(await screen.findByRole('button', { name: 'Replace code' }));
    question = within(await screen.findByRole('dialog', { name: 'Replace code' }));
    await user.click(question.getByRole('button', { name: 'Replace code' }));
    const shared = within(await screen.findByRole('dialog', { name: 'Share Event' }));
    shared.getByText('This is the new code. The old one no longer works.');
    shared.getByRole('img', { name: `QR code of the link ${location.origin}/login?code=WXYZ-6789` });
    await user.keyboard('{Escape}');
    screen.getByText('WXYZ-6789');
    expect(screen.queryByText('ABCD-2346')).toBeNull();
    expect(replace(calls)).toBe(1);
  });

  test('a failure is told where it was asked, and the old code stays', async () => {
    const { user, dialog } = await openShare(ADMIN, {
      'POST /api/events/e1/access-code': refusal(503, 'The service is busy.', 'unavailable'),
    });
    await user.click(dialog.getByRole('button', { name: 'Replace code' }));
    const question = within(await screen.findByRole('dialog', { name: 'Replace code' }));
    await user.click(question.getByRole('button', { name: 'Replace code' }));
    expect((await question.findByRole('alert')).textContent).toBe('The service is busy.');
    await user.click(question.getByRole('button', { name: 'Back' }));
    within(await screen.findByRole('dialog', { name: 'Share Event' })).getByText('ABCD-2346');
  });
});
