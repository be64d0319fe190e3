import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { SubscriptionStatus } from '../../../../src/shared/rules/subscription';
import type { Usage } from '../../../../src/shared/schemas/billing';
import { MainView } from '../../../../web/src/features/account/settings/main-view';
import { UsageView } from '../../../../web/src/features/account/usage/usage-view';
import { ACCOUNT_API, ADMIN, localNoon, NO_USAGE } from '../../support/account';
import { deferred } from '../../support/deferred';
import { fakeStripe } from '../../support/fake-stripe';
import { stubSockets } from '../../support/fake-sockets';
import { renderApp } from '../../support/render-app';
import { type Answer, type Call, refusal, stubApi } from '../../support/stub-api';

const FRIDAY = { eventId: 'e1', eventName: 'Warehouse Friday', days: ['2026-11-20'], freeDays: ['2026-11-13'] };
const FAIR = { eventId: 'e2', eventName: 'Fair', days: ['2026-11-18', '2026-11-20', '2026-11-21'], freeDays: [] };
const USAGE: Usage = { ...NO_USAGE, amountCents: 1200, events: [FRIDAY, FAIR] };
const FREE: Usage = { ...NO_USAGE, events: [{ ...FRIDAY, days: [], freeDays: ['2026-11-20'] }] };
const TRIAL: Usage = { ...FREE, periodEndsAt: localNoon(10, 27) };
const ENDLESS: Usage = { ...NO_USAGE, periodEndsAt: null };
const ATTACH = 'POST /api/billing/attach-payment-method';
const SETUP = { 'POST /api/billing/create-setup-intent': [200, { clientSecret: 'seti_1_secret' }] as const };

const button = (name: string | RegExp) => screen.getByRole('button', { name });
const heading = (name: string) => screen.findByRole('heading', { name });
/** The element's text with every whitespace character as a plain space. */
const read = (element: Element | null | undefined) => element?.textContent.replaceAll(/\s/g, ' ');
const made = (calls: readonly Call[], path: string) => calls.filter((call) => call.path === path).length;

/** Renders the usage row of the settings' menu and the usage to which it leads. */
function renderUsage(status: SubscriptionStatus, usage: Answer | (() => Promise<Answer> | Answer)) {
  stubApi({ 'GET /api/billing/usage?limit=20': usage });
  return renderLoaded(status);
}

/** Renders the same, with the calls that the test answers. */
function renderLoaded(status: SubscriptionStatus) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const nowhere = () => {};
  render(
    <QueryClientProvider client={client}>
      <MemoryRouter>
        <MainView user={{ ...ADMIN, subscriptionStatus: status }} go={nowhere} onBack={nowhere} />
      </MemoryRouter>
      <main>
        <UsageView status={status} />
      </main>
    </QueryClientProvider>,
  );
  return userEvent.setup();
}
const menuSays = () => screen.getByRole('link', { name: /^Usage/ }).textContent;
const view = () => within(screen.getByRole('main'));

const OPEN = 'A payment is overdue. Add a card to pay it.';
const ADD = 'Add a card to count again.';
const LATER = 'This is billed once your subscription is active again.';
const OFF = 'Billing is not configured on this server.';

test.each<[SubscriptionStatus, Usage, string, string]>([
  ['active', USAGE, '4 active days · $12.00', 'Next invoice on Dec 13'],
  ['active', { ...NO_USAGE, amountCents: 300, events: [FRIDAY] }, '1 active day · $3.00', 'Next invoice on Dec 13'],
  ['active', ENDLESS, 'No active days yet', 'No invoice is due.'],
  ['active', { ...FREE, freeDayCount: 1 }, '1 free day', 'Next invoice on Dec 13'],
  ['past_due', USAGE, OPEN, `${OPEN} Next invoice on Dec 13`],
  ['unpaid', USAGE, OPEN, `${OPEN} ${LATER}`],
  ['canceled', USAGE, ADD, `${ADD} ${LATER}`],
  ['paused', NO_USAGE, ADD, ADD],
  ['trialing', TRIAL, 'Free trial until Nov 27', 'Free trial until Nov 27'],
  ['trialing', { ...ENDLESS, configured: false }, OFF, OFF],
])('the usage of status %s and %j reads “%s” in the menu and “%s” in its view', async (status, usage, menu, text) => {
  renderUsage(status, [200, usage]);
  await waitFor(() => expect(menuSays()).toBe(`Usage${menu}`));
  expect(view().getByText(text)).toBeTruthy();
  // Without billing there is no price.
  expect(view().queryAllByText(/for each day/)).toHaveLength(text === OFF ? 0 : 1);
  expect(view().queryAllByRole('list')).toHaveLength(usage.events.length > 0 ? 1 : 0);
});

test('the usage view shows the server’s amount, the period, each event’s days with their cost, and the next invoice', async () => {
  const named = (eventName: string, i: number) => ({ ...FAIR, eventId: `n${i}`, eventName });
  const events = [...['', 'night 10', 'Night 2', 'Árbol'].map(named), FRIDAY];
  renderUsage('active', [200, { ...USAGE, amountCents: 99_999, events }]);
  const text = (await screen.findByRole('list')).parentElement?.textContent ?? '';
  expect(text).toContain('So far this period$999.99');
  expect(text).toMatch(/Nov 13\s–\sDec 13Next invoice on Dec 13/);
  expect(text).toContain('$3.00 for each day on which something is counted at an event.');
  // Sorted by name with numbers in numeric order; events without a name come last.
  const ofFair = '$9.00Nov 18, Nov 20 – 213 × $3.00';
  expect(view().getAllByRole('listitem').map(read)).toEqual([
    `Árbol${ofFair}`,
    `Night 2${ofFair}`,
    `night 10${ofFair}`,
    'Warehouse Friday$3.00Nov 201 × $3.00Free Nov 13',
    `Deleted event${ofFair}`,
  ]);
});

test('the usage view loads few events, says what all cost, and loads more events on request', async () => {
  const calls = stubApi({
    'GET /api/billing/usage?limit=20': [200, { ...USAGE, freeDayCount: 7, events: [FAIR], next: 'e2' }],
    'GET /api/billing/usage?limit=40': [200, USAGE],
  });
  const user = renderLoaded('active');
  await screen.findByText('$12.00');
  expect(menuSays()).toBe('Usage4 active days · $12.00');
  expect(view().getAllByRole('listitem')).toHaveLength(1);
  await user.click(button('Show more events'));
  await screen.findByText('Warehouse Friday');
  expect(screen.queryByRole('button', { name: 'Show more events' })).toBeNull();
  expect(made(calls, '/api/billing/usage?limit=40')).toBe(1);
});

test.each([
  ['a server error', refusal(500, 'Something went wrong.', 'internal'), 'Something went wrong.'],
  ['a missing network', 'offline' as const, 'Could not reach the server. Please check your connection.'],
])('the usage view reports %s and loads again on request', async (_what, failure, text) => {
  const first = deferred<Answer>();
  let answer: () => Promise<Answer> | Answer = () => first.promise;
  const user = renderUsage('active', () => answer());
  expect(menuSays()).toBe('UsageLoading…');
  if (failure === 'offline') first.reject(new TypeError('Failed to fetch'));
  else first.resolve(failure);
  expect((await screen.findByRole('alert')).textContent).toBe(text);
  expect(menuSays()).toBe('UsageYour usage could not be loaded.');
  answer = () => [200, USAGE];
  await user.click(button('Try again'));
  await screen.findByText('$12.00');
  expect(screen.queryByRole('alert')).toBeNull();
  expect(document.activeElement).not.toBe(document.body);
});

describe('the app handles a card that is saved while the settings change', () => {
  beforeEach(() => {
    localStorage.setItem('headroom.selectedEventId', 'e1');
    stubSockets();
    vi.spyOn(console, 'warn').mockClear().mockReturnValue();
  });

  async function openSettings() {
    const { user } = renderApp('/app');
    await user.click(await screen.findByRole('button', { name: 'Account settings' }));
    await screen.findByRole('dialog', { name: 'Account settings' });
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

  /** Closes the settings while the call that attaches the card is under way. */
  async function closeWhileSaving() {
    fakeStripe();
    const attached = deferred<Answer>();
    const calls = stubApi({ ...ACCOUNT_API, ...SETUP, [ATTACH]: () => attached.promise });
    const user = await openPayment();
    await user.click(button('Save'));
    await waitFor(() => expect(made(calls, '/api/billing/attach-payment-method')).toBe(1));
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('dialog')).toBeNull();
    return { attached, calls, user };
  }

  test('a refusal of a card is shown even after the settings were closed', async () => {
    const { attached } = await closeWhileSaving();
    attached.resolve(refusal(402, 'Your card has insufficient funds.', 'payment_failed'));
    expect(await within(screen.getByRole('log')).findByText('Your card has insufficient funds.')).toBeTruthy();
  });

  test('saving a card after the settings were closed and opened again leaves them open and refreshes user and usage', async () => {
    const { attached, calls, user } = await closeWhileSaving();
    await user.click(button('Account settings'));
    await heading('Account settings');
    const usages = made(calls, '/api/billing/usage?limit=20');
    const profiles = made(calls, '/api/users/profile');
    attached.resolve([200, { success: true }]);
    await screen.findByText('Billing and payment details saved successfully!');
    await waitFor(() => expect(made(calls, '/api/users/me')).toBe(1));
    await waitFor(() => expect(made(calls, '/api/billing/usage?limit=20')).toBe(usages + 1));
    // A saved card changes none of the profile's data.
    expect(made(calls, '/api/users/profile')).toBe(profiles);
    await heading('Account settings');
    expect(console.warn).not.toHaveBeenCalled();
  });

  test('the bank’s question beside the dialog gets the focus; a refused card can be replaced by another one with a new setup', async () => {
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
    const bank = document.createElement('iframe');
    bank.name = '__privateStripeFrame1';
    document.body.append(bank);
    button('Save').focus();
    bank.focus();
    expect(document.activeElement).toBe(bank);
    bank.remove();

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
});
