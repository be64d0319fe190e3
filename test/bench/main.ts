import { writeFileSync } from 'node:fs';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { joinAll } from '../support/socket-device.ts';
import { openVenue, type Subject } from '../support/venue.ts';
import { chart } from './chart.ts';
import { type Figures, latencyTable, throughputTable } from './figures.ts';
import { goalTable } from './goals.ts';
import { latencies, median, throughput } from './measure.ts';
import { ROW_DEVICES, writtenPerTap } from './rows.ts';
import { machine, writeFigures } from '../support/figures.ts';
import { residentBytes } from '../support/server-process.ts';
import { startServer } from './servers.ts';

/**
 * `npm run bench [-- --devices 10,200 --seconds 2 --rounds 3 --in-memory --write]`: the room against an echo and a naive
 * room, one after the other in each round of one run. `--in-memory` keeps the servers' state off the disk (Linux), which
 * shows what the disk costs. `--write` puts the figures into docs/performance.md, and those of the disk into its chart.
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
// Where the servers' state goes: read at each start.
if (inMemory) process.env.TMPDIR = '/dev/shm';
const AREAS = 10;
const LATENCY_TAPS_PER_SECOND = 1000;
/** A server that manages less than this has no latency at that rate, only a growing queue. */
const MIN_HEADROOM = 1.5;
const durationMs = Number(values.seconds) * 1000;
const rounds = Number(values.rounds);

/** What is measured at one tap a frame, and at ten: the echo does not care. */
const RUNS: { subject: Subject; tapsPerFrame: number }[] = [
  { subject: 'echo', tapsPerFrame: 1 },
  { subject: 'naive', tapsPerFrame: 1 },
  { subject: 'room', tapsPerFrame: 1 },
  { subject: 'naive', tapsPerFrame: 10 },
  { subject: 'room', tapsPerFrame: 10 },
];

/** A fresh server for each measurement: an earlier crowd of sockets stalls the next one. */
async function withDevices<T>(
  subject: Subject,
  count: number,
  work: (
    venue: Awaited<ReturnType<typeof openVenue>>,
    devices: Awaited<ReturnType<typeof joinAll>>,
    bytesPerDevice: number,
  ) => Promise<T>,
): Promise<T> {
  const server = await startServer(subject);
  try {
    const venue = await openVenue(subject, server, AREAS);
    const empty = residentBytes();
    const devices = await joinAll(subject, venue, count);
    const result = await work(venue, devices, (residentBytes() - empty) / count);
    for (const device of devices) device.socket.terminate();
    return result;
  } finally {
    await server.close();
  }
}

const figures: Figures = {
  throughput: [],
  latency: [],
  rows: { devices: ROW_DEVICES, atOne: Number.NaN, atTen: Number.NaN },
};
for (const devices of values.devices.split(',').map(Number)) {
  const samples = RUNS.map(() => ({ perSecond: [] as number[], cpuMicros: [] as number[], bytes: [] as number[] }));
  for (let round = 1; round <= rounds; round++) {
    for (const [index, { subject, tapsPerFrame }] of RUNS.entries()) {
      const sample = await withDevices(subject, devices, async (venue, joined, bytes) => ({
        ...(await throughput(subject, venue, joined, tapsPerFrame, durationMs)),
        bytes,
      }));
      samples[index]?.perSecond.push(sample.perSecond);
      samples[index]?.cpuMicros.push(sample.cpuMicros);
      samples[index]?.bytes.push(sample.bytes);
      process.stdout.write(
        `${devices} devices, round ${round}: ${subject}, ${tapsPerFrame} a frame: ${Math.round(sample.perSecond)} taps/s\n`,
      );
    }
  }
  const rates = (subject: Subject, tapsPerFrame: number): number[] =>
    samples[RUNS.findIndex((run) => run.subject === subject && run.tapsPerFrame === tapsPerFrame)]?.perSecond ?? [];
  for (const [index, { subject, tapsPerFrame }] of RUNS.entries()) {
    const { perSecond = [], cpuMicros = [], bytes = [] } = samples[index] ?? {};
    // Each round's ratio by itself: what else the machine does in it, it does to both.
    const against = (other: readonly number[]) => median(perSecond.map((rate, n) => rate / (other[n] ?? Number.NaN)));
    figures.throughput.push({
      devices,
      subject,
      tapsPerFrame,
      perSecond: median(perSecond),
      ofEcho: against(rates('echo', 1)),
      ofNaive: against(rates('naive', tapsPerFrame)),
      cpuMicros: median(cpuMicros),
      bytesPerDevice: median(bytes),
    });
  }
  for (const subject of ['echo', 'naive', 'room'] as const) {
    if (median(rates(subject, 1)) < LATENCY_TAPS_PER_SECOND * MIN_HEADROOM) continue;
    const { ackMs, otherMs, cpuShare } = await withDevices(subject, devices, (venue, joined) =>
      latencies(subject, venue, joined, LATENCY_TAPS_PER_SECOND, durationMs),
    );
    figures.latency.push({ devices, subject, ackMs, otherMs, cpuShare });
    process.stdout.write(`${devices} devices, latencies of ${subject} at ${LATENCY_TAPS_PER_SECOND} taps/s\n`);
  }
}

const [atOne = Number.NaN, atTen = Number.NaN] = (
  await writtenPerTap(
    [1, 10].map((tapsPerFrame) => ({ tapsPerFrame, areas: 1 })),
    durationMs,
  )
).map(({ rowsPerThousandTaps }) => rowsPerThousandTaps);
figures.rows = { devices: ROW_DEVICES, atOne, atTen };

const tables = `${throughputTable(figures)}\n\n${latencyTable(figures, LATENCY_TAPS_PER_SECOND)}\n\n${goalTable(figures)}`;
process.stdout.write(`\n${machine()}; ${rounds} rounds of ${values.seconds} s, medians.\n\n${tables}\n`);

if (values.write) {
  const name = inMemory ? 'figures in memory' : 'figures';
  const text = `On ${machine()}; medians of ${rounds} rounds of ${values.seconds} s.\n\n${tables}`;
  writeFigures('docs/performance.md', name, text);
  if (!inMemory) writeFileSync(new URL('../../docs/performance.svg', import.meta.url), chart(figures));
}
