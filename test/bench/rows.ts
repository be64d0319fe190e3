import { bundleWorker } from '../support/bundle-worker.ts';
import type { Meter } from '../support/meter.ts';
import { startRoomServer } from '../support/room-server.ts';
import { joinAll } from '../support/socket-device.ts';
import { openVenue } from '../support/venue.ts';
import { throughput } from './measure.ts';

export const ROW_DEVICES = 20;
const AREAS = 10;

export interface Written {
  rowsPerThousandTaps: number;
  /** By which the room's storage has grown. */
  bytesPerTap: number;
}

/** What the room writes at full speed, by the product with a meter: by taps a frame, and areas on which each device taps by turns. */
export async function writtenPerTap(
  runs: readonly { tapsPerFrame: number; areas: number }[],
  durationMs: number,
): Promise<Written[]> {
  const script = await bundleWorker('test/workers/metered.ts');
  const written: Written[] = [];
  for (const { tapsPerFrame, areas } of runs) {
    const server = await startRoomServer(script);
    const meter = async (): Promise<Meter> => JSON.parse(await (await fetch(new URL('/meter', server.url))).text());
    try {
      const venue = await openVenue('room', server, Math.max(AREAS, areas));
      const devices = await joinAll('room', venue, ROW_DEVICES);
      const before = await meter();
      await throughput('room', venue, devices, tapsPerFrame, durationMs, ROW_DEVICES, areas);
      const taps = devices.reduce((sum, { seq }) => sum + seq - 1, 0);
      const { rowsWritten, roomBytes } = await meter();
      written.push({
        rowsPerThousandTaps: (rowsWritten / taps) * 1000,
        bytesPerTap: (roomBytes - before.roomBytes) / taps,
      });
      for (const { socket } of devices) socket.terminate();
    } finally {
      await server.close();
    }
  }
  return written;
}
