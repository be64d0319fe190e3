import { expect, test } from 'vitest';
import { Leases } from '../../../src/lib/leases';

test('so many at a time; what is given back is free at once, what is not after the lease', () => {
  const leases = new Leases(2, 1_000);
  const giveBack = leases.take(0);
  expect(giveBack).not.toBeNull();
  expect(leases.take(500)).not.toBeNull();
  expect(leases.take(999)).toBeNull();
  giveBack?.();
  expect(leases.take(999)).not.toBeNull();
  expect(leases.take(1_499)).toBeNull();
  expect(leases.take(1_500)).not.toBeNull();
});

test('a clock that is set back keeps none', () => {
  const leases = new Leases(1, 1_000);
  leases.take(60_000);
  expect(leases.take(0)).not.toBeNull();
});
