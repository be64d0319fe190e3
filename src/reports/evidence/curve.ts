import { HOUR_MS, SLOT_MS } from '../../shared/limits';
import type { DayFigures } from '../figures';
import { escaped } from './html';

/** The picture's size and margins, in SVG units. */
const [WIDTH, HEIGHT, LEFT, BOTTOM, TOP] = [720, 220, 48, 24, 8];
const HOURS_PER_LABEL = 3;

const round = (value: number): string => String(Math.round(value * 100) / 100);

/** Returns a step of 1, 2 or 5 times a power of ten that gives at most five lines up to `max`. */
function stepFor(max: number): number {
  const raw = Math.max(1, max / 5);
  const power = 10 ** Math.floor(Math.log10(raw));
  return power * ([1, 2, 5, 10].find((factor) => factor * power >= raw) ?? 10);
}

/**
 * Draws how many people were in the venue: the highest number of each slot, and the capacity.
 * @param clock writes a time (epoch ms) as HH:mm
 */
export function curve({ startsAt, endsAt, venue }: DayFigures, label: string, clock: (at: number) => string): string {
  const capacities = venue.capacities.filter(({ capacity }) => capacity);
  const max = Math.max(1, venue.peak, ...capacities.map(({ capacity }) => capacity ?? 0));
  const low = Math.min(0, ...venue.slots.map(([, , , lowest]) => lowest));
  const x = (at: number) => LEFT + ((at - startsAt) / (endsAt - startsAt)) * (WIDTH - LEFT - 4);
  const y = (people: number) => TOP + ((max - people) / (max - low)) * (HEIGHT - TOP - BOTTOM);
  const text = (at: readonly [number, number], anchor: 'end' | 'middle', words: string) =>
    `<text x="${round(at[0])}" y="${round(at[1])}" font-size="11" text-anchor="${anchor}" fill="#4b5548">${words}</text>`;
  const parts: string[] = [];
  for (let people = 0; people <= max; people += stepFor(max)) {
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
    if (!capacity) continue;
    const until = venue.capacities[i + 1]?.at ?? endsAt;
    parts.push(
      `<path d="M${round(x(Math.max(at, startsAt)))} ${round(y(capacity))}H${round(x(until))}" stroke="#b3261e" stroke-width="1.5" stroke-dasharray="6 4" fill="none"/>`,
    );
  }
  parts.push(`<path d="${line}" stroke="#2f6b2a" stroke-width="2" fill="none"/>`);
  return `<svg viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${escaped(label)}">${parts.join('')}</svg>`;
}
