import type { Subject } from '../support/venue.ts';
import { percentile } from './measure.ts';

interface ThroughputRow {
  devices: number;
  subject: Subject;
  tapsPerFrame: number;
  perSecond: number;
  /** Times the echo's rate at one tap a frame, and the naive room's at as many. */
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
  /** Of one core. */
  cpuShare: number;
}

export interface Figures {
  throughput: ThroughputRow[];
  latency: LatencyRow[];
  rows: { devices: number; atOne: number; atTen: number };
}

const grouped = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });
const known = (value: number, write: (value: number) => string): string =>
  Number.isFinite(value) ? write(value) : '–';
const fixed = (digits: number) => (value: number) => value.toFixed(digits);

export function table(head: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  const line = (cells: readonly (string | number)[]) => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map((_, column) => (column === 1 ? '---' : '--:'))), ...rows.map(line)].join('\n');
}

export const throughputTable = ({ throughput }: Figures): string =>
  table(
    [
      'devices',
      'server',
      'taps a frame',
      'durable taps/s',
      '× echo',
      '× naive',
      'CPU a tap, µs',
      'memory a device, KiB',
    ],
    throughput.map((row) => [
      row.devices,
      row.subject,
      row.tapsPerFrame,
      grouped.format(row.perSecond),
      row.subject === 'echo' ? '1' : known(row.ofEcho, fixed(2)),
      row.subject === 'room' ? known(row.ofNaive, fixed(1)) : '–',
      known(row.cpuMicros, fixed(1)),
      known(row.bytesPerDevice / 1024, fixed(0)),
    ]),
  );

export const latencyTable = ({ latency }: Figures, tapsPerSecond: number): string =>
  table(
    [
      'devices',
      `server at ${grouped.format(tapsPerSecond)} taps/s`,
      'tap → ack p50, ms',
      'p99',
      'tap → other p50, ms',
      'p99',
      'CPU, % of a core',
    ],
    latency.map(({ devices, subject, ackMs, otherMs, cpuShare }) => [
      devices,
      subject,
      ...[ackMs, otherMs].flatMap((samples) => [50, 99].map((p) => known(percentile(samples, p), fixed(1)))),
      known(cpuShare * 100, fixed(0)),
    ]),
  );
