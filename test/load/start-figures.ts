import { table } from '../support/figures.ts';
import { CALLS, type Growth } from './calls.ts';
import type { Latencies } from './latencies.ts';
import type { StartUp } from './start-up.ts';
import type { Waking } from './wake.ts';

const middle = (latencies: Latencies): string => latencies.percentile(50).toFixed(1);

const whole = (latencies: Latencies): string => latencies.percentile(50).toFixed(0);

/** What it takes to wake a room. */
export const wakeTable = (wakings: readonly Waking[]): string =>
  table(
    [
      'ledger rows',
      'on disk, MiB',
      'tap → ack, awake, ms',
      'woken',
      'upgrade → sync, awake',
      'woken',
      'GET devices, awake',
      'woken',
    ],
    wakings.map(({ ledgerRows, storedMib, awake, woken, joinedAwake, joinedWoken, askedAwake, askedWoken }) => [
      ledgerRows.toLocaleString('en-US'),
      storedMib.toFixed(1),
      ...[awake, woken, joinedAwake, joinedWoken, askedAwake, askedWoken].map(middle),
    ]),
  ).join('\n');

/** What it takes to start. */
export const startTable = ({ first, again, worker, nothing }: StartUp): string =>
  table(
    ['start-up', 'ms'],
    [
      ['`npm start` to the first answer, with the first migrations', whole(first)],
      ['the same on a state that is there', whole(again)],
      ['CPU of workerd until its first answer, the product', whole(worker)],
      ['the same, a worker that does nothing', whole(nothing)],
    ],
  ).join('\n');

/** What calls leave in the memory of a server, and of those that it is compared with. */
export const callsTable = (growths: readonly Growth[]): string =>
  table(
    ['resident memory, MiB, after', ...CALLS.map((calls) => `${calls.toLocaleString('en-US')} calls`)],
    growths.map(({ server, resident }) => [server, ...resident.map((bytes) => (bytes / 2 ** 20).toFixed(0))]),
  ).join('\n');
