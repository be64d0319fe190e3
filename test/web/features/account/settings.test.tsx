import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { countries } from '../../../../web/src/features/account/settings/countries';
import { pack as german } from '../../../../web/src/texts/pack.de';
import { speak } from '../../../../web/src/texts/texts';
import { ACCOUNT_API, ADMIN, BILLING, DOOR, EVENT } from '../../support/account';
import { sync } from '../../support/areas';
import { deferred } from '../../support/deferred';
import { socketTo, stubSockets } from '../../support/fake-sockets';
import { isBusy } from '../../support/is-busy';
import { path, renderApp } from '../../support/render-app';
import { type Answer, refusal, stubApi } from '../../support/stub-api';
import { button, heading, openSettings, press } from './open-settings';

const NOTHING = Object.fromEntries(Object.keys(BILLING).map((name) => [name, '']));
const NO_FORM = 'Could not load the payment form. Please try again later.';
const NOT_CONFIGURED = refusal(503, NO_FORM, 'billing_not_configured');
const API = { ...ACCOUNT_API, 'POST /api/billing/create-setup-intent': NOT_CONFIGURED };
const QUESTION =
  'Are you sure you want to delete your account? This action is irreversible and will permanently delete all your data.';

const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);

beforeEach(() => {
  stubSockets();
  vi.spyOn(console, 'warn').mockClear().mockReturnValue();
});

async function openBilling() {
  const user = await openSettings('Update Billing & Payment');
  await screen.findByLabelText('First name');
  return user;
}

test('the views lead from main to billing to payment and back by the arrows; each moves the focus to its heading', async () => {
  stubApi(API);
  const user = await openBilling();
  await waitFor(async () => expect(document.activeElement).toBe(await heading('Step 1: Billing Details')));
  await user.click(await screen.findByRole('button', { name: 'Next' }));
  await waitFor(async () => expect(document.activeElement).toBe(await heading('Step 2: Payment Method')));
  await user.click(button('Back'));
  await heading('Step 1: Billing Details');
  await user.click(button('Back'));
  await heading('Account settings');
  screen.getByText('a@b.co');
  await user.click(button('Delete Account'));
  await heading('Delete Account');
  await screen.findByText('Permanently delete your account and all associated data.');
  await user.click(button('Back'));
  await heading('Account settings');
  await user.click(button('Back'));
  expect(screen.queryByRole('dialog')).toBeNull();
  await waitFor(() => expect(document.activeElement).toBe(button('Account settings')));

  // Settings that were closed at a later view open at the first one the next time.
  await user.click(button('Account settings'));
  await user.click(await screen.findByRole('button', { name: 'Delete Account' }));
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('dialog')).toBeNull();
  await user.click(button('Account settings'));
  await heading('Account settings');
});

test('access-code users have no settings', async () => {
  stubApi({
    ...API,
    'GET /api/auth/verify': [200, { success: true, user: { ...DOOR, subscriptionStatus: 'past_due' } }],
    'GET /api/events/by-access-code/ABCD2346': [200, EVENT],
  });
  renderApp('/app');
  await heading('Warehouse Friday');
  screen.getByText('Update Billing');
  expect(screen.queryByRole('button', { name: 'Account settings' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Update Billing' })).toBeNull();
});

test('step 1 shows the stored details and saves all eight edited fields', async () => {
  const calls = stubApi(API);
  const user = await openBilling();
  expect(field('First name').value).toBe('Ada');
  expect(field('Country').value).toBe('GB');
  await user.clear(field('City'));
  await user.type(field('City'), 'Marylebone');
  await user.selectOptions(field('Country'), 'United States of America');
  await user.click(button('Next'));
  await heading('Step 2: Payment Method');
  expect(calls.find(({ method }) => method === 'PUT')).toMatchObject({
    path: '/api/users/billing-details',
    body: { ...BILLING, billing_address_city: 'Marylebone', billing_address_country: 'US' },
  });
});

test('step 1 requires only a country, chosen from all official country names in order', async () => {
  const calls = stubApi({ ...API, 'GET /api/users/profile': [200, { ...ADMIN, ...NOTHING }] });
  const user = await openBilling();
  const [first, ...names] = within(field('Country'))
    .getAllByRole('option')
    .map(({ textContent }) => textContent);
  expect([first, names.length > 240]).toEqual(['Select a country', true]);
  expect(names).toContain('United States of America');
  expect(names).toEqual(names.toSorted((a, b) => a.localeCompare(b, 'en')));
  await user.click(button('Next'));
  expect(screen.getByRole('alert').textContent).toBe('Please select a country to continue.');
  expect(document.activeElement).toBe(field('Country'));
  expect(calls.some(({ method }) => method === 'PUT')).toBe(false);
  await user.selectOptions(field('Country'), 'France');
  expect(screen.queryByRole('alert')).toBeNull();
  await user.click(button('Next'));
  await heading('Step 2: Payment Method');
  expect(calls.find(({ method }) => method === 'PUT')?.body).toEqual({ ...NOTHING, billing_address_country: 'FR' });
});

test('countries have their names in the page’s language at once', () => {
  speak(german);
  const names = countries().map(({ text }) => text);
  for (const name of ['Vereinigte Staaten', 'Österreich']) expect(names).toContain(name);
  expect(names.indexOf('Österreich')).toBeLessThan(names.indexOf('Polen'));
});

test('a failed save is only logged and stays on step 1', async () => {
  const answer = deferred<Answer>();
  stubApi({ ...API, 'PUT /api/users/billing-details': () => answer.promise });
  const user = await openBilling();
  await user.click(button('Next'));
  expect(isBusy(button('Next'))).toBe(true);
  answer.resolve([500, null]);
  await waitFor(() => expect(isBusy(button('Next'))).toBe(false));
  expect(console.warn).toHaveBeenCalled();
  await heading('Step 1: Billing Details');
  expect(screen.queryByRole('alert')).toBeNull();
});

test('a failed load is only logged, and the data that it did not show is not overwritten', async () => {
  let profile: Answer = [500, null];
  const calls = stubApi({ ...API, 'GET /api/users/profile': () => profile });
  const user = await openBilling();
  expect(console.warn).toHaveBeenCalled();
  expect(screen.queryByRole('alert')).toBeNull();
  await user.type(field('Tax ID'), 'GB999');
  await user.selectOptions(field('Country'), 'Ireland');
  profile = [200, { ...ADMIN, ...BILLING }];
  await user.click(button('Next'));
  await heading('Step 2: Payment Method');
  expect(calls.find(({ method }) => method === 'PUT')?.body).toEqual({
    ...BILLING,
    billing_tax_id: 'GB999',
    billing_address_country: 'IE',
  });
});

test('step 2 waits for the provider, reports a form that is not available, and tries again', async () => {
  const answer = deferred<Answer>();
  const calls = stubApi({ ...API, 'POST /api/billing/create-setup-intent': () => answer.promise });
  const user = await openBilling();
  await user.click(button('Next'));
  await screen.findByText('Loading payment form...');
  await waitFor(() => expect(calls.at(-1)?.path).toBe('/api/billing/create-setup-intent'));
  expect(calls.at(-1)?.body).toBeUndefined();
  answer.resolve(refusal(503, 'The service is overloaded. Please try again in a moment.', 'unavailable'));
  expect((await screen.findByRole('alert')).textContent).toBe(NO_FORM);
  await user.click(button('Try again'));
  await waitFor(() => expect(calls.filter(({ path: called }) => called.endsWith('setup-intent'))).toHaveLength(2));
});

async function ask() {
  const user = await openSettings('Delete Account', 'Delete My Account');
  return { user, question: within(await screen.findByRole('alertdialog')) };
}

test('the dialog asks again; its safe answer has the focus and leads back; the other deletes, closes the sockets and logs out', async () => {
  const calls = stubApi({ ...API, 'DELETE /api/users': [200, { success: true }] });
  const { user, question } = await ask();
  question.getByText(QUESTION);
  const cancel = question.getByRole('button', { name: 'Cancel' });
  expect(document.activeElement).toBe(cancel);
  await user.click(cancel);
  expect(screen.queryByRole('alertdialog')).toBeNull();
  await heading('Delete Account');
  expect(calls.some(({ method }) => method === 'DELETE')).toBe(false);

  await user.click(button('Delete My Account'));
  const again = within(await screen.findByRole('alertdialog'));
  const room = await socketTo('/api/events/e1/socket');
  await user.click(again.getByRole('button', { name: 'Delete My Account' }));
  await waitFor(() => expect(path()).toBe('/login'));
  expect(room.readyState).toBe(3);
  const made = calls.map(({ method, path: called }) => `${method} ${called}`);
  expect(made.indexOf('POST /api/auth/logout')).toBeGreaterThan(made.indexOf('DELETE /api/users'));
  expect(localStorage.getItem('headroom.user')).toBeNull();
});

test('a failed deletion is only logged', async () => {
  const answer = deferred<Answer>();
  const calls = stubApi({ ...API, 'DELETE /api/users': () => answer.promise });
  const { user, question } = await ask();
  await user.click(question.getByRole('button', { name: 'Delete My Account' }));
  await user.dblClick(question.getByRole('button', { name: 'Deleting...' }));
  expect(isBusy(question.getByRole('button', { name: 'Deleting...' }))).toBe(true);
  answer.resolve([500, null]);
  await question.findByRole('button', { name: 'Delete My Account' });
  expect(console.warn).toHaveBeenCalledOnce();
  expect(calls.filter(({ method }) => method === 'DELETE')).toHaveLength(1);
  expect(screen.queryByRole('alert')).toBeNull();
  expect(path()).toBe('/app');
  expect(calls.some(({ path: called }) => called === '/api/auth/logout')).toBe(false);
});

test('the dialog says how many unsent taps would be lost', async () => {
  stubApi(API);
  await press('Add one to Main Stage', 'Account settings', 'Delete Account', 'Delete My Account');
  const question = within(await screen.findByRole('alertdialog'));
  question.getByText(`${QUESTION} One tap of this device has not been sent yet.`);
  // A room with an unsent tap would outlive the test.
  const room = await socketTo('/api/events/e1/socket');
  await room.open();
  await room.receive(sync());
  await room.receive({ type: 'ack', seq: 1, version: 1 });
  expect(question.queryByText(/One tap/)).toBeNull();
});
