import process from 'node:process';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { type Counter, type Crowd, settled, wrongOf } from '../support/counter.ts';
import { type ClientCounts, type Line, noClients } from '../support/node-effects.ts';
import { cpuSeconds, driverCpuSeconds, residentBytes } from '../support/server-process.ts';
import { Latencies } from './latencies.ts';
import { allConnected, openVenues, type VenuesOptions, WITHIN_MS } from './venues.ts';

export interface LoadOptions extends VenuesOptions {
  /** The server's error lines. */
  errorLines: readonly string[];
  /** Bytes of JavaScript that the server holds after a garbage collection. */
  heapBytes: () => Promise<number>;
  /** The number of rooms whose devices lose their connections in a storm: one part of the rooms after the other. */
  stormRooms: number;
  seconds: number;
  /** Number of storms, spread evenly over the run. */
  storms: number;
  report: (line: string) => void;
}

/** A moment in which all connections are lost at once. */
export interface Storm {
  reset: number;
  abandoned: number;
  /** Time until each device was connected again. */
  back: Latencies;
  /** CPU seconds that the server used until all devices were connected again. */
  cpuSeconds: number;
  driverCpuSeconds: number;
}

export interface MemorySample {
  atMs: number;
  /** Resident bytes. */
  server: number;
  driver: number;
}

export interface LoadResult {
  clients: ClientCounts;
  taps: number;
  /** Tap → ack in ms: `steady` for normal operation, the other for taps that were made or pending during a storm. */
  steady: Latencies;
  stormy: Latencies;
  storms: Storm[];
  reconnections: number;
  memory: readonly MemorySample[];
  /** The server's JavaScript in bytes after a garbage collection: before the first tap, in the middle, after the last. */
  heap: number[];
  /** From the first tap to the last. */
  cpuSeconds: { server: number; driver: number };
  /** Differences between the server's numbers and the taps, and what else happened to taps. */
  miscounted: string[];
  /** Other faults. */
  wrong: string[];
}

const SAMPLE_EVERY_MS = 2_000;

/** All devices count at the same time in their own venues. At intervals all lose their connections at once. */
export async function runLoad(options: LoadOptions): Promise<LoadResult> {
  const { url, errorLines, rooms, devicesPerRoom, stormRooms, seconds, storms: stormCount, report } = options;
  const clients = noClients();
  const abandoned = new Set<Line>();
  const lines: Set<Line>[] = [];
  const [steady, stormy] = [new Latencies(), new Latencies()];
  const [miscounted, wrong]: [string[], string[]] = [[], []];
  const storms: Storm[] = [];
  const memory: MemorySample[] = [];
  let lastStorm = { from: Number.POSITIVE_INFINITY, to: Number.NEGATIVE_INFINITY };

  const acknowledged = (tappedAt: number, now: number) => {
    const isStormy = tappedAt < lastStorm.to && now > lastStorm.from;
    (isStormy ? stormy : steady).record(now - tappedAt);
  };
  const venues: Crowd[] = await openVenues(options, (device) => {
    const own = new Set<Line>();
    lines[device] = own;
    return { line: { counts: clients, lines: own, abandoned }, acknowledged };
  });
  const devices = venues.flatMap((venue) => venue.devices);
  const startedAt = performance.now();
  const look = () =>
    memory.push({ atMs: performance.now() - startedAt, server: residentBytes(), driver: process.memoryUsage.rss() });
  const watch = setInterval(look, SAMPLE_EVERY_MS);

  async function storm(n: number): Promise<void> {
    const one: Storm = { reset: 0, abandoned: 0, back: new Latencies(), cpuSeconds: 0, driverCpuSeconds: 0 };
    const cpuBefore = { server: cpuSeconds(), driver: driverCpuSeconds() };
    const from = performance.now();
    lastStorm = { from, to: Number.POSITIVE_INFINITY };
    const inStorm = (device: number): boolean =>
      (Math.floor(device / devicesPerRoom) - (n - 1) * stormRooms + n * rooms) % rooms < stormRooms;
    const struck = devices.filter((_, device) => inStorm(device));
    // Each device has one last tap in transit: some of these taps arrive, and hardly any ack does.
    for (const device of struck) device.tapOnce();
    await nextTurn();
    for (const line of lines.flatMap((own, device) => (inStorm(device) ? [...own] : []))) {
      const isHeardOf = one.reset <= one.abandoned;
      if (isHeardOf) line.reset();
      else line.abandon();
      one[isHeardOf ? 'reset' : 'abandoned'] += 1;
    }
    if (!(await allConnected(struck, from))) wrong.push(`Not all devices are back after storm ${n}.`);
    lastStorm.to = performance.now();
    one.cpuSeconds = cpuSeconds() - cpuBefore.server;
    one.driverCpuSeconds = driverCpuSeconds() - cpuBefore.driver;
    for (const { connectedSince } of struck) one.back.record((connectedSince ?? lastStorm.to) - from);
    storms.push(one);
    report(`storm ${n} of ${stormCount}: the last was back after ${one.back.max.toFixed(0)} ms`);
  }

  try {
    if (!(await allConnected(devices, 0))) wrong.push('Not all devices have joined.');
    report(`${rooms} rooms, ${devices.length} devices`);
    look();
    const heap = [await options.heapBytes()];
    const cpuAtStart = { server: cpuSeconds(), driver: driverCpuSeconds() };
    for (const device of devices) device.startTapping();
    const pauseMs = (seconds * 1_000) / stormCount;
    for (let n = 1; n <= stormCount; n++) {
      const endsAt = performance.now() + pauseMs;
      await sleep(pauseMs / 2);
      await storm(n);
      await sleep(Math.max(0, endsAt - performance.now()));
      if (n === Math.ceil(stormCount / 2)) heap.push(await options.heapBytes());
    }
    heap.push(await options.heapBytes());
    for (const device of devices) device.stopTapping();
    clearInterval(watch);
    const cpu = { server: cpuSeconds() - cpuAtStart.server, driver: driverCpuSeconds() - cpuAtStart.driver };
    for (const crowd of venues) {
      const after = await settled(url, crowd, WITHIN_MS);
      if (after === null) wrong.push('The devices do not all show what the server says.');
      miscounted.push(...(await wrongOf(url, crowd)));
    }
    if (abandoned.size > 0) wrong.push(`${abandoned.size} sockets that their clients have replaced are still open.`);
    const sum = (of: (device: Counter) => number) => devices.reduce((total, device) => total + of(device), 0);
    return {
      clients,
      taps: sum(({ taps }) => taps),
      steady,
      stormy,
      storms,
      reconnections: sum(({ reconnections }) => reconnections),
      memory,
      heap,
      cpuSeconds: cpu,
      miscounted,
      wrong: [...wrong, ...errorLines],
    };
  } finally {
    clearInterval(watch);
    for (const { channel } of devices) channel.close();
  }
}
