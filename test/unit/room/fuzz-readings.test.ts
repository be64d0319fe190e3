import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { addTotals } from '../../../src/room/sources/totals';
import { doubtsOf, NO_TOTALS } from '../../../src/room/source-state/totals-state';
import { inOrder, readCallTimes } from '../../../src/room/source-state/source-clock';
import { evening, type Evening, plans, TIME_ZONE } from '../../support/turnstiles/counter-world';
import { KNOWN_EVENINGS } from '../../support/turnstiles/known-evenings';

/** Compares what totals come to with a list of the people who passed, whatever clocks and networks do. */

/** At factor 1; see FUZZ_RUNS in test/vitest.config.ts. */
const RUNS = 3_000;
const { FUZZ_RUNS = '0.1', FUZZ_SEED = '20261121' } = process.env;
const seed = FUZZ_SEED === 'random' ? Date.now() % 2 ** 31 : Number(FUZZ_SEED);

function countedOf({ deliveries }: Evening) {
  let state = NO_TOTALS;
  let heardAt = deliveries[0]?.arrivedAt ?? 0;
  const counted = { ins: 0, outs: 0 };
  for (const { arrivedAt: now, readings } of deliveries) {
    const { times } = readCallTimes(
      readings.map(({ at }) => at),
      { sentAt: undefined, timeZone: TIME_ZONE, now, after: state.readings.at(-1)?.at ?? -Infinity },
    );
    const timed = readings.flatMap((told, index) => {
      const at = times[index];
      return typeof at === 'number' ? [{ ...told, at }] : [];
    });
    for (const reading of inOrder(timed)) {
      const counter = { bits: undefined, dayOf: () => 0 };
      const taken = addTotals(state, reading, { areaId: 'main', counter, now, heardAt });
      state = taken.state;
      counted.ins += taken.passed?.ins ?? 0;
      counted.outs += taken.passed?.outs ?? 0;
    }
    heardAt = now;
  }
  const [{ ins, outs } = { ins: 0, outs: 0 }] = doubtsOf(state);
  return { counted, owed: state.owed, doubt: { ins, outs } };
}

test('a counter comes to the people who passed, or says how many may be missing', () => {
  fc.assert(
    fc.property(plans, (plan) => {
      const played = evening(plan);
      fc.pre(played !== null);
      if (played === null) return;
      const { counted, owed, doubt } = countedOf(played);
      for (const way of ['ins', 'outs'] as const) {
        // Who is owed counted once too often, and makes up for one who passes next.
        const least = counted[way] - owed[way];
        expect(played.truth[way]).toBeGreaterThanOrEqual(least);
        expect(played.truth[way]).toBeLessThanOrEqual(least + doubt[way]);
      }
    }),
    { seed, numRuns: Math.max(3, Math.ceil(RUNS * Number(FUZZ_RUNS))), examples: KNOWN_EVENINGS.map((plan) => [plan]) },
  );
});
