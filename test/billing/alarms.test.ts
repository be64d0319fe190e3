import { expect, test } from 'vitest';
import { Operator } from '../worker/support/operator';
import { pass } from './support/clock';
import { fakeStripe } from './support/stripe';

test('the operator is told once when Stripe is down and once when it answers again', async () => {
  const operator = new Operator();
  expect(await operator.pass(1, pass)).toBe('♥');
  await fakeStripe.setDown(true);
  expect(await operator.pass(4, pass)).toBe('----');
  expect(operator.told).toEqual(['billing began']);
  expect(operator.messages[0]?.text).toContain('- billing: unreachable');
  await fakeStripe.setDown(false);
  expect(await operator.pass(4, pass)).toBe('--♥♥');
  expect(operator.told).toEqual(['billing began', 'billing over']);
});
