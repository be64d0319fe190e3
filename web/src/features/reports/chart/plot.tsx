// oxlint-disable-next-line import/no-unassigned-import -- a style sheet has nothing to assign
import 'uplot/dist/uPlot.min.css';
import { useEffect, useRef, useState } from 'react';
import uPlot from 'uplot';
import { onColorsChange } from '../../../ui/styles/theme';

/** The colors of a chart, and the number of px in one rem. */
export interface ChartStyle {
  colors: ChartColors;
  rem: number;
}

export interface PlotProps {
  /** The height in rem. */
  height: number;
  data: uPlot.AlignedData;
  /** Must be the same function until the chart changes. */
  optionsOf: (style: ChartStyle) => Omit<uPlot.Options, 'width' | 'height'>;
  /** The index of the data at the cursor; null for none. */
  position: number | null;
  /** Called with the index under a finger or a mouse pointer. */
  onPoint: (position: number) => void;
}

function chartStyleOf(place: HTMLElement): ChartStyle {
  return {
    colors: chartColors(place),
    rem: Number.parseFloat(getComputedStyle(document.documentElement).fontSize),
  };
}

/** Puts the cursor in the middle of its step; hides it for null. */
function putCursor(plot: uPlot, position: number | null): void {
  const left = position === null ? -1 : plot.valToPos(position + 0.5, 'x');
  plot.setCursor({ left, top: 0 }, false);
}

/**
 * A uPlot chart in the colors and at the width of its element. It is only a picture: its contents are also shown as
 * text.
 */
export function Plot(props: PlotProps) {
  const [repaints, setRepaints] = useState(0);
  useEffect(() => onColorsChange(() => setRepaints((count) => count + 1)), []);
  return <Drawing key={repaints} {...props} />;
}

function Drawing({ height, data, optionsOf, position, onPoint }: PlotProps) {
  const place = useRef<HTMLDivElement>(null);
  const plot = useRef<uPlot>(null);
  const latest = useRef({ data, position, onPoint });

  useEffect(() => {
    latest.current = { data, position, onPoint };
  });

  useEffect(() => {
    const element = place.current;
    if (!element) return undefined;
    const style = chartStyleOf(element);
    const sizeOf = () => ({ width: element.clientWidth, height: height * style.rem });
    const made = new uPlot({ ...optionsOf(style), ...sizeOf() }, latest.current.data, element);
    made.over.addEventListener('pointermove', ({ offsetX }) => {
      const at = Math.floor(made.posToVal(offsetX, 'x'));
      latest.current.onPoint(Math.max(0, Math.min(made.data[0].length - 2, at)));
    });
    plot.current = made;
    const observer = new ResizeObserver(() => {
      made.setSize(sizeOf());
      putCursor(made, latest.current.position);
    });
    observer.observe(element);
    return () => {
      observer.disconnect();
      made.destroy();
      plot.current = null;
    };
  }, [optionsOf, height]);

  useEffect(() => {
    if (plot.current && plot.current.data !== data) plot.current.setData(data);
  }, [data]);
  useEffect(() => {
    if (plot.current) putCursor(plot.current, position);
  }, [position]);

  return <div ref={place} dir="ltr" aria-hidden className="w-full touch-pan-y" style={{ height: `${height}rem` }} />;
}

/**
 * The values of the CSS variables in the current color scheme, because a canvas cannot use the variables themselves.
 */
interface ChartColors {
  ink: string;
  muted: string;
  line: string;
  lineStrong: string;
  fill: string;
  curve: string;
  bad: string;
  badSoft: string;
  outs: string;
}

const TOKENS: Record<keyof ChartColors, string> = {
  ink: 'var(--ink)',
  muted: 'var(--muted)',
  line: 'var(--line)',
  lineStrong: 'var(--line-strong)',
  fill: 'color-mix(in srgb, var(--bar-normal) 22%, transparent)',
  curve: 'var(--bar-normal)',
  bad: 'var(--bar-bad)',
  badSoft: 'color-mix(in srgb, var(--bar-bad) 45%, transparent)',
  outs: 'var(--line-strong)',
};

const isToken = (name: string): name is keyof ChartColors => name in TOKENS;

/** @param place the element that contains the chart */
function chartColors(place: HTMLElement): ChartColors {
  const probe = document.createElement('span');
  // With reduced motion every element has a short transition, and reading a color at once would return the old color.
  probe.style.transitionProperty = 'none';
  place.append(probe);
  const colors = { ...TOKENS };
  for (const name of Object.keys(TOKENS).filter(isToken)) {
    probe.style.color = TOKENS[name];
    colors[name] = getComputedStyle(probe).color;
  }
  probe.remove();
  return colors;
}
