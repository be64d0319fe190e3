import { table } from '../support/figures.ts';
import type { Latencies } from './latencies.ts';
import type { Waking } from './wake.ts';

const middle = (latencies: Latencies): string => latencies.percentile(50).toFixed(1);

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
