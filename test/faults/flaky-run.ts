import { setTimeout as sleep } from 'node:timers/promises';
import { countedAreas, fillAreas } from '../support/counts.ts';
import { seededRandom } from '../support/random.ts';
import type { RoomServer } from '../support/room-server.ts';
import { openVenue } from '../support/venue.ts';
import { type FaultCounts, missingFaults, noFaults } from './fault-counts.ts';
import { FlakyDevice, numbersOf } from './flaky-device.ts';
import { type Climate, FlakyLine } from './flaky-line.ts';
import type { ClientCounts } from './node-effects.ts';

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

const SHARED_AREAS = 3;
const FILL = 1_000;
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
  const faults = noFaults();
  const clients: ClientCounts = { sockets: 0, opened: 0, polls: 0, pollsAnswered: 0 };
  const venue = await openVenue('room', server, SHARED_AREAS + count);
  const sharedAreaIds = venue.areaIds.slice(0, SHARED_AREAS);
  await fillAreas(server.url, venue, sharedAreaIds, FILL);
  const lines: FlakyLine[] = [];
  const devices: FlakyDevice[] = [];
  for (let i = 0; i < count; i++) {
    const line = new FlakyLine(server.url, climateAt(pace), seededRandom(seed + i), faults);
    lines.push(line);
    devices.push(
      new FlakyDevice({
        base: await line.open(),
        headers: venue.headers,
        timerSpeed: TIMER_SPEED * pace,
        counts: clients,
        eventId: venue.eventId,
        principal: 'admin:flaky',
        ownAreaId: venue.areaIds[SHARED_AREAS + i] ?? '',
        sharedAreaIds,
        random: seededRandom(seed * 31 + i),
        tapEveryMs: [20 / pace, 400 / pace],
      }),
    );
  }
  try {
    // Two lines of ten begin without sockets, so that even a short run polls.
    for (const [i, line] of lines.entries()) line.start(i % 5 === 0 ? 'no sockets' : 'rough');
    for (const device of devices) device.startTapping();
    await sleep(seconds * 1_000);
    const missing = () => [...missingFaults(faults), ...Object.values(clients).filter((times) => times === 0)];
    for (let extra = 0; extra < extraSeconds && missing().length > 0; extra++) await sleep(1_000);
    for (const device of devices) device.stopTapping();
    for (const line of lines) line.heal();
    const healedAt = performance.now();

    const serverNumbers = async () => numbersOf([...(await countedAreas(server.url, venue)).values()]);
    const isSettled = (numbers: string) =>
      devices.every(({ shown, channel }) => channel.snapshot.unsentTaps === 0 && shown === numbers);
    let convergedAfterMs: number | null = null;
    while (convergedAfterMs === null && performance.now() - healedAt < CONVERGE_WITHIN_S * 1_000) {
      const numbers = await serverNumbers();
      if (isSettled(numbers)) convergedAfterMs = performance.now() - healedAt;
      else await sleep(20);
    }
    const wrong = devices.flatMap((device, i) => faultsOf(device, i));
    if (convergedAfterMs === null) wrong.push('The devices do not all show what the server says.');
    const tapped = numbersOf(
      venue.areaIds.map((areaId) => {
        const ins = devices.reduce((total, device) => total + device.doneTo(areaId).ins, 0);
        const outs = devices.reduce((total, device) => total + device.doneTo(areaId).outs, 0);
        const filled = sharedAreaIds.includes(areaId) ? FILL : 0;
        return { areaId, totalEntries: filled + ins, totalExits: outs, currentOccupancy: filled + ins - outs };
      }),
    );
    const counted = await serverNumbers();
    if (counted !== tapped) wrong.push(`Tapped:\n${tapped}\nCounted:\n${counted}`);
    const reconnections = devices.reduce((total, device) => total + device.reconnections, 0);
    const taps = devices.reduce((total, device) => total + device.taps, 0);
    const shownWrongForMs = Math.max(...devices.map(({ wrongForMs }) => wrongForMs));
    return { faults, clients, reconnections, taps, convergedAfterMs, shownWrongForMs, wrong };
  } finally {
    for (const { channel } of devices) channel.close();
    for (const line of lines) line.close();
  }
}

function faultsOf({ over, refused, channel }: FlakyDevice, number: number): string[] {
  const wrong: string[] = [];
  if (over !== null) wrong.push(`Device ${number} has ended: ${over}`);
  if (refused > 0) wrong.push(`Device ${number}: ${refused} taps refused`);
  const { unsentTaps } = channel.snapshot;
  if (unsentTaps > 0) wrong.push(`Device ${number}: ${unsentTaps} taps unsent`);
  return wrong;
}
