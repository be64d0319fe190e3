import { useQuery } from '@tanstack/react-query';
import { type BillingDetails, BillingDetailsSchema } from '../../../../src/shared/schemas/billing-details';
import { CardSetupSchema, type Usage, UsageSchema } from '../../../../src/shared/schemas/billing';
import { callApi } from '../../lib/api-client';
import { fetchConfig } from '../../lib/config';
import { USAGE_KEY } from './usage-key';

export const PROFILE_KEY = ['profile'] as const;

export const fetchBillingDetails = (signal?: AbortSignal): Promise<BillingDetails> =>
  callApi('/api/users/profile', BillingDetailsSchema, signal ? { signal } : {});

/** What is kept of the account holder. Failures are only logged (spec section 8). */
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
    // A form that waits is worse than one that starts empty.
    retry: false,
  });
}

/** Answers what is kept now. */
export const saveBillingDetails = (details: BillingDetails): Promise<BillingDetails> =>
  callApi('/api/users/billing-details', BillingDetailsSchema, { method: 'PUT', body: details });

export interface CardSetup {
  readonly clientSecret: string;
  readonly publishableKey: string;
}

/** Asks for the key with which the browser confirms a card, and opens a card setup, without a body (spec section 7). */
export async function openCardSetup({ signal }: { signal: AbortSignal }): Promise<CardSetup> {
  const { publishableKey } = (await fetchConfig(signal)).billing;
  if (publishableKey === undefined) throw new Error('The server has no publishable key');
  const { clientSecret } = await callApi('/api/billing/create-setup-intent', CardSetupSchema, {
    method: 'POST',
    signal,
  });
  return { clientSecret, publishableKey };
}

/** Asked for each time it is looked at: every tap may begin a day. */
export const useUsage = () =>
  useQuery<Usage>({
    queryKey: USAGE_KEY,
    queryFn: ({ signal }) => callApi('/api/billing/usage', UsageSchema, { signal }),
    staleTime: 0,
  });
