import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { machine, table } from '../support/figures.ts';
import { BUILT_WORKER } from '../support/room-server.ts';
import { Device } from '../support/socket-device.ts';
import { dateOf, LongRoom, runningDay } from './long-room.ts';
import { median, percentile } from './statistics.ts';

/**
 * `npm run bench:reading [-- --rows 200000]`: what a door waits for its acks while somebody reads the report of the running
 * day, or its single taps, beside the same door alone. All runs in one thread here, as with `npm start`.
 */

const { values } = parseArgs({ options: { rows: { type: 'string', default: '200000' } } });
const rows = Number(values.rows);
const ROUNDS = 3;
const TAP_EVERY_MS = 20;
/** For how long the door is measured; readings are repeated for as long. */
const MEASURED_MS = 5_000;
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

async function readAgainAndAgain({ url, venue }: LongRoom, path: string): Promise<number[]> {
  const tookMs: number[] = [];
  for (const until = performance.now() + MEASURED_MS; performance.now() < until;) {
    const from = performance.now();
    const answer = await fetch(new URL(`/api/events/${venue.eventId}${path}`, url), { headers: venue.headers });
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    for await (const _ of answer.body ?? []);
    tookMs.push(performance.now() - from);
  }
  return tookMs;
}

const room = new LongRoom(BUILT_WORKER);
try {
  await room.start();
  const day = runningDay();
  await room.fill(day, rows);
  const device = await Device.join('room', room.venue, 1);
  const areaId = room.venue.areaIds[0] ?? '';
  const taps = `/report/ledger?from=${dateOf(day)}&to=${dateOf(day)}`;
  const kinds: [name: string, work: () => Promise<number[]>][] = [
    ['alone', async () => (await sleep(MEASURED_MS), [])],
    ['while the report is read', () => readAgainAndAgain(room, '/report')],
    ['while the single taps are read', () => readAgainAndAgain(room, taps)],
  ];
  const figures = kinds.map(([name]) => ({ name, waitedMs: [] as number[][], tookMs: [] as number[] }));
  for (let round = 0; round < ROUNDS; round++) {
    for (const [index, [, work]] of kinds.entries()) {
      const working = work();
      figures[index]?.waitedMs.push(await acksDuring(device, areaId, working));
      figures[index]?.tookMs.push(...(await working));
    }
  }
  const overRounds = (waitedMs: number[][], percent: number) =>
    median(waitedMs.map((samples) => percentile(samples, percent)));
  const goalMs = Math.max(GOAL.ms, GOAL.timesAlone * overRounds(figures[0]?.waitedMs ?? [], 99));
  const text = table(
    [`tap → ack, ms, ${rows.toLocaleString('en-US')} ledger rows`, 'p50', 'p99', 'goal', 'max', 'a reading took, s'],
    figures.map(({ name, waitedMs, tookMs }, index) => {
      const [p50 = '', p99 = '', max = ''] = [50, 99, 100].map((percent) => overRounds(waitedMs, percent).toFixed(1));
      const ofReading = [`≤ ${goalMs.toFixed(0)}`, max, (median(tookMs) / 1000).toFixed(1)];
      return [name, p50, p99, ...(index === 0 ? ['–', max, '–'] : ofReading)];
    }),
  );
  process.stdout.write(`${machine()}; medians of ${ROUNDS} rounds.\n\n${text.join('\n')}\n`);
  process.exitCode = figures.every(({ waitedMs }) => overRounds(waitedMs, 99) <= goalMs) ? 0 : 1;
  device.socket.terminate();
} finally {
  await room.end();
}
