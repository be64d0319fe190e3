import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { Counter, fillVenue, settled, SHARED_AREAS, wrongOf } from '../support/counter.ts';
import { nodeEffects, noClients } from '../support/node-effects.ts';
import { seededRandom, seedOf } from '../support/random.ts';
import { startRoomServer } from '../support/room-server.ts';
import { openVenue } from '../support/venue.ts';

import { type Climate, FlakyLine, noFaults } from './flaky-line.ts';

/** `npm run test:flaky [-- --seconds 300 --devices 10 --pace 1 --seed 1]`: a bad network on loopback. */

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '300' },
    devices: { type: 'string', default: '10' },
    /** 1 means delays of up to 2 s and weather of up to a minute; 10 makes all of that ten times as fast. */
    pace: { type: 'string', default: '1' },
    seed: { type: 'string' },
  },
});
const PRINCIPAL = 'admin:flaky';
/** The client's own waits run this much faster than the weather, so that minutes cover what normally takes an hour. */
const TIMER_SPEED = 4;
/** Longer than a silenced socket counts as alive, plus the longest wait after that. */
const CONVERGE_WITHIN_S = 60;

const seed = seedOf(values.seed);
const [seconds, count, pace] = [Number(values.seconds), Number(values.devices), Number(values.pace)];
process.stdout.write(`Seed ${seed}, ${count} devices, ${seconds} s\n`);
const climate: Climate = {
  delayMaxMs: 2_000 / pace,
  socketLifeMaxMs: 15_000 / pace,
  weatherMs: [3_000 / pace, 20_000 / pace],
  noSocketsMs: [30_000 / pace, 60_000 / pace],
};
const faults = noFaults();
const counts = noClients();
const server = await startRoomServer();
const venue = await openVenue('room', server, SHARED_AREAS + count);
await fillVenue(server.url, venue);
const lines: FlakyLine[] = [];
const devices: Counter[] = [];
for (let number = 0; number < count; number++) {
  const line = new FlakyLine(server.url, climate, seededRandom(seed + number), faults);
  lines.push(line);
  const who = { principal: PRINCIPAL, random: seededRandom(seed * 31 + number) };
  const base = await line.open();
  const effects = nodeEffects({ ...who, headers: venue.headers, base, timerSpeed: TIMER_SPEED * pace, counts });
  devices.push(new Counter({ ...who, effects, venue, number, tapEveryMs: [20 / pace, 400 / pace] }));
}
// Two lines of ten start without sockets, so that even a short run polls.
for (const [i, line] of lines.entries()) line.start(i % 5 === 0 ? 'no sockets' : 'rough');
for (const device of devices) device.startTapping();
await sleep(seconds * 1_000);
for (const device of devices) device.stopTapping();
for (const line of lines) line.heal();
const convergedAfterMs = await settled(server.url, { venue, devices }, CONVERGE_WITHIN_S * 1_000);
const wrong = await wrongOf(server.url, { venue, devices });
if (convergedAfterMs === null) wrong.push('The devices do not all show what the server says.');
for (const { channel } of devices) channel.close();
for (const line of lines) line.close();
await server.close();
console.table({
  ...faults,
  ...counts,
  reconnections: devices.reduce((total, device) => total + device.reconnections, 0),
  taps: devices.reduce((total, device) => total + device.taps, 0),
  'all equal after, ms': convergedAfterMs?.toFixed(0),
});
for (const line of wrong) process.stdout.write(`FAILED: ${line}\n`);
process.exit(wrong.length === 0 ? 0 : 1);
