import { parseArgs } from 'node:util';
import { latencies, percentile, throughput } from './measure.ts';
import { joinAll } from '../support/socket-device.ts';
import { openVenue, type Subject } from '../support/venue.ts';
import { startServer } from './servers.ts';

/** `npm run bench [-- --devices 10,200 --seconds 3]`: the room against an echo and a naive room, in one run. */

const { values } = parseArgs({
  options: { devices: { type: 'string', default: '10,200' }, seconds: { type: 'string', default: '3' } },
});
const SUBJECTS: Subject[] = ['echo', 'naive', 'room'];
const AREAS = 10;
const LATENCY_TAPS_PER_SECOND = 100;
const durationMs = Number(values.seconds) * 1000;

/** A fresh server for each measurement: an earlier crowd of sockets stalls the next one. */
async function withDevices<T>(
  subject: Subject,
  count: number,
  work: (venue: Awaited<ReturnType<typeof openVenue>>, devices: Awaited<ReturnType<typeof joinAll>>) => Promise<T>,
): Promise<T> {
  const server = await startServer(subject);
  try {
    const venue = await openVenue(subject, server, AREAS);
    const devices = await joinAll(subject, venue, count);
    const result = await work(venue, devices);
    for (const device of devices) device.socket.terminate();
    return result;
  } finally {
    await server.close();
  }
}

const rows: Record<string, string | number>[] = [];
for (const count of values.devices.split(',').map(Number)) {
  const perSecond = new Map<string, number>();
  for (const tapsPerFrame of [1, 10]) {
    for (const subject of SUBJECTS) {
      const rate = await withDevices(subject, count, (venue, devices) =>
        throughput(subject, venue, devices, tapsPerFrame, durationMs),
      );
      perSecond.set(`${subject} ${tapsPerFrame}`, rate);
      const latency =
        tapsPerFrame === 1
          ? await withDevices(subject, count, (venue, devices) =>
              latencies(subject, venue, devices, LATENCY_TAPS_PER_SECOND, durationMs),
            )
          : null;
      const ms = (samples: readonly number[] | undefined, percent: number) =>
        samples === undefined || samples.length === 0 ? '' : percentile(samples, percent).toFixed(1);
      rows.push({
        devices: count,
        'taps/frame': tapsPerFrame,
        server: subject,
        'taps/s': Math.round(rate),
        '× echo': (rate / (perSecond.get('echo 1') ?? 0)).toFixed(2),
        '× naive': subject === 'echo' ? '' : (rate / (perSecond.get(`naive ${tapsPerFrame}`) ?? Number.NaN)).toFixed(1),
        'tap→ack p50 ms': ms(latency?.ackMs, 50),
        'tap→ack p99 ms': ms(latency?.ackMs, 99),
        'tap→other p50 ms': ms(latency?.otherMs, 50),
        'tap→other p99 ms': ms(latency?.otherMs, 99),
      });
      process.stdout.write(`${count} devices, ${tapsPerFrame} taps a frame, ${subject}: ${Math.round(rate)} taps/s\n`);
    }
  }
}
process.stdout.write(
  `\nOne run. × echo: against the echo at one tap a frame. Latencies: at ${LATENCY_TAPS_PER_SECOND} taps/s.\n`,
);
console.table(rows);
