import { env } from 'cloudflare:workers';
import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { NO_BILLING_DETAILS } from '../../../src/shared/schemas/billing-details';
import { ProfileSchema } from '../../../src/shared/schemas/profile';
import { createVenue, signUp } from '../support/accounts';

const DETAILS = {
  billing_first_name: 'Zoë',
  billing_last_name: 'O’Neill',
  billing_business_name: 'Night & Day GmbH',
  billing_address_line1: 'Straße des 17. Juni 1',
  billing_address_city: 'Berlin',
  billing_address_postcode: '10623',
  billing_address_country: 'DE',
  billing_tax_id: 'DE123456789',
};

describe('profile and billing details', () => {
  test('a new account has none', async () => {
    const { client, email } = await signUp();
    const answer = await client.get('/api/users/profile');
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      username: email,
      role: 'admin',
      subscriptionStatus: 'trialing',
      ...NO_BILLING_DETAILS,
    });
    expect(z.parse(ProfileSchema, answer.body)).toEqual(answer.body);
  });

  test('are saved whole, trimmed, and answered as the updated profile', async () => {
    const { client, email } = await signUp();
    const save = (body: unknown) => client.call('PUT', '/api/users/billing-details', { body });
    const who = { username: email, role: 'admin', subscriptionStatus: 'trialing' };

    const first = await save({ ...DETAILS, billing_address_city: '  Berlin ' });
    expect(first.status).toBe(200);
    expect(first.body).toEqual({ ...who, ...DETAILS });
    expect((await client.get('/api/users/profile')).body).toEqual(first.body);

    const second = await save({ billing_address_country: 'FR' });
    expect(second.body).toEqual({ ...who, ...NO_BILLING_DETAILS, billing_address_country: 'FR' });
    expect((await client.get('/api/users/profile')).body).toEqual(second.body);
  });

  test('are the own account’s alone, and change nothing else of it', async () => {
    const other = await signUp();
    const { client } = await signUp();
    const before = await env.DB.prepare('SELECT * FROM users ORDER BY rowid').all();
    await client.call('PUT', '/api/users/billing-details', { body: { ...DETAILS, email: other.email, role: 'user' } });
    const after = await env.DB.prepare('SELECT * FROM users ORDER BY rowid').all();
    expect(after.results).toEqual([before.results[0], { ...before.results[1], ...DETAILS, details_revision: 1 }]);
  });

  test('are not for access codes', async () => {
    const { device, admin } = await createVenue();
    await admin.client.call('PUT', '/api/users/billing-details', { body: DETAILS });
    const answers = [
      await device.get('/api/users/profile'),
      await device.call('PUT', '/api/users/billing-details', { body: { billing_address_country: 'FR' } }),
    ];
    for (const { status, body } of answers) {
      expect(status).toBe(403);
      expect(body).toEqual({ error: 'You are not allowed to do this.', code: 'forbidden' });
    }
    expect((await admin.client.get('/api/users/profile')).body).toMatchObject(DETAILS);
  });
});

describe('billing without a payment provider', () => {
  test.each(['create-setup-intent', 'attach-payment-method'])('%s says so, whatever is sent', async (call) => {
    const { client } = await signUp();
    for (const body of [undefined, {}, { payment_method_id: 'pm_1' }, 'no json']) {
      const answer = await client.post(`/api/billing/${call}`, body);
      expect(answer.status).toBe(503);
      expect(answer.body).toEqual({
        error: 'Could not load the payment form. Please try again later.',
        code: 'billing_not_configured',
      });
    }
  });
});
