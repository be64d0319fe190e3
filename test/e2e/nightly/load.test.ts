import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type LoadServer, startLoadServer } from '../../load/load-server';
import { runLoad } from '../../load/load-run';
import { BUILD_DIR } from '../../support/product';

let server: LoadServer;
beforeAll(async () => {
  server = await startLoadServer(() => {}, join(BUILD_DIR, 'headroom/index.js'));
});
afterAll(() => server.close());

/** `npm run load` is the same with 100 rooms of 20 devices, for ten minutes. */
test('rooms count through a storm in which all connections are lost at once; each tap is counted once, and all are back', async () => {
  const { miscounted, wrong, storms, steady, stormy, taps, reconnections } = await runLoad({
    server,
    rooms: 2,
    devicesPerRoom: 3,
    seconds: 4,
    storms: 1,
    tapEveryMs: 100,
    seed: 7,
    report: () => {},
  });
  expect(miscounted).toEqual([]);
  expect(wrong).toEqual([]);
  expect(storms.map(({ reset, abandoned, back }) => [reset, abandoned, back.count])).toEqual([[3, 3, 6]]);
  expect(reconnections).toBe(6);
  expect(steady.count + stormy.count).toBe(taps);
  expect(stormy.count).toBeGreaterThan(0);
}, 60_000);
