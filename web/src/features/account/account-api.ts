import { useQuery } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { type BillingDetails, BillingDetailsSchema } from '../../../../src/shared/schemas/billing-details';
import { AnySchema, callApi } from '../../lib/api-client';

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
        console.warn('The billing details could not be loaded', error);
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

export async function deleteAccount(): Promise<void> {
  await callApi('/api/users', AnySchema, { method: 'DELETE' });
}

const SetupIntentSchema = z.object({ clientSecret: z.string() });

/** Opens a card setup. No body (spec section 7). */
export const createSetupIntent = ({ signal }: { signal: AbortSignal }): Promise<{ clientSecret: string }> =>
  callApi('/api/billing/create-setup-intent', SetupIntentSchema, { method: 'POST', signal });
