import { table } from '../support/figures.ts';
import { type Goal, goal, goalTable } from './goals.ts';
import type { Latencies } from './latencies.ts';
import type { LoadResult, MemorySample, Storm } from './load-run.ts';

/** All devices must be back within this time after the connections are cut. */
const BACK_GOAL_S = 10;
/** 99 % of the taps outside storms must be acknowledged within this time. */
const ACK_GOAL_MS = 500;
/** The most memory that the server may hold at any moment. */
const MEMORY_GOAL_BYTES = 3e9;
/** What the server's JavaScript holds may grow by this much in the second half of a run and still counts as flat. */
const GROWTH_GOAL_PERCENT = 5;
/** In a shorter run, heaps do not come to rest. */
const GROWTH_OVER_MINUTES = 4;

const whole = (value: number): string => Math.round(value).toLocaleString('en-US');
const mib = (bytes: number): string => whole(bytes / 2 ** 20);
const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

/** Heaps and caches reach their size in the first half, so only the second half counts. */
const secondHalf = (samples: readonly MemorySample[]): readonly MemorySample[] =>
  samples.slice(Math.floor(samples.length / 2));

/** Growth over these samples in percent, by least squares. */
function growthOf(samples: readonly MemorySample[]): number {
  const [meanMs, meanBytes] = [mean(samples.map(({ atMs }) => atMs)), mean(samples.map(({ server }) => server))];
  let [above, below] = [0, 0];
  for (const { atMs, server } of samples) {
    above += (atMs - meanMs) * (server - meanBytes);
    below += (atMs - meanMs) ** 2;
  }
  return ((above / below) * lastsMs(samples) * 100) / meanBytes;
}

const lastsMs = (samples: readonly MemorySample[]): number => (samples.at(-1)?.atMs ?? 0) - (samples[0]?.atMs ?? 0);

export function goalsOf({ taps, storms, steady, memory, heap, miscounted, wrong }: LoadResult): Goal[] {
  const half = secondHalf(memory);
  const [, middle = Number.NaN, end = Number.NaN] = heap;
  const growth = ((end - middle) * 100) / middle;
  const isLong = lastsMs(half) >= GROWTH_OVER_MINUTES * 60_000;
  const slowest = Math.max(...storms.map(({ back }) => back.max)) / 1_000;
  const ackMs = steady.percentile(99);
  const mostBytes = Math.max(...memory.map(({ server }) => server));
  return [
    goal('taps made, and counted exactly once', whole(taps), 'all', miscounted.length === 0),
    goal('errors', whole(wrong.length), '0', wrong.length === 0),
    goal('tap → ack outside storms, p99, ms', whole(ackMs), `≤ ${ACK_GOAL_MS}`, ackMs <= ACK_GOAL_MS),
    goal(
      "the server's memory at its highest, MB",
      whole(mostBytes / 1e6),
      `≤ ${whole(MEMORY_GOAL_BYTES / 1e6)}`,
      mostBytes <= MEMORY_GOAL_BYTES,
    ),
    goal('until all were back, slowest storm, s', slowest.toFixed(1), `≤ ${BACK_GOAL_S}`, slowest <= BACK_GOAL_S),
    goal(
      "growth of the server's JavaScript in the second half, %",
      growth.toFixed(1),
      `≤ ${GROWTH_GOAL_PERCENT}`,
      isLong ? growth <= GROWTH_GOAL_PERCENT : null,
    ),
  ];
}

const latencyRow = (name: string, latencies: Latencies): string[] => [
  name,
  whole(latencies.count),
  ...[latencies.percentile(50), latencies.percentile(99), latencies.max].map(whole),
];

const stormRow = ({ reset, abandoned, back, cpuSeconds, driverCpuSeconds }: Storm, index: number): string[] => [
  String(index + 1),
  whole(reset),
  whole(abandoned),
  ...[back.percentile(50), back.percentile(99), back.max].map((took) => (took / 1_000).toFixed(1)),
  cpuSeconds.toFixed(1),
  ((cpuSeconds * 1_000) / back.count).toFixed(1),
  driverCpuSeconds.toFixed(1),
];

const memoryRow = (who: 'server' | 'driver', samples: readonly MemorySample[]): string[] => [
  who,
  ...[samples.slice(0, 1), samples.slice(-1), secondHalf(samples)].map((some) =>
    mib(mean(some.map((one) => one[who]))),
  ),
];

/** Renders the goals of a run, and its latencies. */
export const goalsAndLatencies = (result: LoadResult): string =>
  [
    ...goalTable(goalsOf(result)),
    '',
    ...table(
      ['tap → ack, ms', 'taps', 'p50', 'p99', 'max'],
      [latencyRow('while all is well', result.steady), latencyRow('of taps that met a storm', result.stormy)],
    ),
  ].join('\n');

/** Renders what else a run has shown. */
export function loadDetails(seconds: number, result: LoadResult): string {
  const { taps, clients, reconnections, storms, memory, heap, cpuSeconds } = result;
  const share = (ofCpu: number) => whole((ofCpu * 100) / seconds);
  return [
    ...table(
      [
        'storm',
        'reset',
        'abandoned',
        'half back, s',
        '99 %',
        'all',
        "server's CPU, s",
        'a device, ms',
        "driver's CPU, s",
      ],
      storms.map(stormRow),
    ),
    '',
    ...table(
      ['resident memory, MiB', 'at the start', 'at the end', 'mean of the second half'],
      [memoryRow('server', memory), memoryRow('driver', memory)],
    ),
    '',
    `The server's JavaScript after a garbage collection: ${heap.map(mib).join(', ')} MiB before the first tap, in the ` +
      `middle and after the last. Growth of its resident memory in the second half ${growthOf(secondHalf(memory)).toFixed(1)} %.`,
    '',
    `Taps a second ${whole(taps / seconds)}; CPU of the server ${share(cpuSeconds.server)} % and of the driver ` +
      `${share(cpuSeconds.driver)} % of a core. Sockets opened ${whole(clients.opened)} of ${whole(clients.sockets)} ` +
      `tried, times connected again ${whole(reconnections)}, polling calls ${whole(clients.polls)}.`,
  ].join('\n');
}
