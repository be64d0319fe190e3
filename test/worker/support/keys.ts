import { expect } from 'vitest';
import * as z from 'zod/mini';
import { CreatedApiKeySchema, type NewApiKey } from '../../../src/shared/keys/schemas';
import type { Admin } from './accounts';
import { type Client, createClient } from './client';

/** What a new key has unless a test says otherwise. */
export const NEW_KEY: NewApiKey = { name: 'Turnstile', scopes: ['read'], eventId: null, addresses: null, days: 30 };

export async function makeKey(admin: Admin, fields: Partial<NewApiKey> = {}) {
  const { status, body } = await admin.client.post('/api/keys', { ...NEW_KEY, ...fields });
  expect(status).toBe(201);
  return z.parse(CreatedApiKeySchema, body);
}

/** A program that has the key. */
export const withKey = (key: string, address?: string): Client =>
  createClient({ headers: { authorization: `Bearer ${key}` }, ...(address && { address }) });
