import { setTimeout as sleep } from 'node:timers/promises';
import { Counter, fillShared, settled, SHARED_AREAS, wrongOf } from '../support/crowd.ts';
import { type ClientCounts, nodeEffects, noClients } from '../support/node-effects.ts';
import { seededRandom } from '../support/random.ts';
import type { RoomServer } from '../support/room-server.ts';
import { openVenue } from '../support/venue.ts';
import { missingFaults } from './fault-counts.ts';
import type { FaultCounts } from './flaky-connection.ts';
import { type Climate, FlakyLine } from './flaky-line.ts';

export interface FlakyOptions {
  server: RoomServer;
  seconds: number;
  /** So much longer at the most, while some kind of fault has not happened yet. */
  extraSeconds: number;
  devices: number;
  seed: number;
  /** 1 for delays of up to 2 s and weather of up to a minute; 10 for all that ten times as fast. */
  pace: number;
}

export interface FlakyResult {
  faults: FaultCounts;
  clients: ClientCounts;
  reconnections: number;
  taps: number;
  /** From the end of the faults until every device showed the server's numbers; null when they never all did. */
  convergedAfterMs: number | null;
  /** The longest that a device showed something else of its own area than what was tapped there. */
  shownWrongForMs: number;
  /** What is wrong; nothing when all is well. */
  wrong: string[];
}

const PRINCIPAL = 'admin:flaky';
/** The client's own waits go by so much faster than the weather: in minutes it goes through what takes an hour. */
const TIMER_SPEED = 4;
/** More than a socket that fell silent is taken for alive, and the longest wait after it. */
const CONVERGE_WITHIN_S = 60;

const climateAt = (pace: number): Climate => ({
  delayMaxMs: 2_000 / pace,
  socketLifeMaxMs: 15_000 / pace,
  weatherMs: [3_000 / pace, 20_000 / pace],
  noSocketsMs: [30_000 / pace, 60_000 / pace],
});

/** Counts through a bad network, heals it, and compares everybody's numbers with what was tapped. */
export async function runFlaky(options: FlakyOptions): Promise<FlakyResult> {
  const { server, seconds, extraSeconds, devices: count, seed, pace } = options;
  const faults: FaultCounts = {
    connections: 0,
    refused: 0,
    cut: 0,
    silenced: 0,
    held: 0,
    lateSockets: 0,
    latePolls: 0,
    replayedPolls: 0,
    replayedSockets: 0,
  };
  const counts = noClients();
  const venue = await openVenue('room', server, SHARED_AREAS + count);
  await fillShared(server.url, venue);
  const lines: FlakyLine[] = [];
  const devices: Counter[] = [];
  for (let number = 0; number < count; number++) {
    const line = new FlakyLine(server.url, climateAt(pace), seededRandom(seed + number), faults);
    lines.push(line);
    const random = seededRandom(seed * 31 + number);
    const who = { principal: PRINCIPAL, random };
    const effects = nodeEffects({
      ...who,
      headers: venue.headers,
      base: await line.open(),
      timerSpeed: TIMER_SPEED * pace,
      counts,
    });
    devices.push(new Counter({ ...who, effects, venue, number, tapEveryMs: [20 / pace, 400 / pace] }));
  }
  try {
    // Two lines of ten begin without sockets, so that even a short run polls.
    for (const [i, line] of lines.entries()) line.start(i % 5 === 0 ? 'no sockets' : 'rough');
    for (const device of devices) device.startTapping();
    await sleep(seconds * 1_000);
    const missing = () => [...missingFaults(faults), ...Object.values(counts).filter((times) => times === 0)];
    for (let extra = 0; extra < extraSeconds && missing().length > 0; extra++) await sleep(1_000);
    for (const device of devices) device.stopTapping();
    for (const line of lines) line.heal();
    const crowd = { venue, devices };
    const convergedAfterMs = await settled(server.url, crowd, CONVERGE_WITHIN_S * 1_000);
    const wrong = await wrongOf(server.url, crowd);
    if (convergedAfterMs === null) wrong.push('The devices do not all show what the server says.');
    const reconnections = devices.reduce((total, device) => total + device.reconnections, 0);
    const taps = devices.reduce((total, device) => total + device.taps, 0);
    const shownWrongForMs = Math.max(...devices.map(({ wrongForMs }) => wrongForMs));
    return { faults, clients: counts, reconnections, taps, convergedAfterMs, shownWrongForMs, wrong };
  } finally {
    for (const { channel } of devices) channel.close();
    for (const line of lines) line.close();
  }
}
