import type uPlot from 'uplot';
import { niceTicks } from '../../../../../src/shared/sealed/chart-axis';
import type { Report } from '../../../../../src/shared/schemas/report';
import { formatCount } from '../../../texts/format';
import { zoneFormat } from '../../../texts/zone-format';
import { dayIntervals } from '../tables/interval-table';
import type { ChartStyle } from './plot';

/** The font size of labels, and the least distance of labels, in rem. */
const FONT = 0.75;
const TICK_APART = { hours: 3.4, days: 6 } as const;

/** The least distance of two lines across a chart, in rem. */
const LINES_APART = 1.75;

/** The gap between two labels, in rem. */
const LABEL_GAP = 0.5;
const HOUR_STEPS = [1, 2, 3, 4, 6, 12] as const;

/** With more days than this, hours below a chart are useless. */
const DAYS_WITH_HOURS = 3;

/** Returns the positions among the shown intervals at which days begin. */
function dayTicks(report: Report, shown: readonly number[]): Tick[] {
  const { date } = zoneFormat(report.timeZone);
  return dayIntervals(report).flatMap(({ first, count }, i) => {
    const position = shown.findIndex((at) => at >= first && at < first + count);
    return position < 0 ? [] : [{ position, label: date(report.days[i]?.startsAt ?? '') }];
  });
}

/** Returns the full hours among the shown intervals, as many as fit. */
function hourTicks(report: Report, shown: readonly number[], room: number): Tick[] {
  const { time } = zoneFormat(report.timeZone);
  const full = shown.flatMap((at, position) => {
    const label = time(report.intervalStarts[at] ?? '');
    return label.endsWith(':00') ? [{ position, label }] : [];
  });
  const step = HOUR_STEPS.find((hours) => full.length / hours <= room) ?? HOUR_STEPS.at(-1) ?? 1;
  return full.filter(({ label }) => Number(label.slice(0, 2)) % step === 0);
}

/** Whether the axis has hours, with the dates in a second line. */
const hasHoursAndDates = ({ days, interval }: Report): boolean =>
  interval !== 'day' && days.length > 1 && days.length <= DAYS_WITH_HOURS;

function ticksOf(report: Report, shown: readonly number[], widthInRem: number): Tick[] {
  const days = dayTicks(report, shown);
  const step = Math.ceil(days.length / Math.max(1, widthInRem / TICK_APART.days));
  if (report.interval === 'day') return days.filter((_, i) => i % step === 0);
  if (days.length === 1) return hourTicks(report, shown, widthInRem / TICK_APART.hours);
  if (days.length <= DAYS_WITH_HOURS) return dated(days, hourTicks(report, shown, widthInRem / TICK_APART.hours));
  return days.filter((_, i) => i % step === 0);
}

/** Adds the date below the first hour of each day. */
function dated(days: readonly Tick[], hours: readonly Tick[]): Tick[] {
  const first = new Map(
    days.map(({ position: begin, label }) => [hours.find(({ position }) => position >= begin)?.position, label]),
  );
  return hours.map(({ position, label }) => {
    const date = first.get(position);
    return { position, label: date === undefined ? label : `${label}\n${date}` };
  });
}

/** Returns a function that measures the width of a label, in CSS px. */
function labelWidths({ ctx }: uPlot, font: string): (text: string) => number {
  return (text) => {
    ctx.save();
    ctx.font = font;
    const { width } = ctx.measureText(text);
    ctx.restore();
    return width;
  };
}

export interface ChartAxesOptions {
  /** Whether the chart shows entries and exits. */
  isFlow?: boolean;
}

/** Returns the axes of a chart whose steps are the shown intervals. */
export function chartAxes(
  report: Report,
  shown: readonly number[],
  { colors, rem }: ChartStyle,
  { isFlow = false }: ChartAxesOptions = {},
): uPlot.Axis[] {
  const font = `${FONT * rem}px ${getComputedStyle(document.body).fontFamily}`;
  const grid = { stroke: colors.line, width: 1 };
  const look = { stroke: colors.muted, font, ticks: { show: false } };
  const ticks = (plot: uPlot) => {
    const width = plot.bbox.width / devicePixelRatio;
    const all = ticksOf(report, shown, width / rem);
    const apart = { pxPerStep: width / Math.max(1, shown.length), gap: LABEL_GAP * rem };
    return withoutOverlaps(all, apart, labelWidths(plot, font));
  };
  return [
    {
      ...look,
      size: (hasHoursAndDates(report) ? 3 : 2) * rem,
      grid: { show: false },
      splits: (plot) => ticks(plot).map(({ position }) => position),
      values: (plot, splits) => {
        const labels = new Map(ticks(plot).map(({ position, label }) => [position, label]));
        return splits.map((position) => labels.get(position) ?? '');
      },
    },
    {
      ...look,
      size: 3.5 * rem,
      grid,
      splits: (plot: uPlot, _axis: number, min: number, max: number) => {
        const about = plot.bbox.height / devicePixelRatio / (LINES_APART * rem);
        return niceTicks(min, max, about).filter((tick) => tick >= min && tick <= max);
      },
      // Exits are drawn below zero, but their labels are numbers of people. An occupancy below zero is labeled as such.
      values: (_, splits) => splits.map((people) => formatCount(isFlow ? Math.abs(people) : people)),
    },
  ];
}

/**
 * Returns a function that draws lines between business days, unless each step is a day. The days need not be
 * consecutive.
 */
export function drawDays(report: Report, shown: readonly number[], { colors }: ChartStyle): (plot: uPlot) => void {
  const begins = report.interval === 'day' ? [] : dayTicks(report, shown).slice(1);
  return (plot) => {
    const { ctx, bbox } = plot;
    ctx.save();
    ctx.strokeStyle = begins.length < DAYS_WITH_HOURS ? colors.lineStrong : colors.line;
    ctx.lineWidth = 1;
    for (const { position } of begins) {
      const x = Math.round(plot.valToPos(position, 'x', true)) + 0.5;
      ctx.beginPath();
      ctx.moveTo(x, bbox.top);
      ctx.lineTo(x, bbox.top + bbox.height);
      ctx.stroke();
    }
    ctx.restore();
  };
}

interface Tick {
  /** The index among the shown intervals. */
  position: number;
  /** The text, with one line or two. The second line is the date. */
  label: string;
}

interface TickScale {
  pxPerStep: number;
  /** The minimum distance between two labels, in px. */
  gap: number;
}

/**
 * Returns the labels that fit side by side, each centered at its tick. Dates are placed first. Hours follow from left
 * to right, including hours whose date did not fit.
 */
function withoutOverlaps(
  ticks: readonly Tick[],
  { pxPerStep, gap }: TickScale,
  widthOf: (line: string) => number,
): Tick[] {
  const taken: { from: number; to: number; tick: Tick }[] = [];
  const isDated = ({ label }: Tick): boolean => label.includes('\n');
  const hours = ticks.map(({ position, label }) => ({ position, label: label.split('\n')[0] ?? label }));
  for (const tick of [...ticks.filter(isDated), ...hours]) {
    const half = Math.max(...tick.label.split('\n').map(widthOf)) / 2;
    const middle = tick.position * pxPerStep;
    const [from, to] = [middle - half, middle + half];
    if (taken.every((other) => to + gap <= other.from || from >= other.to + gap)) taken.push({ from, to, tick });
  }
  return taken.map(({ tick }) => tick).toSorted((a, b) => a.position - b.position);
}
