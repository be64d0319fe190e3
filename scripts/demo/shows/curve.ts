/** How full an area is at each time: hours since the doors opened, and percent of its capacity. */
export type Curve = readonly (readonly [hour: number, percent: number])[];

/** Returns how full an area should be `hours` after the doors opened, in percent of its capacity. */
export function percentAt(curve: Curve, hours: number): number {
  const next = curve.findIndex(([hour]) => hour >= hours);
  const [toHour, toPercent] = curve[next] ?? curve.at(-1) ?? [0, 0];
  const [fromHour, fromPercent] = curve[next - 1] ?? [toHour, toPercent];
  if (toHour <= fromHour) return toPercent;
  const t = (hours - fromHour) / (toHour - fromHour);
  return fromPercent + (toPercent - fromPercent) * t * t * (3 - 2 * t);
}

export const closingHour = (curves: readonly Curve[]): number =>
  Math.max(...curves.map((curve) => curve.at(-1)?.[0] ?? 0));
