import { reset } from 'cloudflare:test';
import { afterAll, afterEach, beforeEach, vi } from 'vitest';
import { PRICE_LOOKUP_KEY } from '../../src/billing/catalog';
import { closeDevices } from '../worker/support/device';
import { startAfresh } from '../worker/support/fresh';
import { restoreVariables } from '../worker/support/variables';
import { resetClocks } from './support/clock';
import { keepLog } from './support/logged';
import { fakeStripe } from './support/stripe';

beforeEach(async () => {
  await startAfresh();
  await resetClocks();
  await fakeStripe.catalog(PRICE_LOOKUP_KEY);
  keepLog();
});

afterEach(async () => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  restoreVariables();
  await closeDevices();
});

// An alarm that rings after the file has ended asks its runner for modules and fails the run. The reset leaves no room
// that could ring.
afterAll(reset);
