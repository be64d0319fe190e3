import { env } from 'cloudflare:workers';
import { afterEach, beforeEach } from 'vitest';
import { closeDevices } from '../worker/support/device';
import { startAfresh } from '../worker/support/fresh';
import { restoreVariables } from '../worker/support/variables';
import { fakeStripe } from './support/fake-stripe';

beforeEach(async () => {
  await startAfresh();
  await fakeStripe.reset();
  await fakeStripe.catalogue(env.STRIPE_PRICE_LOOKUP_KEY);
});

afterEach(async () => {
  restoreVariables();
  await closeDevices();
});
