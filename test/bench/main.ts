import { resolve } from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { bundleWorker } from '../support/bundle-worker';
import { machine, writeFigures } from '../support/figures';
import type { Meter } from '../support/meter';
import { startRoomServer } from '../support/room-server';
import { type Figures, goalTable, type LatencyRun, tablesOf, type ThroughputRun } from './figures';
import { latencies, throughput } from './measure';
import { type BenchServer, FLOOR, ROOM, withDevices } from './servers';

/**
 * `npm run bench [-- --devices 10,200 --seconds 2 --rounds 9 --other dist --in-memory --write]` compares the room with
 * the floor (floor.mjs). Each round measures one server after the other, in an order that alternates. `--other` names
 * the build folder of another version, which is measured, too. `--in-memory` keeps the servers' state off the disk
 * (Linux), which shows what the disk costs. `--write` writes the figures into docs/evidence/performance.md.
 */

const { values } = parseArgs({
  options: {
    devices: { type: 'string', default: '10,200,1000' },
    seconds: { type: 'string', default: '2' },
    rounds: { type: 'string', default: '9' },
    other: { type: 'string' },
    'in-memory': { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
  },
});
if (values['in-memory'] && values.write) throw new Error('docs/evidence/performance.md has the figures with the disk.');
// The servers put their state into TMPDIR.
if (values['in-memory']) process.env.TMPDIR = '/dev/shm';
const ROW_DEVICES = 20;
const LATENCY_TAPS_PER_SECOND = 1000;
const durationMs = Number(values.seconds) * 1000;
const rounds = Number(values.rounds);

const SERVERS: BenchServer[] = [FLOOR, ROOM];
if (values.other !== undefined) {
  const script = resolve(values.other, 'headroom/index.js');
  SERVERS.push({ name: 'other', subject: 'room', start: () => startRoomServer({ script }) });
}

const say = (line: string): void => void process.stdout.write(`${line}\n`);

async function measureThroughput(server: BenchServer, devices: number, tapsPerFrame: number): Promise<ThroughputRun> {
  const measured = await withDevices(server, devices, async ({ venue, devices: joined, bytesPerDevice }) => ({
    ...(await throughput(server.subject, venue, joined, tapsPerFrame, durationMs)),
    bytesPerDevice,
  }));
  return { server: server.name, devices, tapsPerFrame, ...measured };
}

async function measureLatency(server: BenchServer, devices: number): Promise<LatencyRun> {
  const measured = await withDevices(server, devices, ({ venue, devices: joined }) =>
    latencies(server.subject, venue, joined, LATENCY_TAPS_PER_SECOND, durationMs),
  );
  return { server: server.name, devices, ...measured };
}

/** Measures how many rows the room writes at full speed. Uses the product with a meter. */
async function measureRows(tapsPerFrame: number): Promise<Figures['rows'][number]> {
  const script = await bundleWorker('test/workers/metered.ts');
  const metered = { subject: 'room', start: () => startRoomServer({ script }) } as const;
  return await withDevices(metered, ROW_DEVICES, async ({ venue, devices, url }) => {
    const meter = async (): Promise<Meter> => JSON.parse(await (await fetch(new URL('/meter', url))).text());
    await meter();
    await throughput('room', venue, devices, tapsPerFrame, durationMs, ROW_DEVICES);
    const taps = devices.reduce((sum, { seq }) => sum + seq - 1, 0);
    return { devices: ROW_DEVICES, tapsPerFrame, perThousandTaps: ((await meter()).rowsWritten / taps) * 1000 };
  });
}

const figures: Figures = { throughput: [], latency: [], rows: [] };
for (const devices of values.devices.split(',').map(Number)) {
  for (let round = 1; round <= rounds; round++) {
    for (const server of round % 2 === 0 ? SERVERS.toReversed() : SERVERS) {
      const rates: string[] = [];
      for (const tapsPerFrame of [1, 10]) {
        const measured = await measureThroughput(server, devices, tapsPerFrame);
        figures.throughput.push(measured);
        rates.push(`${Math.round(measured.perSecond)} taps/s at ${tapsPerFrame} a frame`);
      }
      const latency = await measureLatency(server, devices);
      figures.latency.push(latency);
      const p99 = `p99 ${latency.ack.p99.toFixed(1)} and ${latency.other.p99.toFixed(1)} ms`;
      say(`${devices} devices, round ${round}, ${server.name}: ${rates.join(', ')}; ${p99}`);
    }
  }
}
for (const tapsPerFrame of [1, 10]) figures.rows.push(await measureRows(tapsPerFrame));

const tables = tablesOf(figures, LATENCY_TAPS_PER_SECOND);
const how = `${machine()}; medians of ${rounds} rounds of ${values.seconds} s.`;
say(`\n${how}\n\n${tables}`);

if (values.write) {
  writeFigures('docs/evidence/performance.md', 'figures', [`On ${how}`, '', ...goalTable(figures)].join('\n'));
}
