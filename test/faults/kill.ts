import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { bundleWorker } from '../support/bundle-worker.ts';
import { countedAreas, fillAreas } from '../support/counts.ts';
import { between, seededRandom, seedOf } from '../support/random.ts';
import { BUILT_WORKER } from '../support/room-server.ts';
import { openVenue, type Venue } from '../support/venue.ts';
import { MIXED_AREAS, Tapper } from './tapper.ts';

/** `npm run test:kill [-- --rounds 25 --control-rounds 5 --devices 12 --seed 1]`: kill -9 while counting. */

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '25' },
    'control-rounds': { type: 'string', default: '5' },
    devices: { type: 'string', default: '12' },
    seed: { type: 'string' },
  },
});
const seed = seedOf(values.seed);
const devices = Number(values.devices);
const say = (line: string) => process.stdout.write(`${line}\n`);

const READY_WITHIN_MS = 60_000;
/** Range of ms after the load's first frame in which the room is killed. */
const KILL_AFTER_MS = [200, 1_500] as const;
/** The most people that one tap may add (src/shared/protocol/limits.ts). */
const FILL = 1_000;

let running: ChildProcess | null = null;

/** Starts a worker on workerd; resolves to its address, a different one each time. */
async function start(script: string, stateDir: string): Promise<URL> {
  // workerd and its parent form their own process group, so they die at once and no exit handler runs.
  const options = { detached: true, silent: true };
  running = fork(resolve(import.meta.dirname, 'serve.ts'), [script, stateDir], options);
  let log = '';
  running.stderr?.on('data', (data: Buffer) => {
    log = (log + data.toString()).slice(-4_000);
  });
  const [url] = await Promise.race([
    once(running, 'message', { signal: AbortSignal.timeout(READY_WITHIN_MS) }),
    once(running, 'exit'),
  ]);
  if (typeof url !== 'string') throw new Error(`The server ended with ${url}:\n${log}`);
  return new URL(url);
}

/** kill -9; resolves once the process is gone. */
async function kill(): Promise<void> {
  if (running?.pid === undefined) return;
  const exited = once(running, 'exit');
  process.kill(0 - running.pid, 'SIGKILL');
  running = null;
  await exited;
}
process.on('exit', () => void kill());

const nothingFound = () => ({
  kills: 0,
  'taps on disk': 0,
  /** Acknowledged taps that a restarted server does not have. */
  'acknowledged but lost': 0,
  /** `missing`: people whom the taps account for and totals or occupancy lack. `counted twice`: the reverse. */
  missing: 0,
  'counted twice': 0,
  rejected: 0,
});
type Found = ReturnType<typeof nothingFound>;

/** Kills the server repeatedly during counting. Each time compares what it acknowledged with what it has afterwards. */
async function runKills(script: string, rounds: number): Promise<Found> {
  const random = seededRandom(seed);
  const stateDir = mkdtempSync(join(tmpdir(), 'headroom-faults-'));
  const found = nothingFound();
  let url = await start(script, stateDir);
  const venue = await openVenue('room', { url }, MIXED_AREAS + 1);
  await fillAreas(url, venue, venue.areaIds.slice(0, MIXED_AREAS), FILL);
  const tappers = Array.from({ length: devices }, (_, i) => new Tapper(i, seed, venue));
  const all = (act: (tapper: Tapper) => Promise<void>) => Promise.all(tappers.map(act));
  await all((tapper) => tapper.join(url, venue));
  for (let round = 1; round <= rounds; round++) {
    for (const tapper of tappers) tapper.start();
    const afterMs = between(random, ...KILL_AFTER_MS);
    await sleep(afterMs);
    await kill();
    await all((tapper) => tapper.closed());
    found.kills += 1;
    url = await start(script, stateDir);
    await all((tapper) => tapper.join(url, venue));
    // No device taps now, so the numbers must match the taps that the room reports.
    await compare(found, tappers, url, venue);
    say(`kill ${round} of ${rounds} after ${afterMs.toFixed(0)} ms: ${JSON.stringify(found)}`);
    // A device could not continue from here: its room has less than it acknowledged.
    if (found['acknowledged but lost'] > 0) break;
  }
  if (found['acknowledged but lost'] === 0) {
    for (const tapper of tappers) tapper.start();
    await all((tapper) => tapper.drain());
    await compare(found, tappers, url, venue);
  }
  await kill();
  rmSync(stateDir, { recursive: true, force: true });
  return found;
}

async function compare(found: Found, tappers: readonly Tapper[], url: URL, venue: Venue): Promise<void> {
  const durable = tappers.flatMap((tapper) => tapper.durable);
  const counted = await countedAreas(url, venue);
  found['taps on disk'] = durable.length;
  found['acknowledged but lost'] = tappers.reduce((sum, { lost }) => sum + lost, 0);
  found.rejected = tappers.reduce((sum, { rejected }) => sum + rejected, 0);
  const differences = venue.areaIds.flatMap((areaId, i) => {
    const changes = durable.filter((tap) => tap.areaId === areaId).map(({ change }) => change);
    const isMixed = i < MIXED_AREAS;
    const ins = changes.reduce((sum, change) => sum + Math.max(change, 0), isMixed ? FILL : 0);
    const outs = changes.reduce((sum, change) => sum + Math.max(0 - change, 0), 0);
    const { totalEntries = 0, totalExits = 0, currentOccupancy = 0 } = counted.get(areaId) ?? {};
    // Exits are floored in full in areas that are always empty, and nowhere else.
    return [totalEntries - ins, totalExits - outs, currentOccupancy - (isMixed ? ins - outs : 0)];
  });
  const sumOf = (sign: 1 | -1) => differences.reduce((sum, difference) => sum + Math.max(0, sign * difference), 0);
  found['counted twice'] = Math.max(found['counted twice'], sumOf(1));
  found.missing = Math.max(found.missing, sumOf(-1));
}

say(`Seed ${seed}, ${devices} devices`);
const product = await runKills(BUILT_WORKER, Number(values.rounds));
say('\nThe control, which acknowledges first and writes later:');
const control = await runKills(await bundleWorker('test/workers/ack-first.ts'), Number(values['control-rounds']));
console.table({ 'the product': product, 'the control': control });

const isClean = product['acknowledged but lost'] + product.missing + product['counted twice'] + product.rejected === 0;
const canLose = control['acknowledged but lost'] > 0;
if (!isClean) say('FAILED: the product lost or doubled taps.');
if (!canLose) say('FAILED: the control lost nothing, so this run could not have seen a loss.');
process.exit(isClean && canLose ? 0 : 1);
