import { applyD1Migrations, reset } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { afterEach, beforeEach } from 'vitest';
import { closeDevices } from '../worker/support/device';
import { fakeStripe } from './support/fake-stripe';

beforeEach(async () => {
  await reset();
  await applyD1Migrations(env.DB, env.TEST_MIGRATIONS);
  await fakeStripe.reset();
  await fakeStripe.catalogue(env.STRIPE_PRICE_LOOKUP_KEY);
});

afterEach(closeDevices);
