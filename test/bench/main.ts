import { resolve } from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { bundleWorker } from '../support/bundle-worker.ts';
import { machine, median, writeFigures } from '../support/figures.ts';
import type { Meter } from '../support/meter.ts';
import { type RoomServer, startRoomServer } from '../support/room-server.ts';
import { residentBytes } from '../support/server-process.ts';
import { type Device, joinAll } from '../support/socket-device.ts';
import { openVenue, type Subject, type Venue } from '../support/venue.ts';
import { type Figures, tablesOf } from './figures.ts';
import { latencies, throughput } from './measure.ts';

/**
 * `npm run bench [-- --devices 10,200 --seconds 2 --rounds 3 --in-memory --write]` compares the room with an echo and a
 * naive room. Each round measures one after the other. `--in-memory` keeps the servers' state off the disk (Linux),
 * which shows what the disk costs. `--write` writes the figures into docs/performance.md.
 */

const { values } = parseArgs({
  options: {
    devices: { type: 'string', default: '10,200,1000' },
    seconds: { type: 'string', default: '2' },
    rounds: { type: 'string', default: '3' },
    'in-memory': { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
  },
});
const inMemory = values['in-memory'];
// The servers put their state into TMPDIR.
if (inMemory) process.env.TMPDIR = '/dev/shm';
const AREAS = 10;
const ROW_DEVICES = 20;
const LATENCY_TAPS_PER_SECOND = 1000;
/** A server that manages less than this multiple of a rate has no latency at that rate: its queue only grows. */
const MIN_HEADROOM = 1.5;
const durationMs = Number(values.seconds) * 1000;
const rounds = Number(values.rounds);

/** Subjects at one and at ten taps per frame. The echo runs once because frame contents do not matter to it. */
const RUNS: { subject: Subject; tapsPerFrame: number }[] = [
  { subject: 'echo', tapsPerFrame: 1 },
  { subject: 'naive', tapsPerFrame: 1 },
  { subject: 'room', tapsPerFrame: 1 },
  { subject: 'naive', tapsPerFrame: 10 },
  { subject: 'room', tapsPerFrame: 10 },
];

const say = (line: string): void => void process.stdout.write(`${line}\n`);

function startServer(subject: Subject): Promise<RoomServer> {
  if (subject === 'room') return startRoomServer();
  const script = resolve(import.meta.dirname, 'baselines.mjs');
  const objects = { OBJECT: subject === 'echo' ? 'Echo' : 'Naive' };
  return startRoomServer({ script, objects });
}

/** Each measurement gets a fresh server, because the sockets of an earlier measurement would stall the next one. */
async function withDevices<T>(
  subject: Subject,
  count: number,
  work: (venue: Venue, devices: Device[], bytesPerDevice: number, url: URL) => Promise<T>,
  starting = startServer(subject),
): Promise<T> {
  const server = await starting;
  try {
    const venue = await openVenue(subject, server, AREAS);
    const empty = residentBytes();
    const devices = await joinAll(subject, venue, count);
    const result = await work(venue, devices, (residentBytes() - empty) / count, server.url);
    for (const { socket } of devices) socket.terminate();
    return result;
  } finally {
    await server.close();
  }
}

async function measureThroughput(devices: number): Promise<Figures['throughput']> {
  const samples = RUNS.map(() => [] as { perSecond: number; cpuMicros: number; bytes: number }[]);
  for (let round = 1; round <= rounds; round++) {
    for (const [index, { subject, tapsPerFrame }] of RUNS.entries()) {
      await withDevices(subject, devices, async (venue, joined, bytes) => {
        const measured = await throughput(subject, venue, joined, tapsPerFrame, durationMs);
        samples[index]?.push({ ...measured, bytes });
        const rate = `${Math.round(measured.perSecond)} taps/s`;
        say(`${devices} devices, round ${round}: ${subject}, ${tapsPerFrame} a frame: ${rate}`);
      });
    }
  }
  return RUNS.map(({ subject, tapsPerFrame }, index) => {
    const own = samples[index] ?? [];
    // Each ratio is computed within one round, because other load on the machine then affects both sides.
    const against = (other: Subject, taps: number) => {
      const rates = samples[RUNS.findIndex((run) => run.subject === other && run.tapsPerFrame === taps)];
      return median(own.map(({ perSecond }, round) => perSecond / (rates?.[round]?.perSecond ?? Number.NaN)));
    };
    return {
      devices,
      subject,
      tapsPerFrame,
      perSecond: median(own.map(({ perSecond }) => perSecond)),
      ofEcho: against('echo', 1),
      ofNaive: against('naive', tapsPerFrame),
      cpuMicros: median(own.map(({ cpuMicros }) => cpuMicros)),
      bytesPerDevice: median(own.map(({ bytes }) => bytes)),
    };
  });
}

/** Measures how many rows the room writes at full speed. Uses the product with a meter. */
async function measureRows(tapsPerFrame: number): Promise<Figures['rows'][number]> {
  const metered = startRoomServer({ script: await bundleWorker('test/workers/metered.ts') });
  const count = async (venue: Venue, devices: Device[], _bytes: number, url: URL) => {
    const meter = async (): Promise<Meter> => JSON.parse(await (await fetch(new URL('/meter', url))).text());
    await meter();
    await throughput('room', venue, devices, tapsPerFrame, durationMs, ROW_DEVICES);
    const taps = devices.reduce((sum, { seq }) => sum + seq - 1, 0);
    return { devices: ROW_DEVICES, tapsPerFrame, perThousandTaps: ((await meter()).rowsWritten / taps) * 1000 };
  };
  return await withDevices('room', ROW_DEVICES, count, metered);
}

const figures: Figures = { throughput: [], latency: [], rows: [] };
for (const devices of values.devices.split(',').map(Number)) {
  const measured = await measureThroughput(devices);
  figures.throughput.push(...measured);
  for (const { subject, tapsPerFrame, perSecond } of measured) {
    if (tapsPerFrame > 1 || perSecond < LATENCY_TAPS_PER_SECOND * MIN_HEADROOM) continue;
    const latency = await withDevices(subject, devices, (venue, joined) =>
      latencies(subject, venue, joined, LATENCY_TAPS_PER_SECOND, durationMs),
    );
    figures.latency.push({ devices, subject, ...latency });
    say(`${devices} devices, latencies of ${subject} at ${LATENCY_TAPS_PER_SECOND} taps/s`);
  }
}
for (const tapsPerFrame of [1, 10]) figures.rows.push(await measureRows(tapsPerFrame));

const tables = tablesOf(figures, LATENCY_TAPS_PER_SECOND);
say(`\n${machine()}; ${rounds} rounds of ${values.seconds} s, medians.\n\n${tables}`);

if (values.write) {
  const name = inMemory ? 'figures in memory' : 'figures';
  const text = `On ${machine()}; medians of ${rounds} rounds of ${values.seconds} s.\n\n${tables}`;
  writeFigures('docs/performance.md', name, text);
}
