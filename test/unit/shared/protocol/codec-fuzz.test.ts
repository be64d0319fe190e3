import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { readUpFrame } from '../../../../src/shared/protocol/read-up-frame';
import { goodFrame, wrongFrame } from '../../../worker/support/fuzz/frames';
import { readFrame } from '../../../worker/support/fuzz/model-frame';

const NOW = 1_800_000_000_000;

/** Any event, client and number will do. */
const fillIn = (text: string): string =>
  text.replaceAll(/\{\{(\w+)([+-]\d+)?\}\}/g, (_whole, name: string, by = '0') => {
    if (name === 'now') return String(NOW + Number(by));
    if (name === 'seq' || name === 'last') return String(Math.max(1, 5 + Number(by)));
    return `some-${name}-0123456789`;
  });

test('what the codec takes, and what it refuses, is what the protocol’s table says', () => {
  const tally = { taken: 0, refused: 0 };
  fc.assert(
    fc.property(fc.oneof(goodFrame, wrongFrame, wrongFrame), (plan) => {
      const data = 'text' in plan ? fillIn(plan.text) : new Uint8Array(plan.bytes).buffer;
      const isTaken = readUpFrame(data) !== null;
      expect(isTaken).toBe(readFrame(data) !== null);
      tally[isTaken ? 'taken' : 'refused'] += 1;
    }),
    { seed: 20_261_121, numRuns: 10_000 },
  );
  expect(Math.min(tally.taken, tally.refused)).toBeGreaterThan(2_000);
});
