import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { Usage } from '../../../../src/shared/schemas/billing';
import { ACCOUNT_API, ADMIN, BILLING, configured, NO_USAGE } from '../../support/account';
import { deferred } from '../../support/deferred';
import { fakeStripe } from '../../support/fake-stripe';
import { socketTo, stubSockets } from '../../support/fake-sockets';
import { renderApp } from '../../support/render-app';
import { type Answer, type Call, refusal, stubApi } from '../../support/stub-api';

const FRIDAY = { eventId: 'e1', eventName: 'Warehouse Friday', days: ['2026-11-20'], freeDays: ['2026-11-13'] };
const FAIR = { eventId: 'e2', eventName: 'Fair', days: ['2026-11-18', '2026-11-20', '2026-11-21'], freeDays: [] };
const USAGE: Usage = { ...NO_USAGE, amountCents: 1200, events: [FRIDAY, FAIR] };
const TRIAL: Usage = {
  ...NO_USAGE,
  periodEndsAt: '2026-11-27T12:00:00.000Z',
  events: [{ ...FRIDAY, days: [], freeDays: ['2026-11-20'] }],
};
const OFF: Usage = { ...NO_USAGE, configured: false, periodEndsAt: null };
const ATTACH = 'POST /api/billing/attach-payment-method';
const SETUP = { 'POST /api/billing/create-setup-intent': [200, { clientSecret: 'seti_1_secret' }] as const };

const button = (name: string | RegExp) => screen.getByRole('button', { name });
const heading = (name: string) => screen.findByRole('heading', { name });
/** As it reads, whatever spaces it is set with. */
const read = (element: Element | undefined) => element?.textContent.replaceAll(/\s/g, ' ');
const dialog = () => within(screen.getByRole('dialog'));
const made = (calls: readonly Call[], path: string) => calls.filter((call) => call.path === path).length;

beforeEach(() => {
  localStorage.setItem('headroom.selectedEventId', 'e1');
  stubSockets();
  vi.spyOn(console, 'warn').mockClear().mockReturnValue();
});

const withStatus = (subscriptionStatus: string) => ({
  'GET /api/auth/verify': [200, { success: true, user: { ...ADMIN, subscriptionStatus } }] as const,
});

async function openSettings() {
  const { user } = renderApp('/app');
  await user.click(await screen.findByRole('button', { name: 'Account settings' }));
  await screen.findByRole('dialog', { name: 'Account settings' });
  return user;
}

async function openUsage() {
  const user = await openSettings();
  await user.click(button(/^Usage/));
  await heading('Usage');
  return user;
}

async function openPayment() {
  const user = await openSettings();
  await user.click(button('Update Billing & Payment'));
  await user.click(await screen.findByRole('button', { name: 'Next' }));
  await screen.findByRole('button', { name: 'Save' });
  await waitFor(() => expect(screen.queryByText('Loading payment form...')).toBeNull());
  return user;
}

describe('the menu says what this period costs so far', () => {
  test.each([
    ['4 active days · $12.00', 'active', USAGE],
    ['1 active day · $3.00', 'active', { ...NO_USAGE, amountCents: 300, events: [FRIDAY] }],
    ['No active days yet', 'active', NO_USAGE],
    ['1 free day', 'active', { ...NO_USAGE, events: [{ ...FRIDAY, days: [] }] }],
    ['A payment is open. Save a card to pay it.', 'past_due', USAGE],
    ['A payment is open. Save a card to pay it.', 'unpaid', NO_USAGE],
    ['Add a card to count again.', 'canceled', { ...NO_USAGE, periodEndsAt: null }],
    ['Add a card to count again.', 'paused', NO_USAGE],
    ['Free trial until Nov 27', 'trialing', TRIAL],
    ['Free trial', 'trialing', { ...TRIAL, periodEndsAt: null }],
    ['Billing is not configured on this server.', 'trialing', OFF],
  ])('%s, with status %s', async (text, status, usage: Usage) => {
    stubApi({ ...ACCOUNT_API, ...withStatus(status), 'GET /api/billing/usage': [200, usage] });
    await openSettings();
    await waitFor(() => expect(button(/^Usage/).textContent).toBe(`Usage${text}`));
  });

  test('and what it leads to says the same where only the browser’s key is missing', async () => {
    stubApi({ ...ACCOUNT_API, 'GET /api/config': configured(), 'GET /api/billing/usage': [200, USAGE] });
    const user = await openSettings();
    await waitFor(() => expect(button(/^Usage/).textContent).toBe('Usage4 active days · $12.00'));
    await user.click(button(/^Usage/));
    await screen.findByText('$12.00');
  });

  test('and while it is not known, or cannot be, what leads on is there', async () => {
    const answer = deferred<Answer>();
    stubApi({ ...ACCOUNT_API, 'GET /api/billing/usage': () => answer.promise });
    await openSettings();
    expect(button(/^Usage/).textContent).toBe('UsageLoading…');
    answer.resolve([500, null]);
    await waitFor(() => expect(button(/^Usage/).textContent).toBe('UsageYour usage could not be loaded.'));
  });
});

describe('usage', () => {
  test('has the amount of the server, the period, each event’s days and what they make, and the next invoice', async () => {
    stubApi({ ...ACCOUNT_API, 'GET /api/billing/usage': [200, { ...USAGE, amountCents: 99_999 }] });
    const user = await openUsage();
    const text = (await screen.findByRole('list')).parentElement?.textContent ?? '';
    expect(text).toContain('So far this period$999.99');
    expect(text).toMatch(/Nov 13\s–\sDec 13Next invoice on Dec 13/);
    const [fair, friday] = dialog().getAllByRole('listitem').map(read);
    expect(friday).toBe('Warehouse Friday$3.00Nov 201 × $3.00Free Nov 13');
    expect(fair).toBe('Fair$9.00Nov 18, Nov 20 – 213 × $3.00');
    expect(text).toContain('$3.00 for each day on which something is counted at an event.');
    await user.click(button('Back'));
    await heading('Account settings');
  });

  test('in the trial says until when nothing costs anything, and marks the days as free', async () => {
    stubApi({ ...ACCOUNT_API, ...withStatus('trialing'), 'GET /api/billing/usage': [200, TRIAL] });
    await openUsage();
    await screen.findByText('Free trial until Nov 27');
    expect(read(dialog().getByRole('listitem'))).toBe('Warehouse Friday$0.00Free Nov 20');
    expect(read(screen.getByText('So far this period').nextElementSibling ?? undefined)).toBe('$0.00');
  });

  test.each([
    ['A payment is open. Save a card to pay it. Next invoice on Dec 13', 'past_due', USAGE],
    ['A payment is open. Save a card to pay it.', 'past_due', { ...NO_USAGE, periodEndsAt: null }],
    [
      'A payment is open. Save a card to pay it. This is billed once your subscription is active again.',
      'unpaid',
      USAGE,
    ],
    ['A payment is open. Save a card to pay it.', 'unpaid', NO_USAGE],
    ['Add a card to count again. This is billed once your subscription is active again.', 'canceled', USAGE],
    ['Add a card to count again.', 'canceled', NO_USAGE],
    ['Add a card to count again.', 'incomplete_expired', NO_USAGE],
    ['Next invoice on Dec 13', 'active', NO_USAGE],
    ['This will be on your next invoice.', 'active', { ...USAGE, periodEndsAt: null }],
    ['No invoice is due.', 'active', { ...NO_USAGE, periodEndsAt: null }],
  ])('says %s, with status %s', async (text, status, usage: Usage) => {
    stubApi({ ...ACCOUNT_API, ...withStatus(status), 'GET /api/billing/usage': [200, usage] });
    await openUsage();
    expect(await dialog().findByText(text)).toBeTruthy();
  });

  test('has the events by name as people count, and those that have none at the end', async () => {
    const named = (eventName: string, i: number) => ({ ...FAIR, eventId: `e${i}`, eventName });
    const events = ['', 'night 10', 'Night 2', 'Árbol'].map(named);
    stubApi({ ...ACCOUNT_API, 'GET /api/billing/usage': [200, { ...USAGE, events }] });
    await openUsage();
    const items = await dialog().findAllByRole('listitem');
    expect(items.map((item) => item.firstElementChild?.textContent)).toEqual([
      'Árbol',
      'Night 2',
      'night 10',
      'Deleted event',
    ]);
  });

  test('has a name for an event that has none any more', async () => {
    const events = [{ ...FAIR, eventName: '' }];
    stubApi({ ...ACCOUNT_API, 'GET /api/billing/usage': [200, { ...USAGE, events }] });
    await openUsage();
    expect((await dialog().findByRole('listitem')).textContent).toContain('Deleted event');
  });

  test('without a day says so', async () => {
    stubApi(ACCOUNT_API);
    await openUsage();
    await screen.findByText('No active days yet');
    expect(dialog().queryByRole('list')).toBeNull();
  });

  test('with billing off says so, and names no price', async () => {
    stubApi({ ...ACCOUNT_API, 'GET /api/billing/usage': [200, OFF] });
    await openUsage();
    await screen.findByText('Billing is not configured on this server.');
    expect(dialog().queryByText(/for each day/)).toBeNull();
  });

  test('holds forty events of thirty days', async () => {
    const days = Array.from({ length: 30 }, (_, i) => `2026-11-${String(i + 1).padStart(2, '0')}`);
    const events = Array.from({ length: 40 }, (_, i) => ({ ...FAIR, eventId: `e${i}`, eventName: `Night ${i}`, days }));
    stubApi({ ...ACCOUNT_API, 'GET /api/billing/usage': [200, { ...USAGE, amountCents: 360_000, events }] });
    await openUsage();
    await screen.findByText('$3,600.00');
    const items = dialog().getAllByRole('listitem');
    expect(items).toHaveLength(40);
    expect(read(items[39])).toBe('Night 39$90.00Nov 1 – 3030 × $3.00');
  });

  test.each([
    ['a server in trouble', refusal(500, 'Something went wrong.', 'internal'), 'Something went wrong.'],
    ['no network', 'offline' as const, 'Could not reach the server. Please check your connection.'],
  ])('with %s says so and asks again', async (_what, failure, text) => {
    let answer: Answer | 'offline' = failure;
    stubApi({
      ...ACCOUNT_API,
      'GET /api/billing/usage': () => {
        if (answer === 'offline') throw new TypeError('Failed to fetch');
        return answer;
      },
    });
    const user = await openUsage();
    expect((await screen.findByRole('alert')).textContent).toBe(text);
    answer = [200, USAGE];
    await user.click(button('Try again'));
    await screen.findByText('$12.00');
    expect(screen.queryByRole('alert')).toBeNull();
    expect(document.activeElement).not.toBe(document.body);
  });

  test('follows news of the account at once, as the badge does', async () => {
    let status = 'active';
    let usage: Usage = NO_USAGE;
    stubApi({
      ...ACCOUNT_API,
      'GET /api/users/me': () => [200, { ...ADMIN, subscriptionStatus: status }],
      'GET /api/billing/usage': () => [200, usage],
    });
    await openUsage();
    const room = await socketTo('/api/events/e1/socket');
    await room.open();
    status = 'unpaid';
    usage = USAGE;
    await room.receive({ type: 'force_refresh' });
    await screen.findByText('$12.00', {});
    expect(await screen.findByText('Subscription Inactive')).toBeTruthy();
  });
});

/** A card is on its way to the server when the settings are closed. */
async function closeWhileSaving() {
  fakeStripe();
  const attached = deferred<Answer>();
  const calls = stubApi({ ...ACCOUNT_API, ...SETUP, [ATTACH]: () => attached.promise });
  const user = await openPayment();
  await user.click(button('Save'));
  await waitFor(() => expect(made(calls, '/api/billing/attach-payment-method')).toBe(1));
  await user.keyboard('{Escape}');
  return { attached, calls, user };
}

describe('a saved card', () => {
  test('has the user fetched again, and not the profile, which it did not change', async () => {
    fakeStripe();
    const calls = stubApi({ ...ACCOUNT_API, ...SETUP, [ATTACH]: [200, { success: true }] });
    const user = await openPayment();
    const profiles = made(calls, '/api/users/profile');
    await user.click(button('Save'));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await waitFor(() => expect(made(calls, '/api/users/me')).toBe(1));
    expect(made(calls, '/api/users/profile')).toBe(profiles);
    expect(console.warn).not.toHaveBeenCalled();
  });

  test('that is refused after the settings were closed is no secret', async () => {
    const { attached } = await closeWhileSaving();
    expect(screen.queryByRole('dialog')).toBeNull();
    attached.resolve(refusal(402, 'Your card has insufficient funds.', 'payment_failed'));
    expect(await within(screen.getByRole('log')).findByText('Your card has insufficient funds.')).toBeTruthy();
  });

  test('that comes after the settings were closed and opened again leaves them open, with the usage as it is now', async () => {
    const { attached, calls, user } = await closeWhileSaving();
    await user.click(button('Account settings'));
    await heading('Account settings');
    const usages = made(calls, '/api/billing/usage');
    attached.resolve([200, { success: true }]);
    await screen.findByText('Billing and payment details saved successfully!');
    await waitFor(() => expect(made(calls, '/api/users/me')).toBe(1));
    await waitFor(() => expect(made(calls, '/api/billing/usage')).toBe(usages + 1));
    await heading('Account settings');
  });

  test('billing details that are saved after a step back lead nowhere', async () => {
    const saved = deferred<Answer>();
    stubApi({ ...ACCOUNT_API, 'PUT /api/users/billing-details': () => saved.promise });
    const user = await openSettings();
    await user.click(button('Update Billing & Payment'));
    await user.click(await screen.findByRole('button', { name: 'Next' }));
    await user.click(button('Back'));
    saved.resolve([200, { ...ADMIN, ...BILLING }]);
    await heading('Account settings');
    await new Promise((resolve) => setTimeout(resolve));
    expect(screen.queryByRole('heading', { name: 'Step 2: Payment Method' })).toBeNull();
  });
});

test('a bank that asks beside the dialog gets the focus', async () => {
  fakeStripe();
  stubApi({ ...ACCOUNT_API, ...SETUP });
  const user = await openPayment();
  const bank = document.createElement('iframe');
  bank.name = '__privateStripeFrame1';
  document.body.append(bank);
  button('Save').focus();
  bank.focus();
  expect(document.activeElement).toBe(bank);
  bank.remove();
  await user.click(button('Save'));
  expect(document.activeElement).toBe(await screen.findByRole('button', { name: 'Save' }));
});

test('a refused card makes way for another one, with a setup of its own, in the same step', async () => {
  const stripe = fakeStripe();
  let setups = 0;
  const answers = [
    refusal(402, 'Your card has insufficient funds.', 'payment_failed'),
    [200, { success: true }] as const,
  ];
  stubApi({
    ...ACCOUNT_API,
    'POST /api/billing/create-setup-intent': () => [200, { clientSecret: `seti_${(setups += 1)}_secret` }],
    [ATTACH]: () => answers.shift() ?? [500, null],
  });
  const user = await openPayment();
  await user.click(button('Save'));
  expect((await screen.findByRole('alert')).textContent).toBe('Your card has insufficient funds.');
  await user.click(button('Use another card'));
  await waitFor(() => expect(stripe.createElement).toHaveBeenCalledTimes(2));
  await heading('Step 2: Payment Method');
  await waitFor(() => expect(screen.queryByText('Loading payment form...')).toBeNull());
  expect(screen.queryByRole('alert')).toBeNull();
  await user.click(button('Save'));
  await screen.findByText('Billing and payment details saved successfully!');
  expect(stripe.confirmCardSetup.mock.calls.map(([secret]) => secret)).toEqual(['seti_1_secret', 'seti_2_secret']);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});
