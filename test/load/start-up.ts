import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import { Miniflare } from 'miniflare';
import { table } from '../support/figures.ts';
import { freePort } from '../support/free-port.ts';
import { BUILT_WORKER, roomOptions } from '../support/room-server.ts';
import { cpuSeconds } from '../support/server-process.ts';
import { Latencies } from './latencies.ts';

interface StartUp {
  /** `npm start` → the first 200 of GET /api/health, ms: the first of all, which builds and migrates, and one on the same state. */
  first: Latencies;
  again: Latencies;
  /** CPU of workerd until its first answer, ms: with the product, and with a worker that does nothing. */
  worker: Latencies;
  nothing: Latencies;
}

const READY_WITHIN_MS = 120_000;
const LOOK_EVERY_MS = 10;

/** The bindings' classes, and nothing in them. */
const NOTHING = `
  import { DurableObject } from 'cloudflare:workers';
  export class EventRoom extends DurableObject {}
  export class AccountHub extends DurableObject {}
  export default { fetch: () => new Response('nothing') };
`;

export async function measureStartUp(rounds: number, report: (line: string) => void): Promise<StartUp> {
  const [first, again, worker, nothing] = [new Latencies(), new Latencies(), new Latencies(), new Latencies()];
  for (let round = 1; round <= rounds; round++) {
    await inFolder(async (folder) => {
      first.record(await npmStart(folder));
      again.record(await npmStart(folder));
    });
    worker.record(await workerCpuMs(BUILT_WORKER));
    await inFolder(async (folder) => {
      const script = join(folder, 'nothing.js');
      writeFileSync(script, NOTHING);
      nothing.record(await workerCpuMs(script));
    });
    report(`start-up ${round} of ${rounds}`);
  }
  return { first, again, worker, nothing };
}

async function inFolder(work: (folder: string) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'headroom-start-'));
  try {
    await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function npmStart(stateDir: string): Promise<number> {
  const port = String(await freePort());
  const env = { ...process.env, STATE_DIR: stateDir, HOST: '127.0.0.1', PORT: port };
  const from = performance.now();
  // A process group of its own, so that all of it can be ended at once.
  const started = spawn('npm', ['start'], { env, detached: true, stdio: 'ignore' });
  const exited = once(started, 'exit');
  try {
    for (;;) {
      const answer = await fetch(`http://127.0.0.1:${port}/api/health`).catch(() => null);
      if (answer?.ok === true) return performance.now() - from;
      if (performance.now() - from > READY_WITHIN_MS) throw new Error('npm start was not ready in time');
      await sleep(LOOK_EVERY_MS);
    }
  } finally {
    if (started.pid !== undefined) process.kill(0 - started.pid, 'SIGKILL');
    await exited;
  }
}

/** A path that neither reads D1 nor wakes an object. */
async function workerCpuMs(script: string): Promise<number> {
  let cpuMs = Number.NaN;
  await inFolder(async (folder) => {
    const mf = new Miniflare(roomOptions(script, folder));
    await fetch(new URL('/api/no-such-call', await mf.ready)).then((answer) => answer.text());
    cpuMs = cpuSeconds() * 1_000;
    await mf.dispose();
  });
  return cpuMs;
}

/** What it takes to start. */
export const startTable = (startUp: StartUp): string => {
  const { first, again, worker, nothing } = startUp;
  const rows: [string, Latencies][] = [
    ['`npm start` to the first answer, with the first migrations', first],
    ['the same on a state that is there', again],
    ['CPU of workerd until its first answer, the product', worker],
    ['the same, a worker that does nothing', nothing],
  ];
  return table(
    ['start-up', 'ms'],
    rows.map(([what, latencies]) => [what, latencies.percentile(50).toFixed(0)]),
  ).join('\n');
};
