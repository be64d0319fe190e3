import { reset } from 'cloudflare:test';
import { afterAll, afterEach, beforeEach, vi } from 'vitest';
import { runAhead, runReal } from '../support/clock';
import { closeDevices } from './support/device';
import { startAfresh } from './support/fresh';
import { restoreVariables } from './support/variables';

beforeEach(async () => {
  runAhead();
  await startAfresh();
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

// The next file's moments follow from the real clock.
afterAll(runReal);
