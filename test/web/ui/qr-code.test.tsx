import { render, screen } from '@testing-library/react';
import jsQR from 'jsqr';
import { expect, test } from 'vitest';
import { QrCode } from '../../../web/src/ui/qr-code';

/** Pixels per module: a camera does not see each module as a single pixel. */
const SCALE = 4;
const WHITE = [255, 255, 255, 255] as const;
const BLACK = [0, 0, 0, 255] as const;

/** Converts the drawn rectangles to pixels. Returns them and the dark modules. */
function rasterise(svg: Element) {
  const size = Number(svg.getAttribute('viewBox')?.split(' ')[2]);
  const dark = Array.from({ length: size }, () => Array.from({ length: size }, () => false));
  for (const [, x, y, width] of (svg.lastElementChild?.getAttribute('d') ?? '').matchAll(
    /M(\d+) (\d+)h(\d+)v1h-\d+z/g,
  )) {
    dark[Number(y)]?.fill(true, Number(x), Number(x) + Number(width));
  }
  const side = size * SCALE;
  const pixels = Uint8ClampedArray.from(
    Array.from({ length: side * side }, (_, i) =>
      dark[Math.floor(i / side / SCALE)]?.[Math.floor((i % side) / SCALE)] ? BLACK : WHITE,
    ).flat(),
  );
  return { dark, side, pixels };
}

test.each([
  'https://headroom.example/login?code=ABCD-2346',
  'http://192.168.178.20:8787/login?code=ZZZZ-9999',
  `https://count.a-venue-with-a-long-name.example/display/${'Xy9_-'.repeat(9)}?area=${'a1b2c3d4'.repeat(4)}`,
])('a scanner reads %s, black on white with four white modules around it', (link) => {
  render(<QrCode value={link} label="Link" />);
  const svg = screen.getByRole('img', { name: 'Link' });
  const { dark, side, pixels } = rasterise(svg);
  expect(jsQR(pixels, side, side)?.data).toBe(link);
  expect([...svg.children].map((path) => path.getAttribute('fill'))).toEqual(['#fff', '#000']);
  const isEdge = (i: number) => i < 4 || i >= dark.length - 4;
  expect(dark.some((row, y) => row.some((module, x) => module && (isEdge(x) || isEdge(y))))).toBe(false);
  expect(dark[4]?.[4]).toBe(true);
});
