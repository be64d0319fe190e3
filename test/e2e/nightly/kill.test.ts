import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { MIXED_AREAS, Tapper } from '../../faults/tapper';
import { countedAreas } from '../../support/counts';
import { Product } from '../../support/product';
import { openVenue } from '../../support/venue';

let product: Product;
beforeEach(() => {
  product = new Product();
});
afterEach(() => product.stop());

test.each([
  ['server and runtime', () => product.kill().then(() => product.start())],
  ['the server alone, whose runtime ends by itself', () => product.killServer().then(() => product.start())],
  ['the runtime alone, which is started again by itself', () => product.killRuntime()],
])('kill -9 of %s during counting loses no acknowledged tap and counts none twice', async (_what, strike) => {
  await product.start();
  const venue = await openVenue('room', { url: new URL(product.url) }, MIXED_AREAS + 1);
  const tappers = [0, 1, 2, 3, 4].map((number) => new Tapper(number, 1, venue));
  const all = (act: (tapper: Tapper) => Promise<void>) => Promise.all(tappers.map(act));
  const join = () => all((tapper) => tapper.join(new URL(product.url), venue));
  await join();
  for (const tapper of tappers) tapper.start();
  await sleep(1_000);
  await strike();
  await all((tapper) => tapper.closed());
  await join();

  const expectCounted = async () => {
    expect(tappers.map(({ lost, rejected }) => lost + rejected)).toEqual([0, 0, 0, 0, 0]);
    const areas = await countedAreas(new URL(product.url), venue);
    const entries = [...areas.values()].reduce((sum, { totalEntries }) => sum + totalEntries, 0);
    const durable = tappers.flatMap((tapper) => tapper.durable);
    expect(durable.length).toBeGreaterThan(50);
    expect(entries).toBe(durable.reduce((sum, { change }) => sum + Math.max(0, change), 0));
  };
  await expectCounted();
  for (const tapper of tappers) tapper.start();
  await all((tapper) => tapper.drain());
  await expectCounted();
  // A busy machine takes up to a minute to start a server.
});
