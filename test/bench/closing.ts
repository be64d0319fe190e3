import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { Miniflare } from 'miniflare';
import { bundleWorker } from '../support/bundle-worker.ts';
import { machine, table } from '../support/figures.ts';
import { migrateDatabase, roomOptions } from '../support/room-server.ts';
import { workerdPids } from '../support/server-process.ts';
import { openVenue } from '../support/venue.ts';
import { Heap } from './heap.ts';
import { AREAS, dayOf, endedDay, journalOf, ledgerOf } from './long-day.ts';
import { median, percentile } from './measure.ts';

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
const rows = Number(values.rows);
const runs = Number(values.runs);
const COMPARED_ROWS = 200_000;
const SEEDED_AT_ONCE = 100_000;
const GOALS = { mib: 40, stepMs: 50 };

const say = (line: string): void => void process.stdout.write(`${line}\n`);

/** A room with one long day that is to be closed. */
class ClosingRoom {
  private readonly script: string;
  private readonly stateDir = mkdtempSync(join(tmpdir(), 'headroom-closing-'));
  private mf: Miniflare | undefined;
  private url = new URL('http://localhost');
  private eventId = '';

  constructor(script: string) {
    this.script = script;
  }

  async start(): Promise<void> {
    const options = { ...roomOptions(this.script, this.stateDir), unsafeInspectDurableObjects: true, inspectorPort: 0 };
    this.mf = new Miniflare(options);
    this.url = await this.mf.ready;
  }

  async fill(count: number): Promise<void> {
    if (this.mf === undefined) throw new Error('It is not started');
    await migrateDatabase(this.mf);
    this.eventId = (await openVenue('room', { url: this.url }, 1)).eventId;
    const day = endedDay(Date.now());
    await this.sql(journalOf(day));
    for (let from = 0; from < count; from += SEEDED_AT_ONCE) {
      await this.sql(ledgerOf(day, count, from, Math.min(count, from + SEEDED_AT_ONCE)));
    }
    await this.sql(dayOf(day));
  }

  async sql<Row extends Record<string, string | number> = Record<string, never>>(query: string): Promise<Row[]> {
    const storage = await this.mf?.unsafeGetDurableObjectStorage('headroom', 'EventRoom', { name: this.eventId });
    return (await storage?.exec<Row>(query)) ?? [];
  }

  async evict(): Promise<void> {
    await this.mf?.unsafeEvictDurableObject('headroom', 'EventRoom', { name: this.eventId, webSockets: 'hibernate' });
  }

  async ask(what: string): Promise<boolean> {
    const answer = await fetch(new URL(`/closing/${what}?room=${this.eventId}`, this.url));
    if (!answer.ok) throw new Error(`${what}: ${answer.status} ${await answer.text()}`);
    return JSON.parse(await answer.text());
  }

  async heap(): Promise<Heap> {
    if (this.mf === undefined) throw new Error('It is not started');
    return await Heap.of(await this.mf.getInspectorURL());
  }

  async stored(): Promise<string[]> {
    const found = await this.sql<{ day: string; revision: number }>('SELECT day, revision FROM reports ORDER BY 1, 2');
    return found.map(({ day, revision }) => `${day} ${revision}`);
  }

  /** As after a crash of the machine: nothing of the runtime is asked to end. */
  async kill(): Promise<void> {
    for (const pid of workerdPids()) process.kill(pid, 'SIGKILL');
    await this.mf?.dispose().catch(() => {});
  }

  async end(): Promise<void> {
    await this.mf?.dispose();
    rmSync(this.stateDir, { recursive: true, force: true });
  }
}

interface Sample {
  mib: number;
  stepMs: number[];
}

async function closeDay(room: ClosingRoom): Promise<Sample> {
  await room.ask('nothing');
  const heap = await room.heap();
  await heap.collect();
  const idle = await heap.used();
  let most = idle;
  const stepMs: number[] = [];
  for (let goesOn = true; goesOn;) {
    const from = performance.now();
    goesOn = await room.ask('step');
    stepMs.push(performance.now() - from);
    most = Math.max(most, await heap.used());
  }
  heap.close();
  return { mib: (most - idle) / 2 ** 20, stepMs };
}

const script = await bundleWorker('test/workers/closing.ts');
const small = new ClosingRoom(script);
try {
  await small.start();
  await small.fill(COMPARED_ROWS);
  await small.evict();
  await closeDay(small);
  assert.deepEqual(await small.ask('same'), true, 'The figures are not those of all rows at once');
  say(`${COMPARED_ROWS.toLocaleString('en-US')} rows: the same figures as from all rows at once`);
} finally {
  await small.end();
}

const room = new ClosingRoom(script);
const samples: Sample[] = [];
try {
  await room.start();
  await room.fill(rows);
  say(`${rows.toLocaleString('en-US')} rows are in the ledger`);
  for (let run = 1; run <= runs; run++) {
    await room.sql('DELETE FROM reports');
    await room.evict();
    const sample = await closeDay(room);
    samples.push(sample);
    say(
      `run ${run}: ${sample.mib.toFixed(1)} MiB above idle, ${sample.stepMs.length} steps, p50 ${median(sample.stepMs).toFixed(1)} ms, ` +
        `p99 ${percentile(sample.stepMs, 99).toFixed(1)} ms, max ${Math.max(...sample.stepMs).toFixed(1)} ms`,
    );
    assert.equal((await room.stored()).length, 1);
  }

  await room.sql('DELETE FROM reports');
  await room.evict();
  const half = (samples[0]?.stepMs.length ?? 0) / 2;
  for (let step = 0; step < half; step++) await room.ask('step');
  const killedAt = Date.now();
  await room.kill();
  await room.start();
  await room.ask('nothing');
  const [attempt] = await room.sql<{ value: string }>("SELECT value FROM meta WHERE key = 'reports_attempt'");
  const { attempts, retryAt }: { attempts: number; retryAt: number } = JSON.parse(attempt?.value ?? '{}');
  assert.deepEqual([await room.stored(), attempts], [[], 1]);
  assert.ok(retryAt > killedAt, 'It is tried again at once');
  assert.equal(await room.ask('step'), false, 'It is tried again at once');
  say(`killed after ${Math.ceil(half)} steps: tried again ${Math.round((retryAt - killedAt) / 60_000)} min later`);
  await room.sql(`UPDATE meta SET value = '{"attempts":1,"retryAt":0}' WHERE key = 'reports_attempt'`);
  await closeDay(room);
  const stored = await room.stored();
  assert.deepEqual([stored.length, stored[0]?.slice(-2)], [1, ' 1'], 'There is not one revision');
  say('then it is closed, with one revision');
} finally {
  await room.end();
}

const figures = table(
  [
    `${rows.toLocaleString('en-US')} rows, ${AREAS} areas`,
    'heap above idle, MiB',
    'steps',
    'step p50, ms',
    'p99',
    'max',
  ],
  samples.map(({ mib, stepMs }, index) => [
    `run ${index + 1}`,
    mib.toFixed(1),
    stepMs.length.toLocaleString('en-US'),
    median(stepMs).toFixed(1),
    percentile(stepMs, 99).toFixed(1),
    Math.max(...stepMs).toFixed(1),
  ]),
).join('\n');
say(`\n${machine()}\n\n${figures}`);
const isWithin = samples.every(({ mib, stepMs }) => mib <= GOALS.mib && percentile(stepMs, 99) <= GOALS.stepMs);
process.exitCode = isWithin ? 0 : 1;
