import { Stripe } from 'stripe';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { createOnce } from '../../../src/billing/create-once';
import {
  declineMessage,
  isDuplicateUsage,
  isFinal,
  isMissing,
  isReplay,
  logFailure,
  refusedParameter,
  wantsHolder,
} from '../../../src/billing/failures';
import { HOUR_MS } from '../../../src/shared/limits';

const { StripeAPIError, StripeCardError, StripeConnectionError, StripeInvalidRequestError, StripeRateLimitError } =
  Stripe.errors;

const refused = (raw: { code?: string; message?: string; param?: string } = {}) =>
  new StripeInvalidRequestError({ type: 'invalid_request_error', message: 'No.', ...raw });
const declined = new StripeCardError({ type: 'card_error', message: 'Your card was declined.' });
const replayed = new StripeAPIError({ type: 'api_error', headers: { 'idempotent-replayed': 'true' } });

describe('what an error of Stripe means', () => {
  test('only what Stripe understood and refused is final', () => {
    expect([refused(), declined].map(isFinal)).toEqual([true, true]);
    const others = [
      new StripeAPIError({ type: 'api_error' }),
      new StripeConnectionError({ type: 'api_error' }),
      new StripeRateLimitError({ type: 'rate_limit_error' }),
      new Error('broken'),
    ];
    expect(others.map(isFinal)).toEqual([false, false, false, false]);
  });

  test('what is missing, what parameter is refused, what was sent before', () => {
    expect(isMissing(refused({ code: 'resource_missing' }))).toBe(true);
    expect(isMissing(refused())).toBe(false);
    expect(refusedParameter(refused({ param: 'email' }))).toBe('email');
    expect(refusedParameter(declined)).toBeUndefined();
    expect(isDuplicateUsage(refused({ message: 'An event already exists with identifier a:2026-01-01.' }))).toBe(true);
    expect(isDuplicateUsage(refused())).toBe(false);
  });

  test('a card is declined in its bank’s words, unless the bank only wants its holder', () => {
    expect(declineMessage(declined)).toBe('Your card was declined.');
    expect([refused(), new Error('broken')].map(declineMessage)).toEqual([null, null]);
    const codes = ['authentication_required', 'invoice_payment_intent_requires_action', 'card_declined'];
    const errors = codes.map((code) => new StripeCardError({ type: 'card_error', code }));
    expect(errors.map(wantsHolder)).toEqual([true, true, false]);
    expect([refused(), new Error('broken')].map(wantsHolder)).toEqual([false, false]);
  });
});

describe('a failure is logged', () => {
  afterEach(() => {
    vi.restoreAllMocks();
  });

  test('by what it is, and not in the words that Stripe quotes people with', () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    logFailure('billing', refused({ message: 'Invalid email: ada@example.com', code: 'email_invalid' }), {
      userId: 'u',
    });
    const line = String(log.mock.calls[0]?.[0]);
    expect(JSON.parse(line)).toMatchObject({ what: 'billing', userId: 'u', code: 'email_invalid' });
    expect(line).not.toContain('ada@example.com');
    logFailure('billing', new Error('broken'));
    expect(String(log.mock.calls[1]?.[0])).toContain('broken');
  });
});

describe('what is created once', () => {
  const NOW = 7 * HOUR_MS + 5;

  test('is asked for under its key, and under another when Stripe only repeats an old failure', async () => {
    const keys: (string | undefined)[] = [];
    const create = (options: Stripe.RequestOptions): Promise<string> => {
      keys.push(options.idempotencyKey);
      return keys.length === 1 ? Promise.reject(replayed) : Promise.resolve('made');
    };
    expect(await createOnce('key', NOW, create)).toBe('made');
    expect(keys).toEqual(['key', 'key:7']);
  });

  test('is not asked for twice when it fails for the first time', async () => {
    const create = vi.fn<() => Promise<string>>().mockRejectedValue(new StripeAPIError({ type: 'api_error' }));
    await expect(createOnce('key', NOW, create)).rejects.toBeInstanceOf(StripeAPIError);
    expect(create).toHaveBeenCalledOnce();
    expect(isReplay(replayed)).toBe(true);
  });
});
