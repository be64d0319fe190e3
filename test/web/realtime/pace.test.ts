import { expect, test } from 'vitest';
import { Pace } from '../../../web/src/realtime/pace';
import { FakeWorld } from '../support/fake-effects';

function setUp() {
  const world = new FakeWorld();
  const toldAt: number[] = [];
  const startedAt = world.nowMs;
  const pace = new Pace(world.effects, () => toldAt.push(world.nowMs - startedAt));
  return { world, pace, toldAt };
}

test('what others count is told at once, then ten times a second, and never left out', async () => {
  const { world, pace, toldAt } = setUp();
  for (let count = 0; count < 50; count += 1) {
    pace.soon();
    await world.pass(10);
  }
  await world.pass(1_000);
  expect(toldAt).toEqual([0, 100, 200, 300, 400, 500]);
});

test('what does not wait takes along what would have come', async () => {
  const { world, pace, toldAt } = setUp();
  pace.soon();
  await world.pass(30);
  pace.soon();
  pace.now();
  await world.pass(1_000);
  expect(toldAt).toEqual([0, 30]);
});

test('after a pause, and with a clock that was set back, nothing waits', async () => {
  const { world, pace, toldAt } = setUp();
  pace.soon();
  await world.pass(100);
  pace.soon();
  world.nowMs -= 5_000;
  pace.soon();
  expect(toldAt).toEqual([0, 100, -4_900]);
});
