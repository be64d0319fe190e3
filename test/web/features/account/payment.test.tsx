import { act, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { type BillingDetails, NO_BILLING_DETAILS } from '../../../../src/shared/schemas/billing-details';
import { PaymentForm } from '../../../../web/src/features/account/payment/payment-form';
import { chooseTheme } from '../../../../web/src/lib/theme';
import { deferred } from '../../support/deferred';
import { fakeStripe } from '../../support/fake-stripe';
import { isBusy } from '../../support/is-busy';
import { type Answer, refusal, stubApi } from '../../support/stub-api';

const DETAILS: BillingDetails = {
  billing_first_name: 'Ada',
  billing_last_name: 'Byron',
  billing_business_name: 'Analytical Venues',
  billing_address_line1: '12 St James’s Square',
  billing_address_city: 'London',
  billing_address_postcode: 'SW1Y 4JH',
  billing_address_country: 'GB',
  billing_tax_id: 'GB123456789',
};
const ATTACH = 'POST /api/billing/attach-payment-method';

function renderForm(details = DETAILS) {
  const onSaved = vi.fn<() => void>();
  const onDone = vi.fn<() => void>();
  const onAnotherCard = vi.fn<() => void>();
  const { unmount } = render(
    <PaymentForm
      publishableKey="pk_test_1"
      clientSecret="seti_1_secret"
      details={details}
      onSaved={onSaved}
      onDone={onDone}
      onAnotherCard={onAnotherCard}
    />,
  );
  return { onSaved, onDone, onAnotherCard, unmount, user: userEvent.setup() };
}
const save = () => screen.getByRole('button', { name: /Sav/ });
const LOADING = 'Loading payment form...';
async function formIsReady(stripe: ReturnType<typeof fakeStripe>): Promise<void> {
  await waitFor(() => expect(stripe.createElement).toHaveBeenCalled());
  await waitFor(() => expect(screen.queryByText(LOADING)).toBeNull());
}
const shownError = async () => (await screen.findByRole('alert')).textContent;

test('confirms with the details of step 1, checks the status, attaches the card', async () => {
  const stripe = fakeStripe();
  const attached = deferred<Answer>();
  const calls = stubApi({ [ATTACH]: () => attached.promise });
  const { onSaved, onDone, user } = renderForm();
  await formIsReady(stripe);
  expect(stripe.Stripe).toHaveBeenCalledWith('pk_test_1', { locale: 'en' });
  expect(stripe.createElement.mock.calls[0]).toMatchObject(['card', { hidePostalCode: true, disableLink: true }]);

  await user.click(save());
  await waitFor(() => expect(calls).toHaveLength(1));
  expect(stripe.confirmCardSetup.mock.calls[0]).toMatchObject([
    'seti_1_secret',
    {
      payment_method: {
        billing_details: {
          name: 'Ada Byron',
          address: { line1: '12 St James’s Square', city: 'London', postal_code: 'SW1Y 4JH', country: 'GB' },
        },
      },
    },
  ]);
  expect(stripe.retrieveSetupIntent).toHaveBeenCalledWith('seti_1_secret');
  expect(calls[0]?.body).toEqual({ payment_method_id: 'pm_1' });
  expect(save().textContent).toBe('Saving...');
  expect(isBusy(save())).toBe(true);
  expect(onSaved).not.toHaveBeenCalled();
  attached.resolve([200, { success: true }]);
  await waitFor(() => expect(onDone).toHaveBeenCalledOnce());
  expect(onSaved).toHaveBeenCalledOnce();
});

test('sends Stripe no empty texts: it would refuse them', async () => {
  const stripe = fakeStripe();
  stubApi({ [ATTACH]: [200, { success: true }] });
  const { onSaved, user } = renderForm({ ...NO_BILLING_DETAILS, billing_address_country: 'GR' });
  await formIsReady(stripe);
  await user.click(save());
  await waitFor(() => expect(onSaved).toHaveBeenCalledOnce());
  expect(stripe.confirmCardSetup.mock.calls[0]?.[1]).toMatchObject({
    payment_method: { billing_details: { address: { country: 'GR' } } },
  });
  expect(JSON.stringify(stripe.confirmCardSetup.mock.calls[0]?.[1])).not.toContain('""');
});

test.each([
  ['the provider’s message', { confirm: { error: { message: 'Your card was declined.' } } }, 'Your card was declined.'],
  ['its own text where the provider has none', { confirm: { error: {} } }, 'An unexpected error occurred.'],
  [
    'a setup that did not succeed',
    { retrieve: { setupIntent: { status: 'requires_payment_method', payment_method: null } } },
    'Card setup did not succeed. Please try again.',
  ],
])('shows %s, attaches nothing and can be sent again', async (_what, answers, text) => {
  const stripe = fakeStripe(answers);
  const calls = stubApi({ [ATTACH]: [200, { success: true }] });
  const { onSaved, user } = renderForm();
  await formIsReady(stripe);
  await user.click(save());
  expect(await shownError()).toBe(text);
  expect(save().textContent).toBe('Save');
  expect(isBusy(save())).toBe(false);
  await waitFor(() => expect(stripe.update).toHaveBeenLastCalledWith({ disabled: false }));
  expect(calls).toEqual([]);
  expect(onSaved).not.toHaveBeenCalled();
});

test.each([
  ['the server’s reason', refusal(403, 'This card belongs to another account.', 'forbidden'), /another account/],
  ['the spec’s text without an answer', 'offline' as const, /^An unexpected error occurred.$/],
])('a card that cannot be attached: %s', async (_what, answer, text) => {
  const stripe = fakeStripe();
  stubApi({ [ATTACH]: answer });
  const { onSaved, user } = renderForm();
  await formIsReady(stripe);
  await user.click(save());
  expect(await shownError()).toMatch(text);
  expect(onSaved).not.toHaveBeenCalled();
});

test('a card that was confirmed but not attached is only attached the next time, and cannot be another one', async () => {
  const stripe = fakeStripe();
  let answer: Answer = refusal(500, 'Something went wrong.', 'internal');
  const calls = stubApi({ [ATTACH]: () => answer });
  const { onSaved, user } = renderForm();
  await formIsReady(stripe);
  await user.click(save());
  expect(await shownError()).toBe('Something went wrong.');
  expect(stripe.update).toHaveBeenLastCalledWith({ disabled: true });
  answer = [200, { success: true }];
  await user.click(save());
  await waitFor(() => expect(onSaved).toHaveBeenCalledOnce());
  expect(stripe.confirmCardSetup).toHaveBeenCalledOnce();
  expect(calls.map(({ body }) => body)).toEqual([{ payment_method_id: 'pm_1' }, { payment_method_id: 'pm_1' }]);
});

test('a confirmed card that the server refuses: its message, and another card', async () => {
  const stripe = fakeStripe();
  stubApi({ [ATTACH]: refusal(402, 'Your card has insufficient funds.', 'payment_failed') });
  const { onSaved, onAnotherCard, user } = renderForm();
  await formIsReady(stripe);
  expect(screen.queryByRole('button', { name: 'Use another card' })).toBeNull();
  await user.click(save());
  expect(await shownError()).toBe('Your card has insufficient funds.');
  await user.click(screen.getByRole('button', { name: 'Use another card' }));
  expect(onAnotherCard).toHaveBeenCalledOnce();
  expect(onSaved).not.toHaveBeenCalled();
});

test('where the bank wants a payment confirmed is a link; no other address than a safe one is', async () => {
  const stripe = fakeStripe();
  const page = 'https://invoice.stripe.com/i/acct_1/live_2?s=ap';
  stubApi({ [ATTACH]: refusal(402, `Please do so at ${page} and not at http://a.test`, 'payment_failed') });
  const { user } = renderForm();
  await formIsReady(stripe);
  await user.click(save());
  expect(await shownError()).toBe(`Please do so at ${page} and not at http://a.test`);
  const [link, ...others] = screen.getAllByRole('link');
  expect([link?.getAttribute('href'), link?.textContent, others]).toEqual([page, page, []]);
  expect([link?.getAttribute('target'), link?.getAttribute('rel')]).toEqual(['_blank', 'noreferrer']);
});

test('a card that Stripe refuses can be corrected in its field: no other setup is offered', async () => {
  const stripe = fakeStripe({ confirm: { error: { message: 'Your card was declined.' } } });
  stubApi({});
  const { user } = renderForm();
  await formIsReady(stripe);
  await user.click(save());
  await shownError();
  expect(screen.queryByRole('button', { name: 'Use another card' })).toBeNull();
});

test('a form that is gone has saved its card, but is not done', async () => {
  const stripe = fakeStripe();
  const attached = deferred<Answer>();
  stubApi({ [ATTACH]: () => attached.promise });
  const { onSaved, onDone, unmount, user } = renderForm();
  await formIsReady(stripe);
  await user.click(save());
  unmount();
  attached.resolve([200, { success: true }]);
  await waitFor(() => expect(onSaved).toHaveBeenCalledOnce());
  await Promise.resolve();
  expect(onDone).not.toHaveBeenCalled();
});

test('a confirmation that is refused because it has been made is no failure', async () => {
  const stripe = fakeStripe({ confirm: { error: { code: 'setup_intent_unexpected_state', message: 'No.' } } });
  const calls = stubApi({ [ATTACH]: [200, { success: true }] });
  const { onSaved, user } = renderForm();
  await formIsReady(stripe);
  await user.click(save());
  await waitFor(() => expect(onSaved).toHaveBeenCalledOnce());
  expect(calls[0]?.body).toEqual({ payment_method_id: 'pm_1' });
});

test('the card field follows the theme', async () => {
  // jsdom knows no colours of tokens.
  const inForce = document.createElement('span').style;
  vi.stubGlobal('getComputedStyle', () => inForce);
  inForce.color = 'rgb(20, 23, 18)';
  const stripe = fakeStripe();
  renderForm();
  await formIsReady(stripe);
  expect(stripe.createElement.mock.calls[0]?.[1]).toMatchObject({ style: { base: { color: 'rgb(20, 23, 18)' } } });
  inForce.color = 'rgb(242, 245, 239)';
  act(() => chooseTheme('dark'));
  expect(stripe.update.mock.lastCall?.[0]).toMatchObject({ style: { base: { color: 'rgb(242, 245, 239)' } } });
  inForce.color = 'rgb(0, 0, 0)';
  act(() => void matchMedia('(prefers-color-scheme: dark)').dispatchEvent(new Event('change')));
  expect(stripe.update.mock.lastCall?.[0]).toMatchObject({ style: { base: { color: 'rgb(0, 0, 0)' } } });
});

const LOST = { error: { type: 'api_connection_error', message: 'We are experiencing issues connecting.' } };
const UNCONFIRMED = { setupIntent: { status: 'requires_payment_method', payment_method: null } };

test('a confirmation whose answer is lost: how it ended is asked, and the card is attached', async () => {
  const stripe = fakeStripe({ confirm: LOST });
  const calls = stubApi({ [ATTACH]: [200, { success: true }] });
  const { onSaved, user } = renderForm();
  await formIsReady(stripe);
  await user.click(save());
  await waitFor(() => expect(onSaved).toHaveBeenCalledOnce());
  expect(calls[0]?.body).toEqual({ payment_method_id: 'pm_1' });
});

test('a confirmation that never arrived can be made with any card', async () => {
  const stripe = fakeStripe({ confirm: LOST, retrieve: UNCONFIRMED });
  const calls = stubApi({});
  const { user } = renderForm();
  await formIsReady(stripe);
  await user.click(save());
  expect(await shownError()).toBe('We are experiencing issues connecting.');
  await waitFor(() => expect(stripe.update).toHaveBeenLastCalledWith({ disabled: false }));
  expect(screen.queryByRole('button', { name: 'Use another card' })).toBeNull();
  expect(calls).toEqual([]);
});

test.each([
  ['the answer is lost', { confirm: LOST, retrieve: LOST }, 'We are experiencing issues connecting.'],
  ['Stripe is in trouble', { confirm: { error: { type: 'api_error' } }, retrieve: LOST }, 'We are experiencing issues'],
  ['the status cannot be had', { retrieve: { error: { message: 'No such setup intent.' } } }, 'No such setup intent.'],
])('a confirmation of which nobody knows how it ended, as %s, holds its card', async (_what, answers, text) => {
  const stripe = fakeStripe(answers);
  const calls = stubApi({ [ATTACH]: [200, { success: true }] });
  const { onSaved, onAnotherCard, user } = renderForm();
  await formIsReady(stripe);
  await user.click(save());
  expect(await shownError()).toContain(text);
  expect(stripe.update).toHaveBeenLastCalledWith({ disabled: true });
  await user.click(screen.getByRole('button', { name: 'Use another card' }));
  expect(onAnotherCard).toHaveBeenCalledOnce();
  expect(calls).toEqual([]);

  // It had arrived: Stripe takes no second one, and says now how the first one ended.
  const succeeded = { setupIntent: { status: 'succeeded', payment_method: 'pm_1' } };
  stripe.confirmCardSetup.mockResolvedValueOnce({ error: { code: 'setup_intent_unexpected_state' } });
  stripe.retrieveSetupIntent.mockResolvedValueOnce(succeeded);
  await user.click(save());
  await waitFor(() => expect(onSaved).toHaveBeenCalledOnce());
  expect(calls.map(({ body }) => body)).toEqual([{ payment_method_id: 'pm_1' }]);
});

test('a card that turns out not to be confirmed is free again', async () => {
  const answers: { confirm: unknown; retrieve: unknown } = { confirm: LOST, retrieve: LOST };
  const stripe = fakeStripe(answers);
  stubApi({});
  const { user } = renderForm();
  await formIsReady(stripe);
  await user.click(save());
  await shownError();
  answers.confirm = { error: { type: 'card_error', message: 'Your card was declined.' } };
  await user.click(save());
  expect(await shownError()).toBe('Your card was declined.');
  await waitFor(() => expect(stripe.update).toHaveBeenLastCalledWith({ disabled: false }));
  expect(screen.queryByRole('button', { name: 'Use another card' })).toBeNull();
});

const NOT_READY = 'Payment gateway is not ready. Please try again.';

test('shows that it loads until the field is there; who saves before is told, until then', async () => {
  const calls = stubApi({});
  const script = deferred<unknown>();
  vi.stubGlobal('Stripe', () => script.promise);
  const { user } = renderForm();
  expect(screen.getByText(LOADING)).toBeTruthy();
  await user.click(save());
  expect(await shownError()).toBe(NOT_READY);
  expect(screen.getByText(LOADING)).toBeTruthy();
  expect(calls).toEqual([]);
  const stripe = fakeStripe();
  script.resolve(stripe.Stripe('pk_test_1'));
  await formIsReady(stripe);
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
  expect(screen.queryByText(LOADING)).toBeNull();
});

test('a field whose frame stays empty is not taken for one that is there', async () => {
  const stripe = fakeStripe({ isSilent: true });
  const { user } = renderForm();
  await waitFor(() => expect(stripe.createElement).toHaveBeenCalled());
  expect(screen.getByText(LOADING)).toBeTruthy();
  await user.click(save());
  expect(await shownError()).toBe(NOT_READY);
  expect(stripe.confirmCardSetup).not.toHaveBeenCalled();
});

test('a script that does not come is said, and loaded again by the next attempt', async () => {
  stubApi({ [ATTACH]: [200, { success: true }] });
  const { onSaved, user } = renderForm();
  expect(await shownError()).toBe(NOT_READY);
  expect(screen.queryByText(LOADING)).toBeNull();
  const script = deferred<unknown>();
  vi.stubGlobal('Stripe', () => script.promise);
  await user.click(save());
  expect(screen.getByText(LOADING)).toBeTruthy();
  const stripe = fakeStripe();
  script.resolve(stripe.Stripe('pk_test_1'));
  await formIsReady(stripe);
  await waitFor(() => expect(screen.queryByText(LOADING)).toBeNull());
  await user.click(save());
  await waitFor(() => expect(onSaved).toHaveBeenCalledOnce());
});
