import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { countedAreas } from '../support/counts.ts';
import { median, percentile } from '../support/figures.ts';
import { startRoomServer } from '../support/room-server.ts';
import { residentBytes } from '../support/server-process.ts';
import { Device } from '../support/socket-device.ts';
import { enterByCode, openAccount, openEvent } from '../support/venue.ts';
import { attackWith } from './attack.ts';

/**
 * `npm run test:hostile [-- --rounds 3 --alone 10 --attack 22 --sessions 1000]`: holders of one access code do
 * everything that the limits allow, while another device counts. It fails under the conditions that
 * docs/evidence/faults.md lists.
 */

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '3' },
    /** Seconds in each round. */
    alone: { type: 'string', default: '10' },
    attack: { type: 'string', default: '22' },
    sessions: { type: 'string', default: '1000' },
  },
});
const [rounds, aloneS, attackS, sessions] = [values.rounds, values.alone, values.attack, values.sessions].map(Number);
if (!rounds || !aloneS || !attackS || !sessions) throw new Error('Numbers above 0');

const AREAS = 12;
/** One tap of 1,000 people fills an area. */
const CAPACITY = 1_000;
/** Thresholds of the venue and of each area. */
const THRESHOLDS = [75, 90, 100];
const ATTACKERS = 5;
const LOG_IN_AT_ONCE = 20;
const TAP_EVERY_MS = 50;
const ACK_WITHIN_MS = 20_000;
/** A slower tap of the innocent device is late for a person; on a slow machine the limit is 3 × its latency alone. */
const LATE_MS = 250;
const LATE_FACTOR = 3;
/** Minimum interval between recorded alerts (docs/decisions/0011). */
const ALERT_EVERY_S = 10;
/** Limits of each session: taps at once, taps per second, and new clients (docs/settings.md). */
const [TAPS_AT_ONCE, TAPS_PER_S, NEW_CLIENTS] = [10_000, 100, 60];
/** Limits of an isolate's memory (Durable Objects limits) and of a row's size. */
const [MEMORY_MB, ROW_BYTES] = [128, 1_900_000];
/** Memory that the local runtime keeps after any call, even an empty one. */
const RUNTIME_MB_A_CALL = 0.018;

const say = (line: string) => process.stdout.write(`${line}\n`);
const wrong: string[] = [];
const bounded = (what: string, reached: number, bound: number) => {
  const words = `${what}: ${reached.toFixed(0)}, at most ${bound.toFixed(0)}`;
  say(words);
  if (!(reached <= bound)) wrong.push(words);
};

const server = await startRoomServer({ onError: say, variables: { OPERATOR_TOKEN: 'hostile' } });
const { url } = server;
const admin = await openAccount(url, 'hostile@headroom.test');
const opened = await openEvent(admin, AREAS, CAPACITY);
const target = opened;
const [ownAreaId = '', crowdAreaId = ''] = target.areaIds;

async function call(path: string, headers: Record<string, string>): Promise<string> {
  const answer = await fetch(new URL(path, url), { headers });
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  return await answer.text();
}
const venue = { capacity: AREAS * CAPACITY, staffAllowance: 0, safetyMarginPercent: 0, alertThresholds: THRESHOLDS };
await admin.setVenue(target.eventId, venue);

/** Reads the number of rows in each table of the room from its export. */
async function countRows(): Promise<Map<string, number>> {
  const path = `/api/operator/events/${target.eventId}/export`;
  const lines = (await call(path, { Authorization: 'Bearer hostile' })).trimEnd().split('\n');
  const { rows }: { rows?: Record<string, number> } = JSON.parse(lines.at(-1) ?? '{}');
  if (rows === undefined) throw new Error('The export has no end');
  return new Map(Object.entries(rows));
}

/** Opens one more session whose socket counts one tap; returns whether the tap was acknowledged. */
async function countOnce(number: number): Promise<boolean> {
  try {
    const device = await Device.open({ ...target, headers: await enterByCode(url, target.accessCode) });
    await device.joinAs(`crowd-device-${String(number).padStart(8, '0')}`);
    device.tap(crowdAreaId, 1);
    await device.next('ack');
    device.socket.close();
    return true;
  } catch {
    return false;
  }
}

// Opens as many sessions as the doors of a large venue need, all by one access code and behind one address.
let entered = 0;
for (let begun = 0; begun < sessions; begun += LOG_IN_AT_ONCE) {
  const size = Math.min(LOG_IN_AT_ONCE, sessions - begun);
  const done = await Promise.all(Array.from({ length: size }, (_, i) => countOnce(begun + i)));
  entered += done.filter(Boolean).length;
}
say(`${sessions} sessions by one code from one address, which logged in and counted: ${entered}`);
if (entered !== sessions) wrong.push(`${sessions - entered} of ${sessions} sessions could not count`);

/** The innocent device only counts, on an area of its own. */
const headers = await enterByCode(url, target.accessCode);
const innocent = await Device.join('room', { ...target, headers }, 1);
const sentAt: number[] = [];
let ackMs: number[] = [];
let acknowledged = 0;
innocent.onText = (text) => {
  if (!text.startsWith('{"type":"ack"')) return;
  const seq = Number(/"seq":(\d+)/.exec(text)?.[1]);
  for (; acknowledged < seq; acknowledged += 1) ackMs.push(performance.now() - (sentAt[acknowledged] ?? Number.NaN));
};

/** Sends one tap after the other without waiting for acks; returns the 99th percentile of tap → ack. */
async function countFor(seconds: number): Promise<number> {
  ackMs = [];
  const until = performance.now() + seconds * 1_000;
  while (performance.now() < until && innocent.closed === null) {
    sentAt.push(performance.now());
    innocent.tap(ownAreaId, 1);
    await sleep(TAP_EVERY_MS);
  }
  const deadline = performance.now() + ACK_WITHIN_MS;
  while (acknowledged < sentAt.length && performance.now() < deadline && innocent.closed === null) await sleep(10);
  return percentile(ackMs, 99);
}

const before = await countRows();
const [alone, attacked]: [number[], number[]] = [[], []];
let memoryMb = 0;
for (let round = 1; round <= rounds; round += 1) {
  const restingMb = residentBytes() / 1e6;
  alone.push(await countFor(aloneS));
  const attackers = await Promise.all(Array.from({ length: ATTACKERS }, () => enterByCode(url, target.accessCode)));
  const attack = attackWith(url, target, attackers);
  let highestMb = 0;
  const watch = setInterval(() => {
    highestMb = Math.max(highestMb, residentBytes() / 1e6 - restingMb);
  }, 500);
  attacked.push(await countFor(attackS));
  clearInterval(watch);
  const done = await attack.stop();
  memoryMb = Math.max(memoryMb, highestMb - done.calls * RUNTIME_MB_A_CALL);
  await sleep(1_000);
  const p99s = `p99 ${alone.at(-1)?.toFixed(1)} ms alone, ${attacked.at(-1)?.toFixed(1)} ms attacked`;
  say(`round ${round}: ${p99s}; ${highestMb.toFixed(0)} MB over rest; ${JSON.stringify(done)}`);
}
const taps = sentAt.length;
const counted = (await countedAreas(url, target)).get(ownAreaId)?.totalEntries;
if (acknowledged < taps)
  wrong.push(`${taps - acknowledged} of the innocent device's ${taps} taps were not acknowledged`);
if (counted !== taps) wrong.push(`${counted} of the innocent device's ${taps} taps were counted`);
if (innocent.closed) wrong.push(`The innocent device's socket was closed with ${innocent.closed.code}`);

const after = await countRows();
const grown = (name: string) => (after.get(name) ?? 0) - (before.get(name) ?? 0);
const alerts = (AREAS + 1) * THRESHOLDS.length * ((rounds * (attackS + 1)) / ALERT_EVERY_S + rounds);
const late = Math.max(LATE_MS, LATE_FACTOR * median(alone));
say('');
bounded(`p99 of the innocent device beside attacks, ms (alone ${median(alone).toFixed(1)})`, median(attacked), late);
bounded('journal entries', grown('journal'), alerts);
bounded('rows of alerts', grown('alerts') + grown('alert_log'), 2 * alerts);
bounded('new client ids', grown('clients'), rounds * ATTACKERS * (NEW_CLIENTS + attackS / 60));
bounded(
  'blocks of the ledger',
  grown('ledger_blocks'),
  taps + rounds * ATTACKERS * (TAPS_AT_ONCE + attackS * TAPS_PER_S),
);
bounded('memory over that at rest and what calls leave in the runtime, MB', memoryMb, MEMORY_MB);
const today = await call(`/api/events/${target.eventId}/report`, target.headers);
const { devices }: { devices: unknown[] } = JSON.parse(today);
bounded('the day, bytes', Buffer.byteLength(today), ROW_BYTES);
bounded('devices that the day names', devices.length, 2_001);
innocent.socket.terminate();
await server.close();
for (const line of wrong) say(`FAILED: ${line}`);
process.exit(wrong.length === 0 ? 0 : 1);
