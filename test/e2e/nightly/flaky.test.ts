import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { missingFaults } from '../../faults/fault-counts';
import { runFlaky } from '../../faults/flaky-run';
import { BUILD_DIR } from '../../support/product';
import { type RoomServer, startRoomServer } from '../../support/room-server';

let server: RoomServer;
beforeAll(async () => {
  server = await startRoomServer(join(BUILD_DIR, 'headroom/index.js'));
});
afterAll(() => server.close());

/** `npm run test:flaky` is the same for five minutes, at the pace of real networks. */
test('ten devices count through a bad network; then all show what the server says, which is what was tapped', async () => {
  const { faults, clients, taps, ...result } = await runFlaky({
    server,
    seconds: 12,
    extraSeconds: 60,
    devices: 10,
    seed: 7,
    pace: 10,
  });
  expect(result.wrong).toEqual([]);
  // The network was bad, and in every way.
  expect(missingFaults(faults)).toEqual([]);
  for (const times of Object.values(clients)) expect(times).toBeGreaterThan(0);
  expect(result.reconnections).toBeGreaterThan(0);
  expect(taps).toBeGreaterThan(100);
}, 120_000);
