import { reset } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { afterAll, afterEach, beforeEach } from 'vitest';
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

// An alarm that rings once the file has ended asks its runner for modules, and fails the run: no room is left to ring.
afterAll(reset);
