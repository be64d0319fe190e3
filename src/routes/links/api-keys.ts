import { readCallingKey } from '../../services/keys/calling-key';
import { createApiKey, listApiKeys, revokeApiKey } from '../../services/keys/own-keys';
import { renewApiKey } from '../../services/keys/renew-key';
import {
  ApiKeyListSchema,
  CallingKeySchema,
  CreatedApiKeySchema,
  KeyRenewalSchema,
  NewApiKeySchema,
} from '../../shared/keys/schemas';
import { type Call, call } from '../call';
import { ADMIN, CALLING_KEY, CONFIRMED_ADMIN } from '../who';

export const API_KEY_CALLS: readonly Call[] = [
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
    route: 'POST /api/keys/:keyId/renewal',
    id: 'renewApiKey',
    summary: 'Give an API key a new text and a new expiry',
    description:
      'No other call returns the new text again. Id, name, scopes, events, addresses and the machines that belong to the key ' +
      'stay. The text that it had is valid for `overlapDays` more (7 if it is missing), so that programs can be changed one ' +
      'after the other; one that was renewed before it ends now. A key that has ended cannot be renewed.',
    who: CONFIRMED_ADMIN,
    body: KeyRenewalSchema,
    example: { days: 365, overlapDays: 7 },
    answer: CreatedApiKeySchema,
    status: 201,
    errors: ['not_found', 'too_many_attempts'],
    handle: ({ ctx, access, params, body }) => renewApiKey(ctx, access, params.keyId, body),
  }),
  call({
    route: 'GET /api/key',
    id: 'readCallingKey',
    summary: 'Read what the API key of this call is',
    description: 'A key of any scope may ask: what it opens, for which event, from where, and until when.',
    who: CALLING_KEY,
    scope: 'any',
    answer: CallingKeySchema,
    handle: ({ ctx, access }) => readCallingKey(ctx, access),
  }),
  call({
    route: 'DELETE /api/keys/:keyId',
    id: 'revokeApiKey',
    summary: 'Revoke an API key',
    description: 'Within a second, the key opens nothing any more.',
    who: ADMIN,
    errors: ['not_found'],
    handle: ({ ctx, access, params }) => revokeApiKey(ctx, access, params.keyId),
  }),
];
