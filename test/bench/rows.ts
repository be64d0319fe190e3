import { bundleWorker } from '../support/bundle-worker.ts';
import type { Meter } from '../support/meter.ts';
import { startRoomServer } from '../support/room-server.ts';
import { joinAll } from '../support/socket-device.ts';
import { openVenue } from '../support/venue.ts';
import { throughput } from './measure.ts';

export const ROW_DEVICES = 20;
const AREAS = 10;

/** Rows that the room writes for 1,000 taps at full speed, by the product with a meter; by taps a frame. */
export async function rowsPerThousandTaps(tapsPerFrame: readonly number[], durationMs: number): Promise<number[]> {
  const script = await bundleWorker('test/workers/metered.ts');
  const rows: number[] = [];
  for (const size of tapsPerFrame) {
    const server = await startRoomServer(script);
    const meter = async (): Promise<Meter> => JSON.parse(await (await fetch(new URL('/meter', server.url))).text());
    try {
      const venue = await openVenue('room', server, AREAS);
      const devices = await joinAll('room', venue, ROW_DEVICES);
      await meter();
      await throughput('room', venue, devices, size, durationMs, ROW_DEVICES);
      const taps = devices.reduce((sum, { seq }) => sum + seq - 1, 0);
      rows.push(((await meter()).rowsWritten / taps) * 1000);
      for (const { socket } of devices) socket.terminate();
    } finally {
      await server.close();
    }
  }
  return rows;
}
