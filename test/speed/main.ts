import { loadavg } from 'node:os';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { buildProduct, Product } from '../support/product';
import { joinAll } from '../support/socket-device';
import { openAccount, openEvent } from '../support/venue';
import { type Journey, walk } from './journey';
import { SLOW_CPU } from './phone';
import { measureTaps } from './taps';

/**
 * `npm run check:speed [-- --runs 5 --only login|taps]`: the built product on a slow phone (1.6 Mbit/s, 400 ms, a fourth of the
 * CPU), and how long a tap takes while 50 other devices count. Exits 1 where a goal is missed.
 */

const { values } = parseArgs({
  options: { runs: { type: 'string', default: '5' }, only: { type: 'string' } },
});

const AREAS = 3;
const CROWD = 50;
/** Each device of the crowd taps this often. */
const CROWD_TAP_EVERY_MS = 2_000;

const say = (text: string) => process.stdout.write(`${text}\n`);
const median = (numbers: readonly number[]): number =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN;

const missed: string[] = [];

function compare(what: string, value: number, goal: number, unit: string, digits = 0): void {
  const isMet = value <= goal;
  if (!isMet) missed.push(what);
  say(
    `${what.padEnd(52)}${`${value.toFixed(digits)} ${unit}`.padEnd(14)}${goal.toFixed(digits)} ${unit}${isMet ? '' : '  MISSED'}`,
  );
}

const product = new Product({ MAX_SOCKETS_PER_SESSION: '1000', MAX_NEW_CLIENTS_PER_HOUR: '100000' });
await product.start(buildProduct());
try {
  const url = new URL(product.url);
  const venue = await openEvent(await openAccount(url, 'speed@headroom.test'), AREAS);
  say(`${'on a slow phone'.padEnd(52)}${'median'.padEnd(14)}goal`);
  if (values.only !== 'taps') {
    const walks: Journey[] = [];
    for (let run = 0; run < Number(values.runs); run += 1) walks.push(await walk(product.url, venue.accessCode));
    const middle = (read: (journey: Journey) => number) => median(walks.map(read));
    compare(
      'requests before the login can be typed in',
      middle(({ fieldTraffic }) => fieldTraffic.requests),
      12,
      '',
    );
    compare(
      'KB before the login can be typed in',
      middle(({ fieldTraffic }) => fieldTraffic.bytes / 1000),
      60,
      'KB',
      1,
    );
    compare(
      'until the login can be typed in',
      middle(({ fieldMs }) => fieldMs / 1000),
      2,
      's',
      2,
    );
    compare(
      'from the code to the pads',
      middle(({ padsMs }) => padsMs / 1000),
      1.5,
      's',
      2,
    );
    compare(
      'second visit, until the pads',
      middle(({ secondVisitMs }) => secondVisitMs / 1000),
      1,
      's',
      2,
    );
    compare(
      'longest task',
      middle(({ longestTaskMs }) => longestTaskMs),
      150,
      'ms',
    );
  }
  if (values.only !== 'login') {
    const crowd = await joinAll('room', venue, CROWD);
    const timers = crowd.map((device, i) =>
      setInterval(() => device.tap(venue.areaIds[i % AREAS] ?? '', 1), CROWD_TAP_EVERY_MS + i),
    );
    for (const [cpu, more] of [
      [1, 24],
      [SLOW_CPU, 60],
    ] as const) {
      const { bareP98Ms, padP98Ms } = await measureTaps(product.url, venue.accessCode, cpu);
      compare(
        `tap to paint, p98 at ${cpu} × (bare ${bareP98Ms.toFixed(0)} ms + ${more})`,
        padP98Ms,
        bareP98Ms + more,
        'ms',
      );
    }
    for (const timer of timers) clearInterval(timer);
    for (const { socket } of crowd) socket.close();
  }
  say(
    `load of this machine: ${loadavg()
      .map((load) => load.toFixed(1))
      .join(' ')}`,
  );
} finally {
  await product.stop();
}
for (const what of missed) say(`MISSED: ${what}`);
process.exit(missed.length === 0 ? 0 : 1);
