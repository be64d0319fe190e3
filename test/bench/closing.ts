import assert from 'node:assert/strict';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { bundleWorker } from '../support/bundle-worker.ts';
import { machine, table } from '../support/figures.ts';
import { Heap } from './heap.ts';
import { AREAS, endedDay, LongRoom } from './long-room.ts';
import { percentile } from './statistics.ts';

/**
 * `npm run bench:closing [-- --rows 5000000 --runs 3]`: what a room's closing of a long day takes, step by step: the heap of
 * its isolate above idle, and each step's time, by a call that does nothing else. A small day is compared with what all of its
 * rows come to at once, and the room is killed in the middle of the last closing.
 */

const { values } = parseArgs({
  options: {
    rows: { type: 'string', default: '5000000' },
    runs: { type: 'string', default: '3' },
  },
});
const [rows, runs] = [Number(values.rows), Number(values.runs)];
const COMPARED_ROWS = 200_000;
const GOALS = { mib: 40, stepMs: 50 };

const say = (line: string): void => void process.stdout.write(`${line}\n`);
const inEnglish = (count: number): string => count.toLocaleString('en-US');
const script = await bundleWorker('test/workers/closing.ts');

async function withRoom(filledWith: number, work: (room: LongRoom) => Promise<void>): Promise<void> {
  const room = new LongRoom(script);
  try {
    await room.start();
    await room.fill(endedDay(), filledWith);
    await work(room);
  } finally {
    await room.end();
  }
}

async function ask({ url, venue }: LongRoom, what: 'nothing' | 'step' | 'same'): Promise<boolean> {
  const answer = await fetch(new URL(`/closing/${what}?room=${venue.eventId}`, url));
  if (!answer.ok) throw new Error(`${what}: ${answer.status} ${await answer.text()}`);
  return JSON.parse(await answer.text());
}

/** Days and revisions of the reports that are stored. */
async function storedIn(room: LongRoom): Promise<string[]> {
  const query = 'SELECT day, revision FROM reports ORDER BY 1, 2';
  const found = await room.sql<{ day: string; revision: number }>(query);
  return found.map(({ day, revision }) => `${day} ${revision}`);
}

async function openAgain(room: LongRoom): Promise<void> {
  await room.sql('DELETE FROM reports');
  await room.evict();
}

interface Sample {
  mib: number;
  stepMs: number[];
}

async function closeDay(room: LongRoom): Promise<Sample> {
  await ask(room, 'nothing');
  const heap = await Heap.of(await room.runtime.getInspectorURL());
  await heap.collect();
  const idle = await heap.used();
  let most = idle;
  const stepMs: number[] = [];
  for (let goesOn = true; goesOn;) {
    const from = performance.now();
    goesOn = await ask(room, 'step');
    stepMs.push(performance.now() - from);
    most = Math.max(most, await heap.used());
  }
  heap.close();
  return { mib: (most - idle) / 2 ** 20, stepMs };
}

/** A room that is killed in the middle of a closing tries it again later, and leaves one revision. */
async function killWhileClosing(room: LongRoom, steps: number): Promise<void> {
  for (let step = 0; step < steps; step++) await ask(room, 'step');
  const killedAt = Date.now();
  await room.kill();
  await room.start();
  await ask(room, 'nothing');
  const [attempt] = await room.sql<{ value: string }>("SELECT value FROM meta WHERE key = 'reports_attempt'");
  const { attempts, retryAt }: { attempts: number; retryAt: number } = JSON.parse(attempt?.value ?? '{}');
  assert.deepEqual([await storedIn(room), attempts], [[], 1]);
  assert.ok(retryAt > killedAt, 'It is tried again at once');
  assert.equal(await ask(room, 'step'), false, 'It is tried again at once');
  say(`killed after ${Math.ceil(steps)} steps: tried again ${Math.round((retryAt - killedAt) / 60_000)} min later`);
  await room.sql(`UPDATE meta SET value = '{"attempts":1,"retryAt":0}' WHERE key = 'reports_attempt'`);
  await closeDay(room);
  const stored = await storedIn(room);
  assert.deepEqual([stored.length, stored[0]?.slice(-2)], [1, ' 1'], 'There is not one revision');
  say('then it is closed, with one revision');
}

await withRoom(COMPARED_ROWS, async (room) => {
  await closeDay(room);
  assert.deepEqual(await ask(room, 'same'), true, 'The figures are not those of all rows at once');
  say(`${inEnglish(COMPARED_ROWS)} rows: the same figures as from all rows at once`);
});

const samples: Sample[] = [];
const cells: string[][] = [];
const head = [`${inEnglish(rows)} rows, ${AREAS} areas`, 'heap above idle, MiB', 'steps', 'step p50, ms', 'p99', 'max'];
await withRoom(rows, async (room) => {
  say(`${inEnglish(rows)} rows are in the ledger`);
  for (let run = 1; run <= runs; run++) {
    await openAgain(room);
    const sample = await closeDay(room);
    const { mib, stepMs } = sample;
    const times = [50, 99, 100].map((percent) => percentile(stepMs, percent).toFixed(1));
    samples.push(sample);
    cells.push([`run ${run}`, mib.toFixed(1), inEnglish(stepMs.length), ...times]);
    say(cells.at(-1)?.join(', ') ?? '');
    assert.equal((await storedIn(room)).length, 1);
  }
  await openAgain(room);
  await killWhileClosing(room, (samples[0]?.stepMs.length ?? 0) / 2);
});

say(`\n${machine()}\n\n${table(head, cells).join('\n')}`);
const isWithin = samples.every(({ mib, stepMs }) => mib <= GOALS.mib && percentile(stepMs, 99) <= GOALS.stepMs);
process.exitCode = isWithin ? 0 : 1;
