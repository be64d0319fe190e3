import {
  type Axis,
  chartExtent,
  fullAxis,
  niceTicks,
  occupancyAxis,
} from '../../../../../src/shared/sealed/chart-axis';
import type { Intervals, Report } from '../../../../../src/shared/schemas/report';
import { formatCount } from '../../../texts/format';
import { zoneFormat } from '../../../texts/zone-format';
import { areaPath, bandPath, busyRange, capacityPath, type ChartColumn, chartColumns } from './chart-geometry';

/** In SVG units, like all lengths here: the chart is scaled to the width of its page. */
const WIDTH = 720;
const [LEFT, RIGHT, TOP, BOTTOM] = [46, 4, 6, 18];
const COLUMNS_MAX = 480;
const BARS_MAX = 120;

interface Frame {
  height: number;
  x: (at: number) => number;
  y: (value: number) => number;
}

function frameOf([from, to]: readonly [number, number], { low, high }: Axis, height: number): Frame {
  return {
    height,
    x: (at) => LEFT + ((at - from) / Math.max(1, to - from)) * (WIDTH - LEFT - RIGHT),
    y: (value) => TOP + ((high - value) / (high - low)) * (height - TOP - BOTTOM),
  };
}

/** A number with more characters than this is drawn narrower, because its place is no wider. */
const LABEL_MAX = 7;

const fitting = (label: string) =>
  label.length > LABEL_MAX && ({ textLength: LEFT - 8, lengthAdjust: 'spacingAndGlyphs' } as const);

interface AxesProps {
  frame: Frame;
  ticks: readonly number[];
  /** Returns the label of a tick. */
  text: (tick: number) => string;
  times: readonly TimeTick[];
}

function Axes({ frame: { height, x, y }, ticks, text, times }: AxesProps) {
  return (
    <g>
      {ticks.map((tick) => (
        <g key={tick}>
          <line x1={LEFT} x2={WIDTH - RIGHT} y1={y(tick)} y2={y(tick)} className={tick === 0 ? 'zero' : 'grid'} />
          <text x={LEFT - 6} y={y(tick) + 3} textAnchor="end" {...fitting(text(tick))}>
            {text(tick)}
          </text>
        </g>
      ))}
      {times.map(({ at, label, isDay }) => (
        <g key={at}>
          <line x1={x(at)} x2={x(at)} y1={isDay ? TOP : height - BOTTOM} y2={height - BOTTOM + 4} className="zero" />
          <text x={x(at)} y={height - 4} textAnchor={isDay ? 'start' : 'middle'}>
            {label}
          </text>
        </g>
      ))}
    </g>
  );
}

export interface PaperChartProps {
  report: Report;
  intervals: Intervals;
  label: string;
  height: number;
}

/** Draws the band between the lowest and the highest occupancy of each interval, with the capacity. */
export function OccupancyChart({ report, intervals, label, height }: PaperChartProps) {
  const range = busyRange(report.venue.intervals);
  const columns = chartColumns(intervals, range, COLUMNS_MAX);
  const { min, max, showsCapacity } = chartExtent(columns);
  const axis = occupancyAxis(min, max, 4);
  const frame = frameOf(range, axis, height);
  const { x, y } = frame;
  return (
    <svg viewBox={`0 0 ${WIDTH} ${height}`} role="img" aria-label={label} className="paper-chart">
      <path d={areaPath(columns, x, y)} className="area" />
      <Axes frame={frame} ticks={axis.ticks} text={formatCount} times={timeTicks(report, range)} />
      <path d={bandPath(columns, x, y)} className="band" />
      {showsCapacity && <path d={capacityPath(columns, x, y)} className="capacity" />}
    </svg>
  );
}

const bar = ({ from, to }: ChartColumn, x: Frame['x'], y0: number, y1: number) => ({
  x: x(from),
  width: Math.max(0.5, (x(to) - x(from)) * 0.85),
  y: Math.min(y0, y1),
  height: Math.abs(y1 - y0),
});

/** Draws entries above the axis and exits below it. */
export function FlowChart({ report, intervals, label, height }: PaperChartProps) {
  const range = busyRange(report.venue.intervals);
  const columns = chartColumns(intervals, range, BARS_MAX);
  const most = (of: (column: ChartColumn) => number) => Math.max(1, ...columns.map(of));
  const axis = fullAxis(
    niceTicks(
      -most(({ outs }) => outs),
      most(({ ins }) => ins),
      4,
    ),
  );
  const frame = frameOf(range, axis, height);
  const { x, y } = frame;
  return (
    <svg viewBox={`0 0 ${WIDTH} ${height}`} role="img" aria-label={label} className="paper-chart">
      {columns.map((column) => (
        <g key={column.from}>
          <rect className="ins" {...bar(column, x, y(0), y(column.ins))} />
          <rect className="outs" {...bar(column, x, y(0), y(-column.outs))} />
        </g>
      ))}
      <Axes
        frame={frame}
        ticks={axis.ticks}
        // Exits are below the axis, but their labels are numbers of people.
        text={(tick) => formatCount(Math.abs(tick))}
        times={timeTicks(report, range)}
      />
    </svg>
  );
}

export interface TimeTick {
  /** The index of the interval at whose start the tick is. */
  at: number;
  /** The text; '' if there is no room for one. */
  label: string;
  isDay: boolean;
}

const HOUR_STEPS = [1, 2, 3, 4, 6, 12];
const LABELS_MAX = 12;
const DAY_LABELS_MAX = 8;

/** Reports of up to this many days have times on the axis, longer ones have dates. */
const CLOCK_DAYS_MAX = 2;
function dayTicks({ days, intervalStarts, timeZone, interval }: Report): TimeTick[] {
  const { monthDay } = zoneFormat(timeZone);
  const every = Math.ceil(days.length / DAY_LABELS_MAX);
  const ticks = days.map(({ firstInterval }, i) => ({
    at: firstInterval,
    label: i % every === 0 ? monthDay(intervalStarts[firstInterval] ?? '') : '',
    isDay: true,
  }));
  // Where each step is a day, a line for each would cover the chart.
  return interval === 'day' ? ticks.filter(({ label }) => label !== '') : ticks;
}

function clockTicks(
  { intervalStarts, timeZone, days }: Report,
  interval: number,
  from: number,
  to: number,
): TimeTick[] {
  const { time } = zoneFormat(timeZone);
  const hours = ((to - from) * interval) / 60;
  const step = HOUR_STEPS.find((it) => hours / it <= LABELS_MAX) ?? 24;
  return intervalStarts.slice(from, to).flatMap((start, i) => {
    const label = time(start);
    const [hour = 0, minute = 0] = label.split(':').map(Number);
    if (minute !== 0 || hour % step !== 0) return [];
    return [{ at: from + i, label, isDay: days.some(({ firstInterval }) => firstInterval === from + i && i > 0) }];
  });
}

/** Returns the ticks of the time axis for the intervals in [from, to). */
function timeTicks(report: Report, [from, to]: readonly [number, number]): TimeTick[] {
  const { days, interval } = report;
  const hasDates = days.length > CLOCK_DAYS_MAX || interval === 'day';
  const ticks = hasDates ? dayTicks(report) : clockTicks(report, interval, from, to);
  return ticks.filter(({ at }) => at >= from && at < to);
}
