import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { Miniflare } from 'miniflare';
import { machine, table } from '../support/figures.ts';
import { BUILT_WORKER, migrateDatabase, roomOptions } from '../support/room-server.ts';
import { Device } from '../support/socket-device.ts';
import { openVenue, type Venue } from '../support/venue.ts';
import { dayOf, journalOf, ledgerOf, runningDay } from './long-day.ts';
import { median, percentile } from './measure.ts';

/**
 * `npm run bench:reading [-- --rows 200000]`: what a door waits for its acks while somebody reads the report of the running
 * day, or its single taps, beside the same door alone. All runs in one thread here, as with `npm start`.
 */

const { values } = parseArgs({
  options: { rows: { type: 'string', default: '200000' } },
});
const rows = Number(values.rows);
const ROUNDS = 3;
const TAP_EVERY_MS = 20;
/** Of the door alone; readings are repeated for as long. */
const MEASURED_MS = 5_000;
const SEEDED_AT_ONCE = 100_000;
const GOAL = { ms: 250, timesAlone: 3 };

/** Taps until `work` is done; answers what each waited for its ack, in ms. */
async function acksDuring(device: Device, areaId: string, work: Promise<unknown>): Promise<number[]> {
  const sentAt = new Map<number, number>();
  const waitedMs: number[] = [];
  device.onText = (text) => {
    const seq = Number(/^{"type":"ack".*?"seq":(\d+)/.exec(text)?.[1] ?? 0);
    for (const [sent, at] of sentAt) {
      if (sent > seq) continue;
      waitedMs.push(performance.now() - at);
      sentAt.delete(sent);
    }
  };
  const done = new AbortController();
  void work.finally(() => done.abort());
  while (!done.signal.aborted) {
    const at = performance.now();
    sentAt.set(device.tap(areaId, 1), at);
    await sleep(TAP_EVERY_MS);
  }
  await work;
  while (sentAt.size > 0) await sleep(1);
  return waitedMs;
}

async function read(url: URL, { headers }: Venue, path: string): Promise<number> {
  const from = performance.now();
  const answer = await fetch(new URL(path, url), { headers });
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  for await (const _ of answer.body ?? []);
  return performance.now() - from;
}

async function readFor(url: URL, venue: Venue, path: string): Promise<number[]> {
  const tookMs: number[] = [];
  for (const until = performance.now() + MEASURED_MS; performance.now() < until;)
    tookMs.push(await read(url, venue, path));
  return tookMs;
}

const stateDir = mkdtempSync(join(tmpdir(), 'headroom-reading-'));
const mf = new Miniflare({ ...roomOptions(BUILT_WORKER, stateDir), unsafeInspectDurableObjects: true });
try {
  const url = await mf.ready;
  await migrateDatabase(mf);
  const venue = await openVenue('room', { url }, 1);
  const storage = await mf.unsafeGetDurableObjectStorage('headroom', 'EventRoom', { name: venue.eventId });
  const day = runningDay(Date.now());
  await storage.exec(journalOf(day));
  for (let from = 0; from < rows; from += SEEDED_AT_ONCE) {
    await storage.exec(ledgerOf(day, rows, from, Math.min(rows, from + SEEDED_AT_ONCE)));
  }
  await storage.exec(dayOf(day));
  await mf.unsafeEvictDurableObject('headroom', 'EventRoom', { name: venue.eventId, webSockets: 'hibernate' });

  const device = await Device.join('room', venue, 1);
  const areaId = venue.areaIds[0] ?? '';
  const report = `/api/events/${venue.eventId}/report`;
  const kinds: [name: string, work: () => Promise<number[]>][] = [
    ['alone', async () => (await sleep(MEASURED_MS), [])],
    ['while the report is read', () => readFor(url, venue, report)],
    ['while the single taps are read', () => readFor(url, venue, `${report}/ledger?from=${day.day}&to=${day.day}`)],
  ];
  const figures = kinds.map(([name]) => ({
    name,
    p50: [] as number[],
    p99: [] as number[],
    max: [] as number[],
    tookMs: [] as number[],
  }));
  for (let round = 0; round < ROUNDS; round++) {
    for (const [index, [, work]] of kinds.entries()) {
      const working = work();
      const waited = await acksDuring(device, areaId, working);
      figures[index]?.p50.push(percentile(waited, 50));
      figures[index]?.p99.push(percentile(waited, 99));
      figures[index]?.max.push(Math.max(...waited));
      figures[index]?.tookMs.push(...(await working));
    }
  }
  const alone = median(figures[0]?.p99 ?? []);
  const goalMs = Math.max(GOAL.ms, GOAL.timesAlone * alone);
  const text = table(
    [`tap → ack, ms, ${rows.toLocaleString('en-US')} ledger rows`, 'p50', 'p99', 'goal', 'max', 'a reading took, s'],
    figures.map(({ name, p50, p99, max, tookMs }, index) => [
      name,
      median(p50).toFixed(1),
      median(p99).toFixed(1),
      index === 0 ? '–' : `≤ ${goalMs.toFixed(0)}`,
      median(max).toFixed(1),
      index === 0 ? '–' : (median(tookMs) / 1000).toFixed(1),
    ]),
  ).join('\n');
  process.stdout.write(`${machine()}; medians of ${ROUNDS} rounds.\n\n${text}\n`);
  process.exitCode = figures.every(({ p99 }) => median(p99) <= goalMs) ? 0 : 1;
  device.socket.terminate();
} finally {
  await mf.dispose();
  rmSync(stateDir, { recursive: true, force: true });
}
