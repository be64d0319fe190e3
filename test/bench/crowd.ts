import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { bundleWorker } from '../support/bundle-worker';
import { machine, median, table, writeFigures } from '../support/figures';
import type { Meter } from '../support/meter';
import { type RoomServer, startRoomServer } from '../support/room-server';
import { residentBytes } from '../support/server-process';
import { Device } from '../support/socket-device';
import { enterByCode, openAccount, openEvent, type Venue } from '../support/venue';
import { Crowd, type Step } from './crowd-measure';

/**
 * `npm run bench:crowd [-- --devices 1000,5000 --every 19,4,2,1 --seconds 20 --write]` finds out how many counting
 * devices one room takes: all devices join one event, each with a session of its own, and tap at that rate, one tap a
 * frame. `--write` writes the figures into docs/evidence/performance.md. Each device takes two open files.
 */

const { values } = parseArgs({
  options: {
    devices: { type: 'string', default: '1000,5000' },
    every: { type: 'string', default: '19,4,2,1' },
    seconds: { type: 'string', default: '20' },
    write: { type: 'boolean', default: false },
  },
});
const AREAS = 10;
/** Devices that log in and join at the same time. */
const ARRIVING = 25;
/** An object without work is evicted after 10 s (workerd). Its sockets stay open. */
const SLEEP_MS = 13_000;
const WAKE_ROUNDS = 3;

const numbers = (list: string): number[] => list.split(',').map(Number);
const say = (line: string): void => void process.stdout.write(`${line}\n`);

interface Opened {
  venue: Venue;
  url: URL;
  crowd: Crowd;
  bytesPerDevice: number;
}

async function withCrowd<T>(server: RoomServer, count: number, work: (opened: Opened) => Promise<T>): Promise<T> {
  const { url } = server;
  try {
    const venue = await openEvent(await openAccount(url, 'crowd@headroom.test'), AREAS, 1_000_000);
    const arrive = async (number: number): Promise<Device> =>
      await Device.join('room', { ...venue, headers: await enterByCode(url, venue.accessCode) }, number);
    const empty = residentBytes();
    const devices: Device[] = [];
    for (let from = 0; from < count; from += ARRIVING) {
      const size = Math.min(ARRIVING, count - from);
      devices.push(...(await Promise.all(Array.from({ length: size }, (_, i) => arrive(from + i)))));
    }
    const crowd = new Crowd(venue, devices);
    const result = await work({ venue, url, crowd, bytesPerDevice: (residentBytes() - empty) / count });
    crowd.close();
    return result;
  } finally {
    await server.close();
  }
}

/** The steps of one room, and what else depends on the number of its devices. */
interface Measured {
  devices: number;
  steps: Step[];
  rowsPerTap: number[];
  bytesPerDevice: number;
  devicesCall: { ms: number; bytes: number };
  /** From the first tap to its ack: of a room that is awake, and of one that was evicted; ms. */
  awakeMs: number;
  wokenMs: number;
  isExact: boolean;
  disorder: number;
}

async function readDevices({ url, venue }: Opened): Promise<{ ms: number; bytes: number }> {
  const startedAt = performance.now();
  const answer = await fetch(new URL(`/api/events/${venue.eventId}/devices`, url), { headers: venue.headers });
  const { length } = await answer.text();
  return { ms: performance.now() - startedAt, bytes: length };
}

/** Whether the room's entries are exactly the taps that were made. */
async function isCountExact({ url, venue, crowd }: Opened): Promise<boolean> {
  const answer = await fetch(new URL(`/api/events/${venue.eventId}/areas`, url), { headers: venue.headers });
  const { areas }: { areas: { totalEntries: number }[] } = JSON.parse(await answer.text());
  return areas.reduce((sum, { totalEntries }) => sum + totalEntries, 0) === crowd.made;
}

async function repeated(times: number, work: () => Promise<number>): Promise<number> {
  const samples: number[] = [];
  for (let n = 0; n < times; n++) samples.push(await work());
  return median(samples);
}

const durationMs = Number(values.seconds) * 1000;

async function measure(devices: number): Promise<Measured> {
  const measured = await withCrowd(await startRoomServer(), devices, async (opened) => {
    const { crowd, bytesPerDevice } = opened;
    const steps: Step[] = [];
    for (const everyS of numbers(values.every)) {
      const step = await crowd.run(everyS, durationMs);
      steps.push(step);
      const { ack, other, ackedPerSecond, cpuShare, driverShare } = step;
      const ms = [ack.p50, ack.p99, ack.max, other.p50, other.p99].map((value) => value.toFixed(0)).join(' / ');
      const cpu = [cpuShare, driverShare].map((share) => `${(share * 100).toFixed(0)} %`).join(' and ');
      say(`${devices} devices, a tap every ${everyS} s: ${ackedPerSecond.toFixed(0)} acks/s, ${ms} ms, CPU ${cpu}`);
    }
    const awakeMs = await repeated(WAKE_ROUNDS, () => crowd.tapOnce(0));
    const devicesCall = await readDevices(opened);
    const wokenMs = await repeated(WAKE_ROUNDS, async () => {
      await sleep(SLEEP_MS);
      return await crowd.tapOnce(0);
    });
    const isExact = await isCountExact(opened);
    return { steps, bytesPerDevice, awakeMs, devicesCall, wokenMs, isExact, disorder: crowd.disorder };
  });
  const script = await bundleWorker('test/workers/metered.ts');
  const rowsPerTap = await withCrowd(await startRoomServer({ script }), devices, async ({ crowd, url }) => {
    const rows: number[] = [];
    const meter = async (): Promise<Meter> => JSON.parse(await (await fetch(new URL('/meter', url))).text());
    for (const everyS of numbers(values.every)) {
      await meter();
      const before = crowd.made;
      await crowd.run(everyS, durationMs);
      rows.push((await meter()).rowsWritten / (crowd.made - before));
    }
    return rows;
  });
  return { devices, rowsPerTap, ...measured };
}

const whole = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });
const percent = (share: number): string => whole.format(share * 100);

function stepsTable(all: readonly Measured[]): string[] {
  const head = ['devices', 'a tap every, s', 'taps/s', 'tap → ack p50, ms', 'p99', 'max', 'tap → other p50, ms', 'p99'];
  const rows = all.flatMap(({ devices, steps, rowsPerTap }) =>
    steps.map((step, i) => [
      whole.format(devices),
      String(step.everyS),
      whole.format(step.tapsPerSecond),
      ...[step.ack.p50, step.ack.p99, step.ack.max, step.other.p50, step.other.p99].map((ms) => whole.format(ms)),
      percent(step.cpuShare),
      percent(step.driverShare),
      whole.format(step.cpuMicros),
      (rowsPerTap[i] ?? Number.NaN).toFixed(2),
    ]),
  );
  return table([...head, 'CPU, % of a core', 'generator’s', 'CPU a tap, µs', 'rows a tap'], rows);
}

function sizesTable(all: readonly Measured[]): string[] {
  const rows = all.map((measured) => [
    whole.format(measured.devices),
    whole.format(measured.bytesPerDevice / 1024),
    measured.awakeMs.toFixed(1),
    measured.wokenMs.toFixed(1),
    whole.format(measured.devicesCall.ms),
    whole.format(measured.devicesCall.bytes / 1024),
    measured.isExact && measured.steps.every(({ missing }) => missing === 0) ? 'yes' : '**no**',
    measured.disorder === 0 ? 'yes' : '**no**',
  ]);
  const head = ['devices', 'memory a device, KiB', 'tap → ack, awake, ms', 'woken', 'GET devices, ms', 'KiB'];
  return table([...head, 'each tap counted once', 'acks in order, no socket lost'], rows);
}

const measured: Measured[] = [];
for (const devices of numbers(values.devices)) measured.push(await measure(devices));
const text = [
  `On ${machine()}; steps of ${values.seconds} s.`,
  '',
  ...stepsTable(measured),
  '',
  ...sizesTable(measured),
].join('\n');
say(`\n${text}`);
if (values.write) writeFigures('docs/evidence/performance.md', 'crowd', text);
process.exit(0);
