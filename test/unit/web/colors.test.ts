import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';

const styles = readFileSync(resolve(import.meta.dirname, '../../../web/src/styles.css'), 'utf8');

/** In degrees of 360. */
function hueOf(hex: string): number {
  const [red = NaN, green = NaN, blue = NaN] = [0, 2, 4].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));
  const highest = Math.max(red, green, blue);
  const range = highest - Math.min(red, green, blue);
  if (highest === red) return (60 * ((green - blue) / range) + 360) % 360;
  return highest === green ? 60 * (2 + (blue - red) / range) : 60 * (4 + (red - green) / range);
}

/** The hues that text-… or bg-… of that name paints in the light and the dark scheme. */
function huesOf(name: string): number[] {
  const [, variable] = new RegExp(`--color-${name}: var\\(--([\\w-]+)\\);`).exec(styles) ?? [];
  const [, light, dark] = new RegExp(`--${variable}: light-dark\\(#(\\w{6}), #(\\w{6})\\);`).exec(styles) ?? [];
  return [hueOf(light ?? ''), hueOf(dark ?? '')];
}

/** The range of hues with this name, in degrees. */
const HUES = { red: [0, 15], amber: [30, 45], green: [75, 140] } as const;

test.each([
  ['good', 'green'],
  ['bad', 'red'],
  ['bar-normal', 'green'],
  ['bar-warn', 'amber'],
  ['bar-bad', 'red'],
] as const)('%s is %s in the light and the dark scheme', (name, color) => {
  const [from, to] = HUES[color];
  for (const hue of huesOf(name)) {
    expect(hue).toBeGreaterThanOrEqual(from);
    expect(hue).toBeLessThanOrEqual(to);
  }
});
