import process from 'node:process';
import { parseArgs } from 'node:util';
import { median } from '../support/figures';
import { buildProduct, Product } from '../support/product';
import { joinAll } from '../support/socket-device';
import { openAccount, openEvent } from '../support/venue';
import { type Journey, measureTaps, SLOW_CPU, walk } from './phone';

/**
 * `npm run check:speed [-- --runs 5 --only login|taps]` measures the built product on a slow phone (1.6 Mbit/s, 400 ms,
 * a fourth of the CPU), and how long a tap takes while 50 other devices count. Exits with 1 if a goal is missed.
 */

const { values } = parseArgs({
  options: { runs: { type: 'string', default: '5' }, only: { type: 'string' } },
});

const AREAS = 3;
const CROWD = 50;
/** Each device of the crowd taps this often. */
const CROWD_TAP_EVERY_MS = 2_000;
/** Goals for taps: at this CPU slowdown, at most this many ms more than a bare button takes. */
const TAP_GOALS = [
  [1, 24],
  [SLOW_CPU, 60],
] as const;
/** The measurements of a journey, each with its goal (a maximum), its unit and its digits. */
const JOURNEY_GOALS: [what: string, read: (journey: Journey) => number, goal: number, unit: string, digits: number][] =
  [
    ['requests before the login can be typed in', ({ requests }) => requests, 12, '', 0],
    ['KB before the login can be typed in', ({ bytes }) => bytes / 1000, 60, 'KB', 1],
    ['until the login can be typed in', ({ fieldMs }) => fieldMs / 1000, 2, 's', 2],
    ['from the code to the pads', ({ padsMs }) => padsMs / 1000, 1.5, 's', 2],
    ['second visit, until the pads', ({ secondVisitMs }) => secondVisitMs / 1000, 1, 's', 2],
    ['longest task', ({ longestTaskMs }) => longestTaskMs, 150, 'ms', 0],
  ];

const say = (text: string) => process.stdout.write(`${text}\n`);
const missed: string[] = [];

function compare(what: string, value: number, goal: number, unit: string, digits = 0): void {
  const isMet = value <= goal;
  if (!isMet) missed.push(what);
  const reached = `${value.toFixed(digits)} ${unit}`;
  say(`${what.padEnd(52)}${reached.padEnd(14)}${goal.toFixed(digits)} ${unit}${isMet ? '' : '  MISSED'}`);
}

const product = new Product({ MAX_SOCKETS_PER_SESSION: '1000', MAX_NEW_CLIENTS_PER_HOUR: '100000' });
await product.start(buildProduct());
try {
  const { accessCode, ...venue } = await openEvent(
    await openAccount(new URL(product.url), 'speed@headroom.test'),
    AREAS,
  );
  say(`${'on a slow phone'.padEnd(52)}${'median'.padEnd(14)}goal`);
  if (values.only !== 'taps') {
    const walks: Journey[] = [];
    for (let run = 0; run < Number(values.runs); run += 1) walks.push(await walk(product.url, accessCode));
    for (const [what, read, ...goal] of JOURNEY_GOALS) compare(what, median(walks.map(read)), ...goal);
  }
  if (values.only !== 'login') {
    const crowd = await joinAll('room', venue, CROWD);
    const timers = crowd.map((device, i) =>
      setInterval(() => device.tap(venue.areaIds[i % AREAS] ?? '', 1), CROWD_TAP_EVERY_MS + i),
    );
    for (const [cpu, more] of TAP_GOALS) {
      const { bareP98Ms, padP98Ms } = await measureTaps(product.url, accessCode, cpu);
      const what = `tap to paint, p98 at ${cpu} × (bare ${bareP98Ms.toFixed(0)} ms + ${more})`;
      compare(what, padP98Ms, bareP98Ms + more, 'ms');
    }
    for (const timer of timers) clearInterval(timer);
    for (const { socket } of crowd) socket.close();
  }
} finally {
  await product.stop();
}
for (const what of missed) say(`MISSED: ${what}`);
process.exit(missed.length === 0 ? 0 : 1);
