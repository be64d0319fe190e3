import { HOUR_MS } from '../../shared/durations';
import { SLOT_MS } from '../../shared/reports/limits';
import { chartExtent, occupancyAxis } from '../../shared/sealed/chart-axis';
import type { DayFigures } from '../figures';
import { escaped } from './html';

/** The picture's size and margins, in SVG units. */
const [WIDTH, HEIGHT, LEFT, BOTTOM, TOP] = [720, 220, 48, 24, 8];
const HOURS_PER_LABEL = 3;
const LINES = 5;

const round = (value: number): string => String(Math.round(value * 100) / 100);

/**
 * Draws how many people were in the venue: the highest number of each slot, and the capacity.
 * @param clock writes a time (epoch ms) as HH:mm
 */
export function curve({ startsAt, endsAt, venue }: DayFigures, label: string, clock: (at: number) => string): string {
  const capacities = venue.capacities.filter(({ capacity }) => capacity);
  const { min, max, showsCapacity } = chartExtent([
    { min: venue.opening, max: venue.peak, capacity: null },
    ...venue.slots.map(([, , , lowest, highest]) => ({ min: lowest, max: highest, capacity: null })),
    ...capacities.map(({ capacity }) => ({ min: 0, max: 0, capacity })),
  ]);
  const { low, high, ticks } = occupancyAxis(min, max, LINES);
  const x = (at: number) => LEFT + ((at - startsAt) / (endsAt - startsAt)) * (WIDTH - LEFT - 4);
  const y = (people: number) => TOP + ((high - people) / (high - low)) * (HEIGHT - TOP - BOTTOM);
  const text = (at: readonly [number, number], anchor: 'end' | 'middle', words: string) =>
    `<text x="${round(at[0])}" y="${round(at[1])}" font-size="11" text-anchor="${anchor}" fill="#4b5548">${words}</text>`;
  const parts: string[] = [];
  for (const people of ticks) {
    const level = round(y(people));
    parts.push(`<path d="M${LEFT} ${level}H${WIDTH - 4}" stroke="#dfe4db" fill="none"/>`);
    parts.push(text([LEFT - 6, y(people) + 4], 'end', String(people)));
  }
  for (let at = startsAt; at <= endsAt; at += HOURS_PER_LABEL * HOUR_MS) {
    parts.push(text([Math.min(x(at), WIDTH - 18), HEIGHT - 6], 'middle', clock(at)));
  }
  let line = `M${round(x(startsAt))} ${round(y(venue.opening))}`;
  for (const [slot, , , , highest, last] of venue.slots) {
    const [from, to] = [startsAt + slot * SLOT_MS, Math.min(startsAt + (slot + 1) * SLOT_MS, endsAt)];
    line += `H${round(x(from))}V${round(y(highest))}H${round(x(to))}V${round(y(last))}`;
  }
  line += `H${round(x(endsAt))}`;
  for (const [i, { at, capacity }] of venue.capacities.entries()) {
    if (!capacity || !showsCapacity) continue;
    const until = venue.capacities[i + 1]?.at ?? endsAt;
    parts.push(
      `<path d="M${round(x(Math.max(at, startsAt)))} ${round(y(capacity))}H${round(x(until))}" stroke="#b3261e" stroke-width="1.5" stroke-dasharray="6 4" fill="none"/>`,
    );
  }
  parts.push(`<path d="${line}" stroke="#2f6b2a" stroke-width="2" fill="none"/>`);
  return `<svg viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${escaped(label)}">${parts.join('')}</svg>`;
}
