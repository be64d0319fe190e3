import { render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { type BillingDetails, NO_BILLING_DETAILS } from '../../../../src/shared/schemas/billing-details';
import { PaymentForm } from '../../../../web/src/features/account/payment/payment-form';
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
const SAVED: Answer = [200, { success: true }];
const LOADING = 'Loading payment form...';
const NOT_READY = 'Payment gateway is not ready. Please try again.';
const LOST = { error: { type: 'api_connection_error', message: 'We are experiencing issues connecting.' } };
const CONFIRMED_BEFORE = { error: { code: 'setup_intent_unexpected_state', message: 'No.' } };
const DECLINED = { error: { type: 'card_error', message: 'Your card was declined.' } };
const UNCONFIRMED = { setupIntent: { status: 'requires_payment_method', payment_method: null } };

const save = () => screen.getByRole('button', { name: /Sav/ });
const anotherCard = () => screen.queryByRole('button', { name: 'Use another card' });
const shownError = async () => (await screen.findByRole('alert')).textContent;

type ToAttach = Answer | 'offline' | (() => Answer | Promise<Answer>);

/** Renders the form; the server answers `attach` to the call that attaches a confirmed card. */
function renderForm(attach: ToAttach = SAVED, details = DETAILS) {
  const calls = stubApi({ 'POST /api/billing/attach-payment-method': attach });
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
  return { calls, onSaved, onDone, onAnotherCard, unmount, user: userEvent.setup() };
}

async function formIsReady(stripe: ReturnType<typeof fakeStripe>): Promise<void> {
  await waitFor(() => expect(stripe.createElement).toHaveBeenCalled());
  await waitFor(() => expect(screen.queryByText(LOADING)).toBeNull());
}

/** Renders as {@link renderForm} does, waits for Stripe's script and field, and submits the card. */
async function sendCard(answers: Parameters<typeof fakeStripe>[0], attach?: ToAttach, details?: BillingDetails) {
  const stripe = fakeStripe(answers);
  const form = renderForm(attach, details);
  await formIsReady(stripe);
  await form.user.click(save());
  return { stripe, ...form };
}

test('the form confirms with the details of step 1, checks the status and attaches the card', async () => {
  const attached = deferred<Answer>();
  const { calls, onSaved, onDone, stripe } = await sendCard({}, () => attached.promise);
  expect(stripe.Stripe).toHaveBeenCalledWith('pk_test_1', { locale: 'en' });
  expect(stripe.createElement.mock.calls[0]).toMatchObject(['card', { hidePostalCode: true, disableLink: true }]);

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
  attached.resolve(SAVED);
  await waitFor(() => expect(onDone).toHaveBeenCalledOnce());
  expect(onSaved).toHaveBeenCalledOnce();
});

test('the form sends Stripe no empty texts, because Stripe would refuse them', async () => {
  const { onSaved, stripe } = await sendCard({}, SAVED, { ...NO_BILLING_DETAILS, billing_address_country: 'GR' });
  await waitFor(() => expect(onSaved).toHaveBeenCalledOnce());
  expect(stripe.confirmCardSetup.mock.calls[0]?.[1]).toMatchObject({
    payment_method: { billing_details: { address: { country: 'GR' } } },
  });
  expect(JSON.stringify(stripe.confirmCardSetup.mock.calls[0]?.[1])).not.toContain('""');
});

test.each([
  ['the provider’s message', { confirm: DECLINED }, 'Your card was declined.'],
  ['its own text if the provider has none', { confirm: { error: {} } }, 'An unexpected error occurred.'],
  ['a setup that did not succeed', { retrieve: UNCONFIRMED }, 'Card setup did not succeed. Please try again.'],
  ['that Stripe was not reached', { confirm: LOST, retrieve: UNCONFIRMED }, LOST.error.message],
])('the form shows %s, attaches nothing and can be sent again', async (_what, answers, text) => {
  const { calls, onSaved, stripe } = await sendCard(answers);
  expect(await shownError()).toBe(text);
  expect(save().textContent).toBe('Save');
  expect(isBusy(save())).toBe(false);
  await waitFor(() => expect(stripe.update).toHaveBeenLastCalledWith({ disabled: false }));
  // The card can be corrected in its field, so no other setup is offered.
  expect(anotherCard()).toBeNull();
  expect(calls).toEqual([]);
  expect(onSaved).not.toHaveBeenCalled();
});

test.each([
  ['the server’s reason', refusal(402, 'Your card has insufficient funds.', 'payment_failed'), /insufficient funds/],
  ['the spec’s text without an answer', 'offline' as const, /^An unexpected error occurred.$/],
])('a card that cannot be attached shows %s', async (_what, answer, text) => {
  const { onAnotherCard, onSaved, user } = await sendCard({}, answer);
  expect(await shownError()).toMatch(text);
  await user.click(screen.getByRole('button', { name: 'Use another card' }));
  expect(onAnotherCard).toHaveBeenCalledOnce();
  expect(onSaved).not.toHaveBeenCalled();
});

test('a card that was confirmed but not attached is only attached at the next attempt and cannot be replaced', async () => {
  let answer: Answer = refusal(500, 'Something went wrong.', 'internal');
  const { calls, onSaved, stripe, user } = await sendCard({}, () => answer);
  expect(await shownError()).toBe('Something went wrong.');
  expect(stripe.update).toHaveBeenLastCalledWith({ disabled: true });
  answer = SAVED;
  await user.click(save());
  await waitFor(() => expect(onSaved).toHaveBeenCalledOnce());
  expect(stripe.confirmCardSetup).toHaveBeenCalledOnce();
  expect(calls.map(({ body }) => body)).toEqual([{ payment_method_id: 'pm_1' }, { payment_method_id: 'pm_1' }]);
});

test('a safe address at which the bank wants a payment confirmed becomes a link; any other address stays text', async () => {
  const page = 'https://invoice.stripe.com/i/acct_1/live_2?s=ap';
  await sendCard({}, refusal(402, `Please do so at ${page} and not at http://a.test`, 'payment_failed'));
  expect(await shownError()).toBe(`Please do so at ${page} and not at http://a.test`);
  const [link, ...others] = screen.getAllByRole('link');
  expect([link?.getAttribute('href'), link?.textContent, others]).toEqual([page, page, []]);
  expect([link?.getAttribute('target'), link?.getAttribute('rel')]).toEqual(['_blank', 'noreferrer']);
});

test.each([
  ['is refused because it was made before', CONFIRMED_BEFORE],
  ['gets no answer', LOST],
])('a confirmation that %s makes the form ask for its outcome and attach the card', async (_what, confirm) => {
  const { calls, onSaved } = await sendCard({ confirm });
  await waitFor(() => expect(onSaved).toHaveBeenCalledOnce());
  expect(calls[0]?.body).toEqual({ payment_method_id: 'pm_1' });
});

test.each([
  ['the answer is lost', { confirm: LOST, retrieve: LOST }, LOST.error.message],
  ['Stripe has an error', { confirm: { error: { type: 'api_error' } }, retrieve: LOST }, LOST.error.message],
  ['the status cannot be read', { retrieve: { error: { message: 'No such setup intent.' } } }, 'No such setup intent.'],
])('a confirmation with an unknown outcome, because %s, blocks its card field', async (_what, answers, text) => {
  const { calls, onAnotherCard, onSaved, stripe, user } = await sendCard(answers);
  expect(await shownError()).toBe(text);
  expect(stripe.update).toHaveBeenLastCalledWith({ disabled: true });
  await user.click(screen.getByRole('button', { name: 'Use another card' }));
  expect(onAnotherCard).toHaveBeenCalledOnce();
  expect(calls).toEqual([]);

  // Stripe has received the first attempt: it refuses a second one and now reports how the first one ended.
  stripe.confirmCardSetup.mockResolvedValueOnce(CONFIRMED_BEFORE);
  stripe.retrieveSetupIntent.mockResolvedValueOnce({ setupIntent: { status: 'succeeded', payment_method: 'pm_1' } });
  await user.click(save());
  await waitFor(() => expect(onSaved).toHaveBeenCalledOnce());
  expect(calls.map(({ body }) => body)).toEqual([{ payment_method_id: 'pm_1' }]);
});

test('a field whose frame stays empty does not count as loaded', async () => {
  const stripe = fakeStripe({ isSilent: true });
  const { user } = renderForm();
  await waitFor(() => expect(stripe.createElement).toHaveBeenCalled());
  expect(screen.getByText(LOADING)).toBeTruthy();
  await user.click(save());
  expect(await shownError()).toBe(NOT_READY);
  expect(stripe.confirmCardSetup).not.toHaveBeenCalled();
});

test('the form reports a script that does not load and loads it again at the next attempt', async () => {
  const { calls, onSaved, user } = renderForm();
  expect(await shownError()).toBe(NOT_READY);
  expect(screen.queryByText(LOADING)).toBeNull();
  const script = deferred<unknown>();
  vi.stubGlobal('Stripe', () => script.promise);
  await user.click(save());
  expect(screen.getByText(LOADING)).toBeTruthy();
  // An attempt to save before the field is there shows a message until the field appears.
  await user.click(save());
  expect(await shownError()).toBe(NOT_READY);
  expect(calls).toEqual([]);
  const stripe = fakeStripe();
  script.resolve(stripe.Stripe('pk_test_1'));
  await formIsReady(stripe);
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
  await user.click(save());
  await waitFor(() => expect(onSaved).toHaveBeenCalledOnce());
});
