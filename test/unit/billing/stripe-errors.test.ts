import { Stripe } from 'stripe';
import { expect, test, vi } from 'vitest';
import { createOnce } from '../../../src/billing/customers/create-once';
import {
  declineMessage,
  isDuplicateUsage,
  isFinal,
  isMissing,
  logFailure,
  refusedParameter,
  wantsHolder,
} from '../../../src/billing/stripe-errors';
import { HOUR_MS } from '../../../src/shared/durations';

const { StripeAPIError, StripeCardError, StripeConnectionError, StripeInvalidRequestError, StripeRateLimitError } =
  Stripe.errors;

const refused = (raw: { code?: string; message?: string; param?: string } = {}) =>
  new StripeInvalidRequestError({ type: 'invalid_request_error', message: 'No.', ...raw });
const declined = (code = 'card_declined') =>
  new StripeCardError({ type: 'card_error', message: 'Your card was declined.', code });

test('an error tells whether it is final, what it is about, and which text a person may read', () => {
  const passing = [
    new StripeConnectionError({ type: 'api_error' }),
    new StripeRateLimitError({ type: 'rate_limit_error' }),
  ];
  expect([refused(), declined(), ...passing, new Error('broken')].map(isFinal)).toEqual([
    true,
    true,
    false,
    false,
    false,
  ]);
  expect([refused({ code: 'resource_missing' }), refused()].map(isMissing)).toEqual([true, false]);
  expect([refused({ param: 'email' }), declined()].map(refusedParameter)).toEqual(['email', undefined]);
  const duplicate = refused({ message: 'An event already exists with identifier a:2026-01-01.' });
  expect([duplicate, refused()].map(isDuplicateUsage)).toEqual([true, false]);
  expect([declined(), refused()].map(declineMessage)).toEqual(['Your card was declined.', null]);
  const codes = ['authentication_required', 'invoice_payment_intent_requires_action', 'card_declined'];
  expect([...codes.map(declined), refused()].map(wantsHolder)).toEqual([true, true, false, false]);
});

test("a failure is logged by its kind, without Stripe's text, which may quote personal data", () => {
  const log = vi.spyOn(console, 'error').mockReturnValue();
  logFailure('billing', refused({ message: 'Invalid email: ada@example.com', code: 'email_invalid' }), { userId: 'u' });
  logFailure('billing', new Error('broken'));
  const [first, second] = log.mock.calls.map(([line]) => String(line));
  expect(JSON.parse(first ?? '')).toMatchObject({ what: 'billing', userId: 'u', code: 'email_invalid' });
  expect(first).not.toContain('ada@example.com');
  expect(second).toContain('broken');
});

test('a creation is requested under its idempotency key, and under another key when Stripe only repeats an old failure', async () => {
  const now = 7 * HOUR_MS + 5;
  const failures = [{ 'idempotent-replayed': 'true' }, {}].map(
    (headers) => new StripeAPIError({ type: 'api_error', headers }),
  );
  const create = vi.fn<(options: Stripe.RequestOptions) => Promise<string>>().mockResolvedValue('made');
  for (const failure of failures) create.mockRejectedValueOnce(failure);
  await expect(createOnce('key', now, create)).rejects.toBe(failures[1]);
  expect(create.mock.calls.map(([options]) => options.idempotencyKey)).toEqual(['key', 'key:7']);
  expect(await createOnce('key', now, create)).toBe('made');
});
