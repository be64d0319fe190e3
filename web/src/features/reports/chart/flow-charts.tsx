import { type KeyboardEvent, useCallback, useMemo, useState } from 'react';
import uPlot from 'uplot';
import { chartExtent } from '../../../../../src/shared/sealed/chart-axis';
import type { Report, ReportSubject } from '../../../../../src/shared/schemas/report';
import { reportTexts } from '../../../texts/report-texts';
import { intervalSentence } from '../interval-words';
import { positionAt, shownIntervals, spanOf } from '../shown-intervals';
import { chartAxes, drawDays } from './chart-axes';
import { type ChartStyle, Plot } from './plot';

/** The heights of the charts in rem. */
const HEIGHT = { occupancy: 17, flow: 10 } as const;
/** The factor that leaves a little space above the highest value. */
const HEADROOM = 1.06;

/** Draws steps. Each step extends to the beginning of the next one, even if that is empty. */
const stepped = () => uPlot.paths.stepped?.({ align: 1, alignGaps: 1 }) ?? (() => null);
const noPoints = { show: false };
const cursor = { y: false, points: noPoints, drag: { x: false, y: false } };

/** Adds an end to the last step, because each step is drawn up to the beginning of the next one. */
function closed(column: readonly (number | null)[]): (number | null)[] {
  const last = column.findLastIndex((people) => people !== null);
  return [...column, null].map((people, i) => (i === last + 1 ? (column[last] ?? null) : people));
}

function useData(shown: readonly number[], { intervals }: ReportSubject) {
  return useMemo(() => {
    const column = <T,>(of: readonly T[]) => shown.flatMap((at) => of[at] ?? []);
    const max = column(intervals.max);
    const min = column(intervals.min);
    const capacity = shown.map((at) => intervals.capacity[at] || null);
    const over = max.map((people, i) => (people > (capacity[i] ?? Infinity) ? people : null));
    const { showsCapacity } = chartExtent(
      max.map((most, i) => ({ min: min[i] ?? 0, max: most, capacity: capacity[i] ?? null })),
    );
    const limit = showsCapacity ? capacity : capacity.map(() => null);
    const below = min.map((people) => (people < 0 ? people : null));
    const x = [...shown.keys(), shown.length];
    return {
      occupancy: [x, closed(max), closed(limit), closed(over), closed(below)] satisfies uPlot.AlignedData,
      flow: [
        x,
        closed(column(intervals.ins)),
        closed(column(intervals.outs).map((people) => -people)),
      ] satisfies uPlot.AlignedData,
    };
  }, [shown, intervals]);
}

/** Returns the position of the subject's peak. */
function peakPosition(shown: readonly number[], { intervals }: ReportSubject): number {
  let peak = 0;
  for (const [i, at] of shown.entries()) {
    if ((intervals.max[at] ?? 0) > (intervals.max[shown[peak] ?? 0] ?? 0)) peak = i;
  }
  return peak;
}

const JUMP = 10;

function movedBy(key: string, position: number, last: number): number | null {
  const moves: Record<string, number> = {
    ArrowRight: position + 1,
    ArrowUp: position + 1,
    ArrowLeft: position - 1,
    ArrowDown: position - 1,
    PageUp: position + JUMP,
    PageDown: position - JUMP,
    Home: 0,
    End: last,
  };
  const to = moves[key];
  return to === undefined ? null : Math.max(0, Math.min(last, to));
}

export interface FlowChartsProps {
  report: Report;
  subject: ReportSubject;
  name: string;
}

/**
 * Shows the occupancy with the capacity, and entries and exits. Keys and fingers move a cursor along the chart. The
 * values at the cursor are also shown as text, for people who do not see the chart.
 */
export function FlowCharts({ report, subject, name }: FlowChartsProps) {
  const shown = useMemo(() => shownIntervals(report), [report]);
  const data = useData(shown, subject);
  const [pointedAt, setPointedAt] = useState<number | null>(null);
  const last = shown.length - 1;
  const pointed = pointedAt === null ? null : positionAt(report, shown, pointedAt);
  const position = pointed ?? peakPosition(shown, subject);
  const setPointed = useCallback((to: number) => setPointedAt(spanOf(report, shown[to] ?? 0)[0]), [report, shown]);
  const sentence = intervalSentence(report, subject, shown[position] ?? 0);
  const words = reportTexts.reports.chart;

  const occupancyOptions = useCallback((style: ChartStyle) => occupancyChart(report, shown, style), [report, shown]);
  const flowOptions = useCallback((style: ChartStyle) => flowChart(report, shown, style), [report, shown]);

  function onKeyDown(event: KeyboardEvent) {
    const to = movedBy(event.key, position, last);
    if (to === null) return;
    event.preventDefault();
    setPointed(to);
  }

  const common = { position: pointed, onPoint: setPointed };
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <p className="min-h-12 text-sm tabular-nums sm:min-h-6">{sentence}</p>
      <div
        role="slider"
        tabIndex={0}
        aria-label={words.moment(name)}
        aria-valuemin={0}
        aria-valuemax={last}
        aria-valuenow={position}
        aria-valuetext={sentence}
        onKeyDown={onKeyDown}
        className="grid grid-cols-[minmax(0,1fr)] gap-1 rounded-field"
      >
        <Plot {...common} height={HEIGHT.occupancy} data={data.occupancy} optionsOf={occupancyOptions} />
        <p aria-hidden className="pt-2 text-sm text-muted">
          {words.flow}
        </p>
        <Plot {...common} height={HEIGHT.flow} data={data.flow} optionsOf={flowOptions} />
      </div>
    </div>
  );
}

function occupancyChart(
  report: Report,
  shown: readonly number[],
  style: ChartStyle,
): Omit<uPlot.Options, 'width' | 'height'> {
  const { colors } = style;
  return {
    scales: {
      x: { time: false },
      y: { range: (_, min, max) => [Math.min(0, min * HEADROOM), Math.max(5, max * HEADROOM)] },
    },
    axes: chartAxes(report, shown, style),
    legend: { show: false },
    cursor,
    series: [
      {},
      { paths: stepped(), stroke: colors.curve, width: 2, fill: colors.fill, points: noPoints },
      { paths: stepped(), stroke: colors.ink, width: 1.5, dash: [6, 4], points: noPoints },
      { paths: stepped(), stroke: colors.bad, width: 3, points: noPoints },
      { paths: stepped(), stroke: colors.bad, width: 2, fill: colors.badSoft, points: noPoints },
    ],
    bands: [{ series: [3, 2], fill: colors.badSoft }],
    hooks: { drawAxes: [drawDays(report, shown, style)] },
  };
}

function flowChart(
  report: Report,
  shown: readonly number[],
  style: ChartStyle,
): Omit<uPlot.Options, 'width' | 'height'> {
  const { colors } = style;
  const bars = {
    paths: uPlot.paths.bars?.({ size: [0.8, Infinity], align: 1 }) ?? (() => null),
    width: 0,
    points: noPoints,
  };
  return {
    scales: {
      x: { time: false },
      y: {
        range: (_, min, max) => {
          const reach = Math.max(3, Math.abs(min), Math.abs(max)) * HEADROOM;
          return [-reach, reach];
        },
      },
    },
    axes: chartAxes(report, shown, style, { isFlow: true }),
    legend: { show: false },
    cursor,
    series: [{}, { ...bars, fill: colors.curve }, { ...bars, fill: colors.outs }],
    hooks: { drawAxes: [drawDays(report, shown, style)] },
  };
}
