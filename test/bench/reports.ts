import process from 'node:process';
import { parseArgs } from 'node:util';
import { bundleWorker } from '../support/bundle-worker';
import { machine, median, table, writeFigures } from '../support/figures';
import { type RoomServer, startRoomServer } from '../support/room-server';
import { Device } from '../support/socket-device';
import { openAccount, openEvent, type Venue } from '../support/venue';
import type { Year } from '../support/year';

/**
 * `npm run bench:reports [-- --days 366 --rounds 5 --write]` stores a year of daily reports in a room and reads the
 * report of all of them: how long it takes, and how much memory worker and room hold meanwhile. `--write` writes the
 * figures into docs/evidence/performance.md.
 */

const { values } = parseArgs({
  options: {
    days: { type: 'string', default: '366' },
    rounds: { type: 'string', default: '5' },
    write: { type: 'boolean', default: false },
  },
});
const days = Number(values.days);
const rounds = Number(values.rounds);
const DAY_MS = 86_400_000;
const MIB = 1024 * 1024;
const GOAL = { ms: 3_000, heldMib: 40 };

/** This says what is counted each day, and which report is read: one by days, or one of a month by minutes. */
const CASES = [
  { areas: 40, devicesPerDay: 20, hasSums: true, interval: 'day' },
  { areas: 40, devicesPerDay: 500, hasSums: true, interval: 'day' },
  { areas: 100, devicesPerDay: 20, hasSums: true, interval: 'day' },
  { areas: 100, devicesPerDay: 500, hasSums: true, interval: 'day' },
  { areas: 100, devicesPerDay: 500, hasSums: false, interval: 'day' },
  { areas: 100, devicesPerDay: 500, hasSums: true, interval: '60' },
] as const;
type Case = (typeof CASES)[number];
const MONTH_DAYS = 31;

interface Figures {
  of: Case;
  days: number;
  ms: number;
  /** Above what the idle worker holds, in bytes: after garbage collections while the report is made, and with garbage. */
  held: number;
  used: number;
  answerBytes: number;
}

const say = (line: string): void => void process.stdout.write(`${line}\n`);
const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10);

/** The time of 06:00 UTC so many days ago: new events have business days from then on. */
const startOf = (daysAgo: number): number => Math.floor(Date.now() / DAY_MS - daysAgo) * DAY_MS + DAY_MS / 4;

async function withYear<T>(of: Case, work: (server: RoomServer, venue: Venue) => Promise<T>): Promise<T> {
  const server = await startRoomServer({ script: await bundleWorker('test/workers/year.ts'), isInspected: true });
  try {
    const venue = await openEvent(await openAccount(server.url, 'year@headroom.test'), of.areas);
    // A room opens when the first device joins to count.
    await Device.join('room', venue, 1);
    const { eventId, areaIds } = venue;
    const { devicesPerDay, hasSums } = of;
    const year: Year = { eventId, areaIds, days, devicesPerDay, hasSums, startsAt: startOf(days + 1) };
    const filled = await fetch(new URL('/year', server.url), { method: 'POST', body: JSON.stringify(year) });
    if (!filled.ok) throw new Error(await filled.text());
    return await work(server, venue);
  } finally {
    await server.close();
  }
}

async function measure(of: Case): Promise<Figures> {
  const asked = of.interval === 'day' ? days : Math.min(days, MONTH_DAYS);
  return await withYear(of, async (server, { eventId, headers }) => {
    const query = new URLSearchParams({
      from: dayOf(startOf(asked + 1)),
      to: dayOf(startOf(2)),
      interval: of.interval,
    });
    const read = async (): Promise<string> => {
      const answer = await fetch(new URL(`/api/events/${eventId}/report?${query}`, server.url), { headers });
      if (!answer.ok) throw new Error(await answer.text());
      return await answer.text();
    };
    const answerBytes = (await read()).length;
    const times: number[] = [];
    for (let round = 0; round < rounds; round++) {
      const startedAt = performance.now();
      await read();
      times.push(performance.now() - startedAt);
    }
    const probe = await server.probeHeap();
    const idle = await probe.heldBytes();
    const most = async (sample: () => Promise<number>): Promise<number> => {
      let highest = 0;
      const state = { isRead: false };
      const reading = read().finally(() => (state.isRead = true));
      while (!state.isRead) highest = Math.max(highest, await sample());
      await reading;
      return highest - idle;
    };
    const held = await most(() => probe.heldBytes());
    const used = await most(() => probe.usedBytes());
    probe.close();
    return { of, days: asked, ms: median(times), held, used, answerBytes };
  });
}

const mib = (bytes: number): string => (bytes / MIB).toFixed(1);
const figures: Figures[] = [];
for (const of of CASES) {
  const measured = await measure(of);
  figures.push(measured);
  const { ms, held, used } = measured;
  say(`${JSON.stringify(of)}: ${ms.toFixed(0)} ms, ${mib(held)} MiB held, ${mib(used)} MiB with garbage`);
}

const rows = figures.map(({ of, days: covered, ms, held, used, answerBytes }) => [
  `${of.areas}`,
  `${of.devicesPerDay}`,
  `${covered}`,
  of.interval === 'day' ? (of.hasSums ? 'day' : 'day, without stored sums') : `${of.interval} min`,
  (ms / 1000).toFixed(2),
  mib(held),
  mib(used),
  mib(answerBytes),
  ms <= GOAL.ms && held <= GOAL.heldMib * MIB ? 'yes' : '**no**',
]);
const head = [
  'areas',
  'devices a day',
  'days',
  'interval',
  's',
  'held, MiB',
  'with garbage, MiB',
  'answer, MiB',
  'holds',
];
const text = [`On ${machine()}; medians of ${rounds}.`, '', ...table(head, rows)].join('\n');
say(`\n${text}`);
if (values.write) writeFigures('docs/evidence/performance.md', 'reports', text);
