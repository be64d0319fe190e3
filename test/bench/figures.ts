import { percentile, table } from '../support/figures.ts';
import type { Subject } from '../support/venue.ts';

interface ThroughputRow {
  devices: number;
  subject: Subject;
  tapsPerFrame: number;
  perSecond: number;
  /** Rate relative to the echo at one tap per frame; `ofNaive`: to the naive room at the same taps per frame. */
  ofEcho: number;
  ofNaive: number;
  cpuMicros: number;
  bytesPerDevice: number;
}

interface LatencyRow {
  devices: number;
  subject: Subject;
  ackMs: readonly number[];
  otherMs: readonly number[];
  /** Share of one core. */
  cpuShare: number;
}

export interface Figures {
  throughput: ThroughputRow[];
  latency: LatencyRow[];
  /** Rows written for 1,000 taps, by number of taps per frame. */
  rows: { devices: number; tapsPerFrame: number; perThousandTaps: number }[];
}

/** The goals of docs/performance.md by number of devices; goals for rows by number of taps per frame. */
type Goals = Readonly<Record<number, number>>;
const GOALS: Record<'ofEchoAtOne' | 'ofEchoAtTen' | 'ofNaive' | 'otherP99Ms' | 'ackP99OfEcho' | 'rows', Goals> = {
  ofEchoAtOne: { 10: 0.6, 200: 0.5, 1000: 0.4 },
  ofEchoAtTen: { 10: 4, 200: 4, 1000: 3 },
  ofNaive: { 200: 40, 1000: 200 },
  otherP99Ms: { 10: 25, 200: 40, 1000: 200 },
  ackP99OfEcho: { 1000: 10 },
  rows: { 1: 3_000, 10: 500 },
};

const grouped = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });
const known = (value: number, digits: number): string => (Number.isFinite(value) ? value.toFixed(digits) : '–');

function throughputTable({ throughput }: Figures): string[] {
  const head = ['devices', 'server', 'taps a frame', 'durable taps/s', '× echo', '× naive'];
  return table(
    [...head, 'CPU a tap, µs', 'memory a device, KiB'],
    throughput.map((row) => [
      String(row.devices),
      row.subject,
      String(row.tapsPerFrame),
      grouped.format(row.perSecond),
      row.subject === 'echo' ? '1' : known(row.ofEcho, 2),
      row.subject === 'room' ? known(row.ofNaive, 1) : '–',
      known(row.cpuMicros, 1),
      known(row.bytesPerDevice / 1024, 0),
    ]),
  );
}

function latencyTable({ latency }: Figures, tapsPerSecond: number): string[] {
  const server = `server at ${grouped.format(tapsPerSecond)} taps/s`;
  return table(
    ['devices', server, 'tap → ack p50, ms', 'p99', 'tap → other p50, ms', 'p99', 'CPU, % of a core'],
    latency.map(({ devices, subject, ackMs, otherMs, cpuShare }) => [
      String(devices),
      subject,
      ...[ackMs, otherMs].flatMap((samples) => [50, 99].map((p) => known(percentile(samples, p), 1))),
      known(cpuShare * 100, 0),
    ]),
  );
}

function goalTable({ throughput, latency, rows }: Figures): string[] {
  const cells: string[][] = [];
  const add = (what: string, devices: number, reached: number, goal: number | undefined, isLeast = false): void => {
    if (goal === undefined) return;
    const holds = isLeast ? reached >= goal : reached <= goal;
    const shown = reached.toFixed(reached < 10 ? 2 : 0);
    cells.push([String(devices), what, shown, `${isLeast ? '≥' : '≤'} ${goal}`, holds ? 'yes' : '**no**']);
  };
  const sizeOf = (taps: number): string => (taps === 1 ? 'one tap a frame' : `${taps} taps a frame`);
  for (const { devices, tapsPerFrame, ofEcho, ofNaive } of throughput.filter(({ subject }) => subject === 'room')) {
    const ofEchoGoals = tapsPerFrame === 1 ? GOALS.ofEchoAtOne : GOALS.ofEchoAtTen;
    add(`× echo, ${sizeOf(tapsPerFrame)}`, devices, ofEcho, ofEchoGoals[devices], true);
    add(`× naive, ${sizeOf(tapsPerFrame)}`, devices, ofNaive, GOALS.ofNaive[devices], true);
  }
  for (const { devices, ackMs, otherMs } of latency.filter(({ subject }) => subject === 'room')) {
    const echo = latency.find((row) => row.subject === 'echo' && row.devices === devices);
    add('tap → other p99, ms', devices, percentile(otherMs, 99), GOALS.otherP99Ms[devices]);
    const ofEcho = percentile(ackMs, 99) / percentile(echo?.ackMs ?? [], 99);
    add('tap → ack p99, × echo', devices, ofEcho, GOALS.ackP99OfEcho[devices]);
  }
  for (const { devices, tapsPerFrame, perThousandTaps } of rows) {
    add(`rows per 1,000 taps, ${sizeOf(tapsPerFrame)}`, devices, perThousandTaps, GOALS.rows[tapsPerFrame]);
  }
  return table(['devices', 'measure', 'reached', 'goal', 'holds'], cells);
}

/** Renders the tables of docs/performance.md. */
export const tablesOf = (figures: Figures, tapsPerSecond: number): string =>
  [throughputTable(figures), '', latencyTable(figures, tapsPerSecond), '', goalTable(figures)].flat().join('\n');
