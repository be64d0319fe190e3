import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { Latencies } from '../load/latencies.ts';
import { residentBytes } from '../support/server-process.ts';
import { BUILT_WORKER, migrateDatabase, roomOptions, startOnDisk } from '../support/room-server.ts';
import { enterByCode, openAccount } from '../support/venue.ts';
import { attackWith, type Deeds } from './attack.ts';
import { enterAsCrowd } from './crowd.ts';
import { Innocent } from './innocent.ts';
import { openTarget, readToday, rowsOf } from './target.ts';

/**
 * `npm run test:hostile [-- --rounds 3 --alone 10 --attack 22 --sessions 1000]`: holders of one access code do all that the
 * limits allow, while a device counts. docs/faults.md says what it fails on.
 */

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '3' },
    /** Seconds of each round. */
    alone: { type: 'string', default: '10' },
    attack: { type: 'string', default: '22' },
    sessions: { type: 'string', default: '1000' },
  },
});
const [rounds, aloneS, attackS, sessions] = [values.rounds, values.alone, values.attack, values.sessions].map(Number);
if (!rounds || !aloneS || !attackS || !sessions) throw new Error('Numbers above 0');

const ATTACKERS = 5;
/** A tap of the innocent device is late for a person from here on; or where the machine is slow, from three times alone on. */
const LATE_MS = 250;
const LATE_FACTOR = 3;
/** An alert may be noted so often (docs/decisions/0011). */
const ALERT_EVERY_S = 10;
/** Of each session: at once, and each second (docs/operations.md). */
const [TAPS_AT_ONCE, TAPS_PER_S, NEW_CLIENTS] = [10_000, 100, 60];
/** Of an isolate (Durable Objects limits), and of a row. */
const [MEMORY_MB, ROW_BYTES] = [128, 1_900_000];
/** What the local runtime keeps of any call, also to a worker that does nothing (docs/performance.md, "What calls leave in memory"). */
const RUNTIME_MB_A_CALL = 0.018;

const say = (line: string) => process.stdout.write(`${line}\n`);
const wrong: string[] = [];
const bounded = (what: string, reached: number, bound: number) => {
  say(`${what}: ${reached.toFixed(0)}, at most ${bound.toFixed(0)}`);
  if (!(reached <= bound)) wrong.push(`${what}: ${reached.toFixed(0)}, more than ${bound.toFixed(0)}`);
};
const textOf = (deeds: Deeds): string =>
  Object.entries(deeds)
    .map(([what, times]) => `${what} ${times}`)
    .join(', ');
const median = (numbers: number[]): number =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN;

const server = await startOnDisk(
  (stateDir) => roomOptions(BUILT_WORKER, stateDir, say, { OPERATOR_TOKEN: 'hostile' }),
  migrateDatabase,
);
const { url } = server;
const admin = await openAccount(url, 'hostile@headroom.test');
const target = await openTarget(url, admin);

const crowd = await enterAsCrowd(url, target, sessions);
say(
  `${sessions} sessions by one code from one address logged in and counted: ${crowd.counted}, in ${crowd.seconds.toFixed(1)} s`,
);
if (crowd.counted !== sessions) wrong.push(`${sessions - crowd.counted} of ${sessions} sessions could not count`);

const innocent = await Innocent.join(target, await enterByCode(url, target.accessCode));
const before = await rowsOf(url, target);
const p99s: { alone: number; attacked: number }[] = [];
let memoryMb = 0;
for (let round = 0; round < rounds; round += 1) {
  const alone = new Latencies();
  const restingMb = residentBytes() / 1e6;
  await innocent.countFor(aloneS, alone);
  const attacked = new Latencies();
  const attackers = await Promise.all(Array.from({ length: ATTACKERS }, () => enterByCode(url, target.accessCode)));
  const attack = attackWith(url, target, attackers);
  let highestMb = 0;
  const watch = setInterval(() => {
    highestMb = Math.max(highestMb, residentBytes() / 1e6 - restingMb);
  }, 500);
  await innocent.countFor(attackS, attacked);
  clearInterval(watch);
  const done = await attack.stop();
  memoryMb = Math.max(memoryMb, highestMb - done.calls * RUNTIME_MB_A_CALL);
  await sleep(1_000);
  p99s.push({ alone: alone.percentile(99), attacked: attacked.percentile(99) });
  say(
    `round ${round + 1}: p99 ${alone.percentile(99).toFixed(1)} ms alone, ${attacked.percentile(99).toFixed(1)} ms attacked; ${highestMb.toFixed(0)} MB over rest; ${textOf(done)}`,
  );
}
wrong.push(...(await innocent.wrongOf(url)));

const after = await rowsOf(url, target);
const grown = (table: string) => (after.get(table) ?? 0) - (before.get(table) ?? 0);
const [alone, attacked] = [median(p99s.map((one) => one.alone)), median(p99s.map((one) => one.attacked))];
const attackSeconds = rounds * (attackS + 1);
const alerts = target.alerts * (attackSeconds / ALERT_EVERY_S + rounds);
say('');
bounded(
  `p99 of the innocent device beside attacks, ms (alone ${alone.toFixed(1)})`,
  attacked,
  Math.max(LATE_MS, LATE_FACTOR * alone),
);
bounded('journal entries', grown('journal'), alerts);
bounded('rows of alerts', grown('alerts') + grown('alert_log'), 2 * alerts);
bounded('new client ids', grown('clients'), rounds * ATTACKERS * (NEW_CLIENTS + attackS / 60));
bounded('ledger rows', grown('ledger'), innocent.taps + rounds * ATTACKERS * (TAPS_AT_ONCE + attackS * TAPS_PER_S));
bounded('memory over that at rest and what calls leave in the runtime, MB', memoryMb, MEMORY_MB);
const today = await readToday(url, target);
bounded('the day, bytes', today.bytes, ROW_BYTES);
bounded('devices that the day names', today.devices, 2_001);
innocent.leave();
await server.close();
for (const line of wrong) say(`FAILED: ${line}`);
process.exit(wrong.length === 0 ? 0 : 1);
