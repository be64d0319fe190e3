import { screen, waitFor } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { ADMIN, DOOR, EVENT } from '../../support/account';
import { apiAs, dialogOf, dialogsClosed, openAdmin, press } from '../../support/dashboard';
import { deferred } from '../../support/deferred';
import { inspectorLink } from '../../support/inspector-links';
import { type Answer, CONFIG } from '../../support/stub-api';

const LINK = `${location.origin}/login?code=ABCD-2346`;
const KEYED = { 'GET /api/events/e1/join-key': [200, { joinKey: 'ab12' }] as const };
const card = () => document.querySelector('body > .door-card')?.textContent;
type DialogQueries = Awaited<ReturnType<typeof dialogOf>>;

async function openShare(who: object, api: Parameters<typeof openAdmin>[0] = {}) {
  const { user, made } = openAdmin({ ...apiAs(who), ...api });
  const opener = await screen.findByRole('button', { name: 'Share' });
  await user.click(opener);
  return { user, made, opener, dialog: await dialogOf('Share Event') };
}

async function expectLink(dialog: DialogQueries, link: string) {
  await dialog.findByText(link);
  dialog.getByRole('img', { name: `QR code of the link ${link}` });
}

describe.each([
  ['an admin', ADMIN],
  ['an access-code user', DOOR],
])('%s can share the event', (_who, who) => {
  test('the share dialog shows code and link and copies the link', async () => {
    const { user, dialog, opener } = await openShare(who);
    dialog.getByText('ABCD-2346');
    await expectLink(dialog, LINK);
    expect(dialog.queryByRole('button', { name: 'Share link' })).toBeNull();
    for (const name of ['Replace code', 'Link for an inspector'])
      expect(dialog.queryByRole('button', { name }) !== null).toBe(who === ADMIN);
    await press(user, 'Copy link');
    await dialog.findByRole('button', { name: 'Copied!' });
    expect(await navigator.clipboard.readText()).toBe(LINK);
    await user.keyboard('{Escape}');
    await waitFor(() => expect(document.activeElement).toBe(opener));
  });

  test('the share dialog makes link, QR code and door card for a door, with the server’s key that lets guests in during a login limit', async () => {
    const { user, dialog } = await openShare(who, KEYED);
    const base = `${LINK}&key=ab12`;
    await expectLink(dialog, base);
    expect(dialog.queryByLabelText('Area')).toBeNull();
    await user.click(dialog.getByRole('checkbox', { name: 'For a door' }));
    await expectLink(dialog, `${base}&direction=both`);
    await user.type(dialog.getByLabelText('Name of the door'), ' North gate ');
    await user.selectOptions(dialog.getByLabelText('Area'), 'Main Stage');
    await user.selectOptions(dialog.getByLabelText('Counts'), 'In only');
    const link = `${base}&area=a1&areaName=Main+Stage&direction=in&name=North+gate`;
    await expectLink(dialog, link);
    expect(card()).toContain('Warehouse FridayNorth gate · Main Stage · counts in');
    await press(user, 'Copy link');
    expect(await navigator.clipboard.readText()).toBe(link);
    await user.click(dialog.getByRole('checkbox', { name: 'For a door' }));
    await expectLink(dialog, base);
    expect(card()).not.toContain('North gate');
  });
});

test('link, QR code and door card begin with the public address, whichever address this page has', async () => {
  const config = { ...CONFIG, publicOrigin: 'https://public.headroom.test' };
  const { dialog } = await openShare(ADMIN, { 'GET /api/config': [200, config] });
  await expectLink(dialog, 'https://public.headroom.test/login?code=ABCD-2346');
  expect(card()).toContain('public.headroom.test/login');
  expect(card()).not.toContain(location.host);
});

const INSPECTIONS = 'POST /api/events/e1/inspections';
const MADE: Answer = [201, { ...inspectorLink(), token: 't0ken' }];

test('an admin makes a link for an inspector where the event is shared, and sees it also after going back', async () => {
  const answer = deferred<Answer>();
  const { user, made } = await openShare(ADMIN, { [INSPECTIONS]: () => answer.promise });
  await press(user, 'Link for an inspector');
  const form = await dialogOf('Link for an inspector');
  await user.type(await form.findByLabelText('Who is it for?'), 'Officer Huber');
  await press(user, 'Create link');
  await press(user, 'Back');
  await dialogOf('Share Event');
  answer.resolve(MADE);
  const shown = await dialogOf('Link for Officer Huber');
  expect(made('POST')).toEqual([{ label: 'Officer Huber', hours: 12 }]);
  await user.click(shown.getByRole('button', { name: 'Copy link' }));
  expect(await navigator.clipboard.readText()).toBe(`${location.origin}/inspect/t0ken`);
  await press(user, 'Done');
  await dialogsClosed();
});

const REPLACE = 'POST /api/events/e1/access-code';

test('the dialog explains the consequences and then shows the new code everywhere', async () => {
  const { user, made } = await openShare(ADMIN, { [REPLACE]: [200, { ...EVENT, accessCode: 'WXYZ6789' }] });
  await press(user, 'Replace code');
  const question = await dialogOf('Replace code');
  question.getByText(/Everyone who joined with this code is logged out at once/);
  await user.click(question.getByRole('button', { name: 'Cancel' }));
  expect(made('POST')).toEqual([]);
  await press(user, 'Replace code');
  await dialogOf('Replace code');
  await press(user, 'Replace code');
  const shared = await dialogOf('Share Event');
  shared.getByText('This is the new code. The old one no longer works.');
  await expectLink(shared, `${location.origin}/login?code=WXYZ-6789`);
  await user.keyboard('{Escape}');
  screen.getByText('WXYZ-6789');
  expect(screen.queryByText('ABCD-2346')).toBeNull();
  expect(made('POST')).toHaveLength(1);
});
