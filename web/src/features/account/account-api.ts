import { useQuery } from '@tanstack/react-query';
import { type BillingDetails, BillingDetailsSchema } from '../../../../src/shared/schemas/billing-details';
import { CardSetupSchema, type Usage, UsageSchema } from '../../../../src/shared/schemas/billing';
import { ApiError, callApi, isRefusal } from '../../api/api-client';
import { fetchConfig } from '../../api/config';
import { USAGE_KEY } from './usage/usage-key';

/** Whether a call failed because billing is off. Trying again is useless then. */
export const isBillingOff = (failure: unknown): boolean => isRefusal(failure, 'billing_not_configured');

export const PROFILE_KEY = ['profile'] as const;

export const fetchBillingDetails = (signal?: AbortSignal): Promise<BillingDetails> =>
  callApi('/api/users/profile', BillingDetailsSchema, signal ? { signal } : {});

/** Loads the stored billing details of the account. Failures are only logged (docs/product.md, E10). */
export function useBillingDetails() {
  return useQuery({
    queryKey: PROFILE_KEY,
    queryFn: async ({ signal }) => {
      try {
        return await fetchBillingDetails(signal);
      } catch (error) {
        if (!signal.aborted) console.warn('The billing details could not be loaded', error);
        throw error;
      }
    },
    // An empty form at once is better than a form that waits for retries.
    retry: false,
  });
}

/** Returns the billing details that are stored afterwards. */
export const saveBillingDetails = (details: BillingDetails): Promise<BillingDetails> =>
  callApi('/api/users/billing-details', BillingDetailsSchema, { method: 'PUT', body: details });

export interface CardSetup {
  readonly clientSecret: string;
  readonly publishableKey: string;
}

/** Whether the server accepts cards; undefined if the server could not be asked. */
export const useBillingConfig = () =>
  useQuery({
    queryKey: ['billing-config'],
    queryFn: async ({ signal }) => (await fetchConfig(signal)).billing,
    retry: false,
  });

/** Opens a card setup and returns the secret with which the browser confirms a card. The call has no body. */
export async function openCardSetup({ signal }: { signal: AbortSignal }): Promise<CardSetup> {
  const { publishableKey } = (await fetchConfig(signal)).billing;
  if (publishableKey === undefined) throw new ApiError(503, 'billing_not_configured', undefined);
  const { clientSecret } = await callApi('/api/billing/create-setup-intent', CardSetupSchema, {
    method: 'POST',
    signal,
  });
  return { clientSecret, publishableKey };
}

/** How many events the usage has at first, and how many more with each step. */
export const USAGE_EVENTS = 20;

/**
 * Loads the usage again each time it is shown, because any tap can make a day active.
 * @param limit how many events it has at most; the amount is that of all
 */
export const useUsage = (limit = USAGE_EVENTS) =>
  useQuery<Usage>({
    queryKey: [...USAGE_KEY, limit],
    queryFn: ({ signal }) => callApi(`/api/billing/usage?limit=${limit}`, UsageSchema, { signal }),
    placeholderData: (shown) => shown,
    staleTime: 0,
  });
