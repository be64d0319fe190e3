import { broadcastIntervalMs } from '../../src/room/sockets/limits';
import { median, percentile, table } from '../support/figures';

/** The floor, the room, or the room of another build. */
export type ServerName = 'floor' | 'room' | 'other';

interface Run {
  server: ServerName;
  devices: number;
}

export interface ThroughputRun extends Run {
  tapsPerFrame: number;
  /** Durable taps per second. */
  perSecond: number;
  cpuMicros: number;
  bytesPerDevice: number;
}

export interface Percentiles {
  p50: number;
  p99: number;
}

export interface LatencyRun extends Run {
  /** From tap to ack, and from tap to another device; ms. */
  ack: Percentiles;
  other: Percentiles;
  /** Share of one core. */
  cpuShare: number;
}

/** All runs in the order of their rounds. */
export interface Figures {
  throughput: ThroughputRun[];
  latency: LatencyRun[];
  /** Rows written for 1,000 taps, by number of taps per frame. */
  rows: { devices: number; tapsPerFrame: number; perThousandTaps: number }[];
}

/** The goals of docs/evidence/performance.md; goals for rows by number of taps per frame. */
const RATE_OF_FLOOR = 0.9;
const ACK_P99_OF_FLOOR = 3;
const OTHER_P99_OF_FLOOR = 2;
const ROWS: Readonly<Record<number, number>> = { 1: 3_000, 10: 500 };

export const grouped = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });
const known = (value: number, digits: number): string => (Number.isFinite(value) ? value.toFixed(digits) : '–');

const of = <T extends Run>(runs: readonly T[], server: ServerName, { devices }: Run): T[] =>
  runs.filter((run) => run.server === server && run.devices === devices);

/** Groups runs that differ only in their round. Keeps the order of the first runs. */
function groups<T extends Run>(runs: readonly T[], keyOf: (run: T) => string): T[][] {
  const byKey = new Map<string, T[]>();
  for (const run of runs) byKey.set(keyOf(run), [...(byKey.get(keyOf(run)) ?? []), run]);
  return [...byKey.values()];
}

/** Each round's ratio of a value to the floor's of the same round, because other load then affects both. */
const ofFloor = <T extends Run>(own: readonly T[], floor: readonly T[], valueOf: (run: T) => number): number[] =>
  own.flatMap((run, round) => {
    const same = floor[round];
    return same === undefined ? [] : [valueOf(run) / valueOf(same)];
  });

const rateOfFloor = (own: readonly ThroughputRun[], all: readonly ThroughputRun[]): number[] => {
  const [first] = own;
  if (first === undefined) return [];
  const floor = of(all, 'floor', first).filter(({ tapsPerFrame }) => tapsPerFrame === first.tapsPerFrame);
  return ofFloor(own, floor, ({ perSecond }) => perSecond);
};

const rateGroups = ({ throughput }: Figures): ThroughputRun[][] =>
  groups(throughput, ({ server, devices, tapsPerFrame }) => `${devices} ${tapsPerFrame} ${server}`);
const latencyGroups = ({ latency }: Figures): LatencyRun[][] =>
  groups(latency, ({ server, devices }) => `${devices} ${server}`);

/** The goal for tap → other p99, ms: one broadcast interval and twice what the floor takes. @param floor at least one run */
export function otherGoalMs(floor: readonly LatencyRun[]): number {
  const devices = floor[0]?.devices ?? Number.NaN;
  return broadcastIntervalMs.counting(devices) + OTHER_P99_OF_FLOOR * median(floor.map(({ other }) => other.p99));
}

function throughputTable(figures: Figures): string[] {
  const head = ['devices', 'taps a frame', 'server', 'durable taps/s', '× floor', 'quartiles'];
  const rows = rateGroups(figures).flatMap((own) => {
    const [first] = own;
    if (first === undefined) return [];
    const ratios = rateOfFloor(own, figures.throughput);
    const isFloor = first.server === 'floor';
    return [
      [
        String(first.devices),
        String(first.tapsPerFrame),
        first.server,
        grouped.format(median(own.map(({ perSecond }) => perSecond))),
        isFloor ? '1' : known(median(ratios), 2),
        isFloor ? '–' : [25, 75].map((p) => known(percentile(ratios, p), 2)).join(' – '),
        known(median(own.map(({ cpuMicros }) => cpuMicros)), 1),
        known(median(own.map(({ bytesPerDevice }) => bytesPerDevice)) / 1024, 0),
      ],
    ];
  });
  return table([...head, 'CPU a tap, µs', 'memory a device, KiB'], rows);
}

const LATENCIES: ((run: LatencyRun) => number)[] = [
  ({ ack }) => ack.p50,
  ({ ack }) => ack.p99,
  ({ other }) => other.p50,
  ({ other }) => other.p99,
];

function latencyTable(figures: Figures, tapsPerSecond: number): string[] {
  const server = `server at ${grouped.format(tapsPerSecond)} taps/s`;
  const rows = latencyGroups(figures).flatMap((own) => {
    const [first] = own;
    if (first === undefined) return [];
    const times = LATENCIES.map((valueOf) => known(median(own.map(valueOf)), 1));
    return [[String(first.devices), first.server, ...times, known(median(own.map((run) => run.cpuShare)) * 100, 0)]];
  });
  return table(['devices', server, 'tap → ack p50, ms', 'p99', 'tap → other p50, ms', 'p99', 'CPU, % of a core'], rows);
}

/** The part of the tables that docs/evidence/performance.md has: each goal, with what was measured. */
export function goalTable(figures: Figures): string[] {
  const cells: string[][] = [];
  const shown = (value: number) => value.toFixed(value < 10 ? 2 : 0);
  const addRow = (what: string, devices: number, reached: string, goal: string, holds: boolean): void => {
    cells.push([String(devices), what, reached, goal, holds ? 'yes' : '**no**']);
  };
  const add = (what: string, devices: number, reached: number, goal: number, measured = ''): void =>
    addRow(what, devices, `${shown(reached)}${measured}`, `≤ ${shown(goal)}`, reached <= goal);
  const sizeOf = (taps: number): string => (taps === 1 ? 'one tap a frame' : `${taps} taps a frame`);
  for (const own of rateGroups(figures)) {
    const [first] = own;
    if (first?.server !== 'room') continue;
    const reached = median(rateOfFloor(own, figures.throughput));
    const measured = `${shown(reached)} (${grouped.format(median(own.map(({ perSecond }) => perSecond)))} taps/s)`;
    const goal = `≥ ${shown(RATE_OF_FLOOR)}`;
    addRow(`rate × floor, ${sizeOf(first.tapsPerFrame)}`, first.devices, measured, goal, reached >= RATE_OF_FLOOR);
  }
  for (const own of latencyGroups(figures)) {
    const [first] = own;
    if (first?.server !== 'room') continue;
    const floor = of(figures.latency, 'floor', first);
    add('tap → other p99, ms', first.devices, median(own.map(({ other }) => other.p99)), otherGoalMs(floor));
    const ratio = median(ofFloor(own, floor, ({ ack }) => ack.p99));
    const measured = ` (${known(median(own.map(({ ack }) => ack.p99)), 1)} ms)`;
    add('tap → ack p99, × floor', first.devices, ratio, ACK_P99_OF_FLOOR, measured);
  }
  for (const { devices, tapsPerFrame, perThousandTaps } of figures.rows) {
    const goal = ROWS[tapsPerFrame];
    if (goal !== undefined) add(`rows per 1,000 taps, ${sizeOf(tapsPerFrame)}`, devices, perThousandTaps, goal);
  }
  return table(['devices', 'measure', 'reached', 'goal', 'holds'], cells);
}

/** Renders all tables of a run. */
export const tablesOf = (figures: Figures, tapsPerSecond: number): string =>
  [throughputTable(figures), '', latencyTable(figures, tapsPerSecond), '', goalTable(figures)].flat().join('\n');
