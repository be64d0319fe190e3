import { createApiKey, listApiKeys, revokeApiKey } from '../../services/keys/own-keys';
import { ApiKeyListSchema, CreatedApiKeySchema, NewApiKeySchema } from '../../shared/keys/schemas';
import { SUCCESS, SuccessSchema } from '../../shared/schemas/success';
import { type Call, call } from '../call';
import { ADMIN, CONFIRMED_ADMIN } from '../who';

export const API_KEYS: readonly Call[] = [
  call({
    route: 'GET /api/keys',
    id: 'listApiKeys',
    summary: 'List the account’s API keys',
    description:
      'Revoked keys come last. Expired and revoked keys stay in the list for 90 days after their expiry. Nothing in the ' +
      'list opens anything.',
    who: ADMIN,
    answer: ApiKeyListSchema,
    handle: async ({ ctx, access }) => ({ keys: await listApiKeys(ctx, access) }),
  }),
  call({
    route: 'POST /api/keys',
    id: 'createApiKey',
    summary: 'Create an API key for the account or for one event',
    description:
      'No other call returns the key again. `read` opens numbers and reports, `count` the reporting of counts, `manage` ' +
      'changes of events, areas and orders; none of them contains another. `addresses` are IP addresses or ranges ' +
      '(CIDR) from which the key may be used.',
    who: CONFIRMED_ADMIN,
    body: NewApiKeySchema,
    example: { name: 'Turnstile', scopes: ['count'], eventId: null, addresses: ['203.0.113.0/24'], days: 365 },
    answer: CreatedApiKeySchema,
    status: 201,
    errors: ['not_found', 'limit_reached', 'too_many_attempts'],
    handle: ({ ctx, access, body }) => createApiKey(ctx, access, body),
  }),
  call({
    route: 'DELETE /api/keys/:keyId',
    id: 'revokeApiKey',
    summary: 'Revoke an API key',
    description:
      'When the call has answered, the key counts nothing any more, and within a second it opens nothing. A 503 says that the ' +
      'key is revoked and that an event could not be told: there it may count for up to a minute.',
    who: ADMIN,
    answer: SuccessSchema,
    errors: ['not_found', 'unavailable'],
    handle: async ({ ctx, access, params }) => {
      await revokeApiKey(ctx, access, params.keyId);
      return SUCCESS;
    },
  }),
];
