import { useQuery } from '@tanstack/react-query';
import {
  type ApiKey,
  ApiKeyListSchema,
  type CreatedApiKey,
  CreatedApiKeySchema,
  type KeyRenewal,
  type NewApiKey,
} from '../../../../../src/shared/keys/schemas';
import { SuccessSchema } from '../../../../../src/shared/schemas/success';
import { callApi, ended } from '../../../api/api-client';
import { confirmPassword } from '../deletion/deletion-api';

const KEYS = '/api/keys';
export const API_KEYS_KEY = ['api-keys'] as const;

export const useApiKeys = () =>
  useQuery<ApiKey[]>({
    queryKey: API_KEYS_KEY,
    queryFn: async ({ signal }) => (await callApi(KEYS, ApiKeyListSchema, { signal })).keys,
    staleTime: 0,
  });

/** Creates a key, after the password has confirmed the session. The key is in this answer and in no other. */
export async function createApiKey(body: NewApiKey, password: string): Promise<CreatedApiKey> {
  await confirmPassword(password);
  return await callApi(KEYS, CreatedApiKeySchema, { method: 'POST', body });
}

/** Renews a key, after the password has confirmed the session. Its new text is in this answer and in no other. */
export async function renewApiKey(keyId: string, body: KeyRenewal, password: string): Promise<CreatedApiKey> {
  await confirmPassword(password);
  return await callApi(`${KEYS}/${encodeURIComponent(keyId)}/renewal`, CreatedApiKeySchema, { method: 'POST', body });
}

export const revokeApiKey = (keyId: string): Promise<void> =>
  ended(callApi(`${KEYS}/${encodeURIComponent(keyId)}`, SuccessSchema, { method: 'DELETE' }));
