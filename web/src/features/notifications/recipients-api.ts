import { useQuery } from '@tanstack/react-query';
import {
  type AlertRecipient,
  type AlertRecipientList,
  AlertRecipientListSchema,
  AlertRecipientSchema,
  type CreatedAlertRecipient,
  CreatedAlertRecipientSchema,
  type Delivery,
  DeliveryListSchema,
  DeliverySchema,
  type NewAlertRecipient,
  type RecipientChoices,
} from '../../../../src/shared/notifications/schemas';
import { AnySchema, callApi, ended } from '../../api/api-client';

const RECIPIENTS = '/api/alert-recipients';
export const RECIPIENTS_KEY = ['alert-recipients'] as const;
export const DELIVERIES_KEY = ['alert-deliveries'] as const;

const pathOf = (recipientId: string): string => `${RECIPIENTS}/${encodeURIComponent(recipientId)}`;

export const useRecipients = () =>
  useQuery<AlertRecipientList>({
    queryKey: RECIPIENTS_KEY,
    queryFn: ({ signal }) => callApi(RECIPIENTS, AlertRecipientListSchema, { signal }),
    staleTime: 0,
  });

export const useDeliveries = () =>
  useQuery<Delivery[]>({
    queryKey: DELIVERIES_KEY,
    queryFn: async ({ signal }) => (await callApi('/api/alert-deliveries', DeliveryListSchema, { signal })).deliveries,
    staleTime: 0,
  });

/** Adds a recipient. A webhook's secret is in this answer and in no other. */
export const addRecipient = (body: NewAlertRecipient): Promise<CreatedAlertRecipient> =>
  callApi(RECIPIENTS, CreatedAlertRecipientSchema, { method: 'POST', body });

export const changeRecipient = (recipientId: string, body: RecipientChoices): Promise<AlertRecipient> =>
  callApi(pathOf(recipientId), AlertRecipientSchema, { method: 'PUT', body });

export const deleteRecipient = (recipientId: string): Promise<void> =>
  ended(callApi(pathOf(recipientId), AnySchema, { method: 'DELETE' }));

export const testRecipient = (recipientId: string): Promise<Delivery> =>
  callApi(`${pathOf(recipientId)}/test`, DeliverySchema, { method: 'POST' });

/** Uses the link of a mail: the holder of the address agrees to alerts, or leaves. */
export async function answerMailLink(token: string, what: 'confirm' | 'leave'): Promise<void> {
  await callApi(`/api/alert-mails/${encodeURIComponent(token)}/${what}`, AnySchema, { method: 'POST' });
}
