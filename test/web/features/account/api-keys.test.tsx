import { screen, waitFor, within } from '@testing-library/react';
import { beforeAll, expect, test } from 'vitest';
import type { ApiKey } from '../../../../src/shared/keys/schemas';
import { pack as german } from '../../../../web/src/texts/pack.de';
import { laterTextsLoaded } from '../../../../web/src/texts/later-texts';
import { speak } from '../../../../web/src/texts/texts';
import { ACCOUNT_API } from '../../support/account';
import { refusal, stubApi } from '../../support/stub-api';
import { renderApp } from '../../support/render-app';
import { openPage } from './open-settings';

beforeAll(async () => void (await import('../../../../web/src/features/settings/account/account-settings-screen')));

const TURNSTILE: ApiKey = {
  keyId: 'k1',
  name: 'Turnstile',
  hint: 'hrk_0a1b2c',
  scopes: ['read', 'count'],
  eventId: 'e1',
  eventName: 'Warehouse',
  addresses: ['203.0.113.0/24'],
  createdAt: new Date(2026, 10, 3, 18, 4).toISOString(),
  expiresAt: new Date(2036, 10, 3, 18, 4).toISOString(),
  revokedAt: null,
  lastUsedAt: new Date(2026, 10, 4, 18, 4).toISOString(),
  overlapEndsAt: null,
};
const OLD: ApiKey = {
  ...TURNSTILE,
  keyId: 'k2',
  name: 'Camera',
  eventId: null,
  eventName: null,
  addresses: null,
  lastUsedAt: null,
  revokedAt: TURNSTILE.createdAt,
};
const KEY = `hrk_${'0'.repeat(72)}`;

const serverWith = (api: Parameters<typeof stubApi>[0] = {}) =>
  stubApi({
    ...ACCOUNT_API,
    'GET /api/keys': [200, { keys: [TURNSTILE, OLD] }],
    'POST /api/auth/confirm': [200, { success: true }],
    ...api,
  });

test('the list says what each key opens, and which are over', async () => {
  serverWith();
  await openPage();
  const rows = (await within(await screen.findByRole('region', { name: 'API keys' })).findAllByRole('listitem')).map(
    (row) => row.textContent,
  );
  expect(rows).toEqual([
    'Turnstilehrk_0a1b2c…RenewRevokeRead numbers and reports · Report countsWarehouse · Expires Nov 3, 2036 · Last used Nov 4, 2026, 18:04Only from 203.0.113.0/24',
    'Camerahrk_0a1b2c…RevokedRead numbers and reports · Report countsAll events · Never used',
  ]);
});

test('a new key needs a name, a scope and the password, and is shown once with a button to copy it', async () => {
  const calls = serverWith({ 'POST /api/keys': [201, { ...TURNSTILE, key: KEY }] });
  const user = await openPage('Create API key');
  const create = () => user.click(screen.getByRole('button', { name: 'Create API key' }));
  expect(document.activeElement).toBe(screen.getByLabelText('What the key is for'));
  await create();
  await screen.findByText('Please say what the key is for.');
  expect(document.activeElement).toBe(screen.getByLabelText('What the key is for'));
  await user.type(screen.getByLabelText('What the key is for'), ' Turnstile ');
  await create();
  await screen.findByText('Please choose what the key may do.');
  expect(document.activeElement).toBe(screen.getAllByRole('checkbox')[0]);
  await user.click(screen.getByLabelText('Report counts'));
  await create();
  await screen.findByText('Please enter your password.');
  expect(document.activeElement).toBe(screen.getByLabelText('Your password'));
  await user.selectOptions(screen.getByLabelText('Valid for'), '90 days');
  await user.type(screen.getByLabelText('Only from these addresses (optional)'), '203.0.113.7, 198.51.100.0/24');
  await user.type(screen.getByLabelText('Your password'), 'secret');
  await create();
  await screen.findByText(KEY);
  expect(document.activeElement?.textContent).toBe('Copy this key now. It is not shown again.');
  const sent = calls.filter(({ method, path }) => method === 'POST' && /confirm|keys/.test(path));
  expect(sent.map(({ path, body }) => [path, body])).toEqual([
    ['/api/auth/confirm', { password: 'secret' }],
    [
      '/api/keys',
      {
        name: 'Turnstile',
        scopes: ['count'],
        eventId: null,
        addresses: ['203.0.113.7', '198.51.100.0/24'],
        days: 90,
      },
    ],
  ]);
  await user.click(screen.getByRole('button', { name: 'Copy' }));
  expect(await navigator.clipboard.readText()).toBe(KEY);
  await user.click(screen.getByRole('button', { name: 'Done' }));
  await screen.findByRole('button', { name: 'Revoke Turnstile' });
  expect(screen.queryByText(KEY)).toBeNull();
});

test('a key that ends soon says so and is renewed: the new one is shown once, and what the old one does', async () => {
  const expiresAt = new Date(Date.now() + 5.5 * 86_400_000).toISOString();
  const overlapEndsAt = new Date(2036, 10, 10, 18, 4).toISOString();
  const calls = serverWith({
    'GET /api/keys': [200, { keys: [{ ...TURNSTILE, expiresAt, overlapEndsAt }] }],
    'POST /api/keys/k1/renewal': [201, { ...TURNSTILE, overlapEndsAt, key: KEY }],
  });
  const user = await openPage();
  await screen.findByText('Ends in 5 days');
  await user.click(screen.getByRole('button', { name: 'Renew Turnstile' }));
  expect(document.activeElement?.textContent).toBe('Renew Turnstile');
  screen.getByText(/^The key from before the last renewal still works until Nov 10, 2036/);
  const renew = () => user.click(screen.getByRole('button', { name: 'Renew' }));
  await renew();
  await screen.findByText('Please enter your password.');
  expect(document.activeElement).toBe(screen.getByLabelText('Your password'));
  await user.selectOptions(screen.getByLabelText('The present key works for'), '14 more days');
  await user.type(screen.getByLabelText('Your password'), 'secret');
  await renew();
  await screen.findByText(KEY);
  screen.getByText(/^The key from before the renewal works until Nov 10, 2036/);
  const sent = calls.filter(({ method, path }) => method === 'POST' && /confirm|keys/.test(path));
  expect(sent.map(({ path, body }) => [path, body])).toEqual([
    ['/api/auth/confirm', { password: 'secret' }],
    ['/api/keys/k1/renewal', { days: 365, overlapDays: 14 }],
  ]);
  await user.click(screen.getByRole('button', { name: 'Done' }));
  await screen.findByRole('button', { name: 'Renew Turnstile' });
  expect(screen.queryByText(KEY)).toBeNull();
});

test('a wrong password makes no key, and the form says why', async () => {
  const calls = serverWith({ 'POST /api/auth/confirm': refusal(400, 'The current password is not right.') });
  const user = await openPage('Create API key');
  await user.type(screen.getByLabelText('What the key is for'), 'Turnstile');
  await user.click(screen.getByLabelText('Report counts'));
  await user.type(screen.getByLabelText('Your password'), 'wrong');
  await user.click(screen.getByRole('button', { name: 'Create API key' }));
  await screen.findByText('The current password is not right.');
  expect(calls.some(({ method, path }) => method === 'POST' && path === '/api/keys')).toBe(false);
});

test('a key is revoked after a question', async () => {
  let isRevoked = false;
  const calls = serverWith({
    'GET /api/keys': () => [200, { keys: [isRevoked ? { ...TURNSTILE, revokedAt: TURNSTILE.createdAt } : TURNSTILE] }],
    'DELETE /api/keys/k1': () => {
      isRevoked = true;
      return [200, { success: true }];
    },
  });
  const user = await openPage('Revoke Turnstile');
  const question = within(await screen.findByRole('dialog', { name: 'Revoke API key' }));
  await user.click(question.getByRole('button', { name: 'Revoke' }));
  await screen.findByText('Revoked');
  expect(calls.filter(({ method }) => method === 'DELETE')).toHaveLength(1);
});

test('the view speaks German, and tries again after a failure', async () => {
  let isBroken = true;
  serverWith({ 'GET /api/keys': () => (isBroken ? refusal(503, 'Busy', 'unavailable') : [200, { keys: [] }]) });
  speak(german);
  await laterTextsLoaded();
  const { user } = renderApp('/app/settings');
  const keys = within(await screen.findByRole('region', { name: 'API-Schlüssel' }));
  const again = await keys.findByRole('button', { name: 'Erneut versuchen' }, { timeout: 10_000 });
  isBroken = false;
  await user.click(again);
  await waitFor(() => expect(screen.queryByText('Es gibt noch keine API-Schlüssel.')).not.toBeNull());
});
