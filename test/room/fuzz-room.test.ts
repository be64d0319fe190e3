import { env } from 'cloudflare:workers';
import * as fc from 'fast-check';
import { beforeEach, expect, test } from 'vitest';
import { holdTimers } from '../worker/support/alerts';
import { nightOut } from '../worker/support/days';
import { closeDevices } from '../worker/support/device';
import { startAfresh } from '../worker/support/fresh';
import { STEPS } from '../worker/support/fuzz/room-steps';
import { runs, seed, TIMEOUT_MS } from '../worker/support/fuzz/run';
import { Venue } from '../worker/support/fuzz/venue';
import { counts } from '../worker/support/room';

/**
 * One room and all that can happen to it: taps, undos and transfers of three devices that resend lost taps, resets,
 * recounts, orders to doors, evacuations and drills, changes of its definition, broken connections, restarts and time. The room counts each tap
 * once, as the model does, in any order, and its counts, days, flow, alerts, orders and reports agree.
 */

beforeEach(() => {
  nightOut();
  holdTimers();
  env.MAX_TAPS_PER_SECOND = '100000';
});

test('each tap counts once and all figures agree, whatever is sent, lost, resent, undone, recounted or restarted', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(STEPS, { minLength: 10, maxLength: 40 }), async (steps) => {
      await closeDevices();
      await startAfresh();
      const venue = new Venue();
      await venue.open();
      for (const each of steps) await venue.play(each);
      await venue.settle();
      await venue.check();
      expect(await counts()).toEqual(venue.model.counts);
    }),
    // The run stops before the timeout, so that a failure is reported, shrunk as far as it has come.
    { seed, numRuns: runs(120), interruptAfterTimeLimit: 0.9 * TIMEOUT_MS, markInterruptAsFailure: true },
  );
});
