import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { type Counter, settled, wrongOf } from '../support/crowd.ts';
import { type ClientCounts, type Line, noClients } from '../support/node-effects.ts';
import { cpuSeconds, driverCpuSeconds } from '../support/server-process.ts';
import { Latencies } from './latencies.ts';
import type { LoadServer } from './load-server.ts';
import { type MemorySample, MemoryWatch } from './memory.ts';
import { openVenues } from './venues.ts';

export interface LoadOptions {
  server: LoadServer;
  rooms: number;
  devicesPerRoom: number;
  seconds: number;
  /** Spread evenly over the run. */
  storms: number;
  /** Of each device, on average. */
  tapEveryMs: number;
  seed: number;
  report: (line: string) => void;
}

/** All connections lost at once. */
export interface Storm {
  reset: number;
  abandoned: number;
  /** Until a device was connected again. */
  back: Latencies;
  /** Of the server's CPU, until all were. */
  cpuSeconds: number;
}

export interface LoadResult {
  clients: ClientCounts;
  taps: number;
  /** Tap → ack, ms: while all is well, and of taps made, or waited for, during a storm. */
  steady: Latencies;
  stormy: Latencies;
  storms: Storm[];
  reconnections: number;
  memory: readonly MemorySample[];
  /** From the first tap to the last. */
  cpuSeconds: { server: number; driver: number };
  /** From the last tap until every device showed the server's numbers; null when they never all did. */
  settledAfterMs: number | null;
  /** Where the server's numbers are not those of the taps, and what became of taps otherwise. */
  miscounted: string[];
  /** What else is wrong. */
  wrong: string[];
}

const JOIN_WITHIN_MS = 60_000;
/** No goal: a device that is not back after this has not come back. */
const BACK_WITHIN_MS = 60_000;
const SETTLE_WITHIN_MS = 60_000;
const LOOK_EVERY_MS = 20;

const hasAllSince = (devices: readonly Counter[], since: number): boolean =>
  devices.every(({ connectedSince }) => connectedSince !== null && connectedSince >= since);

const cpuNow = () => ({ server: cpuSeconds(), driver: driverCpuSeconds() });

/** True once all are connected, and have been since a moment after `since`. */
async function allConnected(devices: readonly Counter[], since: number, withinMs: number): Promise<boolean> {
  const deadline = performance.now() + withinMs;
  while (!hasAllSince(devices, since)) {
    if (performance.now() > deadline) return false;
    await sleep(LOOK_EVERY_MS);
  }
  return true;
}

/** Everybody counts at the same time in venues of their own, and now and then all lose their connections at once. */
export async function runLoad(options: LoadOptions): Promise<LoadResult> {
  const { server, rooms, seconds, storms: stormCount, report } = options;
  const clients = noClients();
  const lines = new Set<Line>();
  const abandoned = new Set<Line>();
  const [steady, stormy] = [new Latencies(), new Latencies()];
  const [miscounted, wrong]: [string[], string[]] = [[], []];
  const storms: Storm[] = [];
  let memory: MemoryWatch | null = null;
  let lastStorm = { from: Number.POSITIVE_INFINITY, to: Number.NEGATIVE_INFINITY };

  const openedFrom = performance.now();
  const venues = await openVenues({
    ...options,
    url: server.url,
    counts: clients,
    lines,
    abandoned,
    acknowledged: (tappedAt, now) => {
      const isStormy = tappedAt < lastStorm.to && now > lastStorm.from;
      (isStormy ? stormy : steady).record(now - tappedAt);
    },
  });
  const devices = venues.flatMap((venue) => venue.devices);
  try {
    if (!(await allConnected(devices, 0, JOIN_WITHIN_MS))) wrong.push('Not all devices have joined.');
    report(`${rooms} rooms, ${devices.length} devices in ${((performance.now() - openedFrom) / 1_000).toFixed(1)} s`);
    memory = new MemoryWatch();
    const cpuAtStart = cpuNow();
    for (const device of devices) device.startTapping();

    const pauseMs = (seconds * 1_000) / stormCount;
    for (let n = 1; n <= stormCount; n++) {
      const stormAt = performance.now() + pauseMs / 2;
      await sleep(pauseMs / 2);
      const storm: Storm = { reset: 0, abandoned: 0, back: new Latencies(), cpuSeconds: 0 };
      const cpuBefore = cpuSeconds();
      const from = performance.now();
      lastStorm = { from, to: Number.POSITIVE_INFINITY };
      // Everybody's last word is on its way: some of it arrives, and hardly an ack is heard.
      for (const device of devices) device.tapOnce();
      await nextTurn();
      for (const line of lines) {
        const isHeardOf = storm.reset <= storm.abandoned;
        if (isHeardOf) line.reset();
        else line.abandon();
        storm[isHeardOf ? 'reset' : 'abandoned'] += 1;
      }
      const areBack = await allConnected(devices, from, BACK_WITHIN_MS);
      if (!areBack) wrong.push(`Not all devices are back after storm ${n}.`);
      lastStorm.to = performance.now();
      storm.cpuSeconds = cpuSeconds() - cpuBefore;
      for (const { connectedSince } of devices) storm.back.record((connectedSince ?? lastStorm.to) - from);
      storms.push(storm);
      report(`storm ${n} of ${stormCount}: ${areBack ? 'all' : 'not all'} back after ${storm.back.max.toFixed(0)} ms`);
      await sleep(Math.max(0, stormAt + pauseMs / 2 - performance.now()));
    }

    for (const device of devices) device.stopTapping();
    const cpuAtEnd = cpuNow();
    const samples = memory.stop();
    const settleFrom = performance.now();
    let settledAfterMs: number | null = 0;
    for (const crowd of venues) {
      if ((await settled(server.url, crowd, SETTLE_WITHIN_MS)) === null) settledAfterMs = null;
      else if (settledAfterMs !== null) settledAfterMs = performance.now() - settleFrom;
      miscounted.push(...(await wrongOf(server.url, crowd)));
    }
    if (settledAfterMs === null) wrong.push('The devices do not all show what the server says.');
    if (abandoned.size > 0) wrong.push(`${abandoned.size} sockets that their clients have replaced are still open.`);
    const sum = (of: (device: Counter) => number) => devices.reduce((total, device) => total + of(device), 0);
    return {
      clients,
      taps: sum(({ taps }) => taps),
      steady,
      stormy,
      storms,
      reconnections: sum(({ reconnections }) => reconnections),
      memory: samples,
      cpuSeconds: { server: cpuAtEnd.server - cpuAtStart.server, driver: cpuAtEnd.driver - cpuAtStart.driver },
      settledAfterMs,
      miscounted,
      wrong: [...wrong, ...server.errorLines],
    };
  } finally {
    memory?.stop();
    for (const { channel } of devices) channel.close();
  }
}
