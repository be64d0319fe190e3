import { env } from 'cloudflare:workers';
import * as fc from 'fast-check';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { holdTimers } from '../support/alerts';
import { nightOut } from '../support/days';
import { closeDevices } from '../support/device';
import { startAfresh } from '../support/fresh';
import { STEPS } from '../support/fuzz/room-steps';
import { runs, seed, TIMEOUT_MS } from '../support/fuzz/run';
import { Venue } from '../support/fuzz/venue';
import { counts } from '../support/room';

/**
 * One room and all that may happen to it: taps, undoes and transfers of three devices that send again what was lost, resets,
 * recounts, changes of its definition, connections that break, restarts and time. Whatever happens, in whatever order: it counts
 * each tap once, as the model does, and its numbers, days, flow, alerts and reports tell the same.
 */

let night: ReturnType<typeof nightOut>;
beforeEach(() => {
  night = nightOut();
  holdTimers();
  env.MAX_TAPS_PER_SECOND = '100000';
});
afterEach(() => night.end());

test(
  'whatever is sent, lost, sent again, taken back, counted anew or restarted: each tap counts once, and all figures tell so',
  { timeout: TIMEOUT_MS },
  async () => {
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
      // So that a failure is told, as small as it has become by then.
      { seed, numRuns: runs(120), interruptAfterTimeLimit: 0.9 * TIMEOUT_MS, markInterruptAsFailure: true },
    );
  },
);
