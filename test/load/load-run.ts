import process from 'node:process';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { Counter, type Crowd, fillShared, settled, SHARED_AREAS, wrongOf } from '../support/crowd.ts';
import {
  type ClientCounts,
  type Line,
  memoryStore,
  nodeEffects,
  type NodeEffectsOptions,
  noClients,
} from '../support/node-effects.ts';
import { seededRandom } from '../support/random.ts';
import { cpuSeconds, driverCpuSeconds, residentBytes } from '../support/server-process.ts';
import { enterByCode, openAccount, openEvent } from '../support/venue.ts';
import { Latencies } from './latencies.ts';

export interface LoadOptions {
  url: URL;
  /** The server's error lines. */
  errorLines: readonly string[];
  rooms: number;
  devicesPerRoom: number;
  seconds: number;
  /** Number of storms, spread evenly over the run. */
  storms: number;
  /** Interval between taps of one device, on average. */
  tapEveryMs: number;
  seed: number;
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
  /** From the first tap to the last. */
  cpuSeconds: { server: number; driver: number };
  /** Differences between the server's numbers and the taps, and what else happened to taps. */
  miscounted: string[];
  /** Other faults. */
  wrong: string[];
}

/** Not a goal: a device that is not there after this time will not come. */
const WITHIN_MS = 60_000;
const LOOK_EVERY_MS = 20;
const SAMPLE_EVERY_MS = 2_000;

/** Sign-ups from one address are limited to 100 an hour (src/services/attempts/limits.ts). */
const ROOMS_PER_ACCOUNT = 4;
/** Number of venues created concurrently. */
const AT_ONCE = 4;

/** Opens all venues. One device of each is the admin's; all others log in by code and have their own sessions. */
async function openVenues(
  options: LoadOptions,
  line: Pick<NodeEffectsOptions, 'counts' | 'lines' | 'abandoned'>,
  acknowledged: (tappedAt: number, now: number) => void,
): Promise<Crowd[]> {
  const { url, rooms, devicesPerRoom } = options;
  const crowds: Crowd[] = [];
  const openAccountWith = async (account: number): Promise<void> => {
    const admin = await openAccount(url, `load-${account}@headroom.test`);
    for (let room = account * ROOMS_PER_ACCOUNT; room < Math.min(rooms, (account + 1) * ROOMS_PER_ACCOUNT); room++) {
      const venue = await openEvent(admin, SHARED_AREAS + devicesPerRoom);
      await fillShared(url, venue);
      const devices: Counter[] = [];
      for (let number = 0; number < devicesPerRoom; number++) {
        const isAdmin = number === 0;
        const headers = isAdmin ? venue.headers : await enterByCode(url, venue.accessCode);
        const principal = isAdmin ? `admin:load-${room}` : `code:${venue.eventId}`;
        const random = seededRandom(options.seed + room * devicesPerRoom + number);
        const effects = nodeEffects({ ...line, base: url, headers, principal, random, store: memoryStore });
        const tapEveryMs = [0, 2 * options.tapEveryMs] as const;
        devices.push(new Counter({ effects, principal, venue, number, random, tapEveryMs, acknowledged }));
      }
      crowds[room] = { venue, devices };
    }
  };
  const accounts = Math.ceil(rooms / ROOMS_PER_ACCOUNT);
  for (let from = 0; from < accounts; from += AT_ONCE) {
    const size = Math.min(AT_ONCE, accounts - from);
    await Promise.all(Array.from({ length: size }, (_, i) => openAccountWith(from + i)));
  }
  return crowds;
}

/** Resolves to true once all devices have connections from `since` or later; false after WITHIN_MS. */
async function allConnected(devices: readonly Counter[], since: number): Promise<boolean> {
  const deadline = performance.now() + WITHIN_MS;
  while (!devices.every(({ connectedSince }) => connectedSince !== null && connectedSince >= since)) {
    if (performance.now() > deadline) return false;
    await sleep(LOOK_EVERY_MS);
  }
  return true;
}

/** All devices count at the same time in their own venues. At intervals all lose their connections at once. */
export async function runLoad(options: LoadOptions): Promise<LoadResult> {
  const { url, errorLines, rooms, seconds, storms: stormCount, report } = options;
  const clients = noClients();
  const [lines, abandoned] = [new Set<Line>(), new Set<Line>()];
  const [steady, stormy] = [new Latencies(), new Latencies()];
  const [miscounted, wrong]: [string[], string[]] = [[], []];
  const storms: Storm[] = [];
  const memory: MemorySample[] = [];
  let lastStorm = { from: Number.POSITIVE_INFINITY, to: Number.NEGATIVE_INFINITY };

  const acknowledged = (tappedAt: number, now: number) => {
    const isStormy = tappedAt < lastStorm.to && now > lastStorm.from;
    (isStormy ? stormy : steady).record(now - tappedAt);
  };
  const venues: Crowd[] = await openVenues(options, { counts: clients, lines, abandoned }, acknowledged);
  const devices = venues.flatMap((venue) => venue.devices);
  const startedAt = performance.now();
  const look = () =>
    memory.push({ atMs: performance.now() - startedAt, server: residentBytes(), driver: process.memoryUsage.rss() });
  const watch = setInterval(look, SAMPLE_EVERY_MS);

  async function storm(n: number): Promise<void> {
    const one: Storm = { reset: 0, abandoned: 0, back: new Latencies(), cpuSeconds: 0 };
    const cpuBefore = cpuSeconds();
    const from = performance.now();
    lastStorm = { from, to: Number.POSITIVE_INFINITY };
    // Each device has one last tap in transit: some of these taps arrive, and hardly any ack does.
    for (const device of devices) device.tapOnce();
    await nextTurn();
    for (const line of lines) {
      const isHeardOf = one.reset <= one.abandoned;
      if (isHeardOf) line.reset();
      else line.abandon();
      one[isHeardOf ? 'reset' : 'abandoned'] += 1;
    }
    if (!(await allConnected(devices, from))) wrong.push(`Not all devices are back after storm ${n}.`);
    lastStorm.to = performance.now();
    one.cpuSeconds = cpuSeconds() - cpuBefore;
    for (const { connectedSince } of devices) one.back.record((connectedSince ?? lastStorm.to) - from);
    storms.push(one);
    report(`storm ${n} of ${stormCount}: the last was back after ${one.back.max.toFixed(0)} ms`);
  }

  try {
    if (!(await allConnected(devices, 0))) wrong.push('Not all devices have joined.');
    report(`${rooms} rooms, ${devices.length} devices`);
    look();
    const cpuAtStart = { server: cpuSeconds(), driver: driverCpuSeconds() };
    for (const device of devices) device.startTapping();
    const pauseMs = (seconds * 1_000) / stormCount;
    for (let n = 1; n <= stormCount; n++) {
      const endsAt = performance.now() + pauseMs;
      await sleep(pauseMs / 2);
      await storm(n);
      await sleep(Math.max(0, endsAt - performance.now()));
    }
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
      cpuSeconds: cpu,
      miscounted,
      wrong: [...wrong, ...errorLines],
    };
  } finally {
    clearInterval(watch);
    for (const { channel } of devices) channel.close();
  }
}
