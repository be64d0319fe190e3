import { table } from '../support/figures.ts';
import type { Latencies } from './latencies.ts';
import type { LoadOptions, LoadResult, Storm } from './load-run.ts';
import { type MemorySample, slopePerMinute } from './memory.ts';

/** All are back so soon after they were cut off. */
const BACK_GOAL_S = 10;
/** By what the server may grow in the second half of a run, for it to count as flat. */
const GROWTH_GOAL_PERCENT = 5;
/** In less, heaps do not come to rest. */
const GROWTH_OVER_MINUTES = 4;

const whole = (value: number): string => Math.round(value).toLocaleString('en-US');
const ms = (value: number): string => (value < 10 ? value.toFixed(1) : whole(value));
const mib = (bytes: number): number => bytes / 2 ** 20;
const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
const minutesOf = (samples: readonly MemorySample[]): number =>
  ((samples.at(-1)?.atMs ?? 0) - (samples[0]?.atMs ?? 0)) / 60_000;

/** In the first half, heaps and caches find their size. */
const secondHalf = (samples: readonly MemorySample[]): readonly MemorySample[] =>
  samples.slice(Math.floor(samples.length / 2));

/** What a run has to hold, and whether it did; null where it was too short to say. */
interface Goal {
  what: string;
  reached: string;
  goal: string;
  holds: boolean | null;
}

export function goalsOf({ taps, storms, memory, miscounted, wrong }: LoadResult): Goal[] {
  const half = secondHalf(memory);
  const growth =
    (slopePerMinute(half, ({ server }) => server) * minutesOf(half) * 100) / mean(half.map(({ server }) => server));
  const slowest = Math.max(...storms.map(({ back }) => back.max)) / 1_000;
  return [
    {
      what: 'taps made, and counted exactly once',
      reached: whole(taps),
      goal: 'all',
      holds: miscounted.length === 0,
    },
    { what: 'errors', reached: whole(wrong.length), goal: '0', holds: wrong.length === 0 },
    {
      what: 'until all were back, slowest storm, s',
      reached: slowest.toFixed(1),
      goal: `≤ ${BACK_GOAL_S}`,
      holds: slowest <= BACK_GOAL_S,
    },
    {
      what: "the server's growth in the second half, %",
      reached: growth.toFixed(1),
      goal: `≤ ${GROWTH_GOAL_PERCENT}`,
      holds: minutesOf(half) < GROWTH_OVER_MINUTES ? null : growth <= GROWTH_GOAL_PERCENT,
    },
  ];
}

const goalRow = ({ what, reached, goal, holds }: Goal): string[] => [
  what,
  reached,
  goal,
  holds === null ? 'too short to say' : holds ? 'yes' : '**no**',
];

const latencyRow = (name: string, latencies: Latencies): string[] => [
  name,
  whole(latencies.count),
  ...[50, 99].map((percent) => ms(latencies.percentile(percent))),
  ms(latencies.max),
];

const stormRow = ({ reset, abandoned, back, cpuSeconds }: Storm, index: number): string[] => [
  String(index + 1),
  whole(reset),
  whole(abandoned),
  ...[back.percentile(50), back.percentile(99), back.max].map((took) => (took / 1_000).toFixed(1)),
  cpuSeconds.toFixed(1),
];

function memoryTable(samples: readonly MemorySample[]): string[] {
  const half = secondHalf(samples);
  const rows = (['server', 'driver'] as const).map((who) => {
    const sizes = (some: readonly MemorySample[]) => some.map((sample) => mib(sample[who]));
    return [
      who,
      ...[samples.slice(0, 1), samples.slice(-1), half].map((some) => whole(mean(sizes(some)))),
      mib(slopePerMinute(half, (sample) => sample[who])).toFixed(2),
    ];
  });
  return table(
    ['resident memory, MiB', 'at the start', 'at the end', 'mean of the second half', 'a minute, in it'],
    rows,
  );
}

/** What a run has shown. */
export function loadTables(options: Pick<LoadOptions, 'seconds'>, result: LoadResult): string {
  const { taps, clients, reconnections, storms, steady, stormy, memory, cpuSeconds } = result;
  return [
    ...table(['measure', 'reached', 'goal', 'holds'], goalsOf(result).map(goalRow)),
    '',
    ...table(
      ['tap → ack, ms', 'taps', 'p50', 'p99', 'max'],
      [latencyRow('while all is well', steady), latencyRow('of taps that met a storm', stormy)],
    ),
    '',
    ...table(['storm', 'reset', 'abandoned', 'half back, s', '99 %', 'all', "server's CPU, s"], storms.map(stormRow)),
    '',
    ...memoryTable(memory),
    '',
    `Taps a second ${whole(taps / options.seconds)}; CPU of the server ${whole((cpuSeconds.server * 100) / options.seconds)} % and of ` +
      `the driver ${whole((cpuSeconds.driver * 100) / options.seconds)} % of a core. Sockets opened ${whole(clients.opened)} of ` +
      `${whole(clients.sockets)} tried, times connected again ${whole(reconnections)}, polling calls ${whole(clients.polls)}.`,
  ].join('\n');
}
