export interface Tick {
  /** Among the shown intervals. */
  position: number;
  /** One line or two; the second one is the date. */
  label: string;
}

export interface TickScale {
  pxPerStep: number;
  /** The minimum distance between two labels, in px. */
  gap: number;
}

/**
 * The labels that fit side by side, each centered at its tick: first the dates, then hours from left to right, also
 * those whose date did not fit.
 */
export function withoutOverlaps(
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
