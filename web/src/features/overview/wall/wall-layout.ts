/**
 * Which tiles stand where on the wall. Lengths are in CSS pixels, or in units: a unit is 1/1920 of the window's width, so
 * that capitals have the same angle on every screen of one size. At 1920 × 1080 the bar leaves 1,000 units of height:
 * four columns hold 12 events with 60 areas (12 × 84 + 60 × 46 = 3,768), two hold 6 events with 21 areas (1,470).
 */

const UNITS_WIDE = 1_920;
/** A window is never lower than this. */
const UNITS_HIGH_MIN = 540;
/** The height of an area's line, and of a tile's head: the line of the venue, and the line below it. */
const ROW_UNITS = 45;
const VENUE_UNITS = 52;
const NOTE_UNITS = 28;
/** A line with links is at least as high as a target must be (WCAG 2.2, 2.5.8). */
const NOTE_MIN_PX = 24;
const GAP_UNITS = 8;
const BAR_UNITS = 64;
/** The bar's buttons are as high as everywhere. */
const BAR_MIN_PX = 52;

/** On a narrower window the page scrolls, because its text would be too small. */
const SCROLLS_BELOW_PX = 720;
const SCROLLING_UNIT_PX = 0.6;
const UNIT_MIN_PX = 0.5;

/** What is tried, best first: how large text is, and in how many columns. The last one has pages. */
const TRIES = [
  { scale: 2, columns: 1 },
  { scale: 1.5, columns: 1 },
  { scale: 1.4, columns: 1 },
  { scale: 1.2, columns: 1 },
  { scale: 1, columns: 2 },
  { scale: 1, columns: 3 },
  { scale: 1, columns: 4 },
] as const;
/** This many times as high as others is a line whose text may take two lines (--rows in wall.css). */
export const WRAPPED = 1.75;
/** A note then has two lines: its links keep their height. */
const NOTE_LINES = 2;
/** From this width on, in scaled units, a line has room for the trend and a large percentage. */
const WIDE_UNITS = 700;
/** A tile that does not fit is cut only where at least this many lines fit. */
const CUT_ROWS_MIN = 2;

/** A tile, or a part of one that is too high for a column: its lines from `from` to `to`, without `to`. */
export interface Part {
  /** The index of the tile. */
  readonly tile: number;
  readonly from: number;
  readonly to: number;
}

export interface WallLayout {
  /** The size of a scaled unit in CSS pixels. */
  readonly unitPx: number;
  /** Whether lines have room for everything. */
  readonly isWide: boolean;
  readonly scrolls: boolean;
  /** Whether each line is higher, because the window has room for it: texts then take two lines before they are cut. */
  readonly wraps: boolean;
  /** The columns of each page. */
  readonly pages: readonly (readonly (readonly Part[])[])[];
}

interface Sizes {
  readonly head: number;
  /** The part of the head that is the line with links. */
  readonly note: number;
  readonly row: number;
  readonly gap: number;
}

function sizesOf(unitPx: number): Sizes {
  const note = Math.max(NOTE_UNITS * unitPx, NOTE_MIN_PX);
  return { head: VENUE_UNITS * unitPx + note, note, row: ROW_UNITS * unitPx, gap: GAP_UNITS * unitPx };
}

/** Returns the size of a unit before scaling, in CSS pixels. A flat window has smaller ones, so that a tile fits. */
export const baseUnit = (width: number, height: number): number =>
  Math.max(Math.min(width / UNITS_WIDE, height / UNITS_HIGH_MIN), UNIT_MIN_PX);

/** The height of the bar in CSS pixels. */
export const barHeight = (unitPx: number): number => Math.max(BAR_UNITS * unitPx, BAR_MIN_PX);

/**
 * Puts each tile into the first column that has room for it. `tiles` are the numbers of lines, the most urgent tile
 * first.
 * @param cuts whether a tile that fits nowhere is cut; otherwise it begins the next page, even if it is too high
 */
function pack(tiles: readonly number[], columns: number, height: number, sizes: Sizes, cuts: boolean): Part[][][] {
  const pages: Part[][][] = [];
  let page: Part[][] = [];
  let free: number[] = [];
  const begin = () => {
    page = Array.from({ length: columns }, () => []);
    free = page.map(() => height);
    pages.push(page);
  };
  const put = (column: number, part: Part) => {
    page[column]?.push(part);
    free[column] = (free[column] ?? 0) - sizes.head - (part.to - part.from) * sizes.row - sizes.gap;
  };
  const roomFor = (rows: number) => free.findIndex((left) => left >= sizes.head + rows * sizes.row);
  begin();
  for (const [tile, rows] of tiles.entries()) {
    let from = 0;
    for (;;) {
      const whole = roomFor(rows - from);
      if (whole !== -1) {
        put(whole, { tile, from, to: rows });
        break;
      }
      const isEmpty = page.every((parts) => parts.length === 0);
      const cut = cuts ? roomFor(Math.min(CUT_ROWS_MIN, rows - from)) : isEmpty ? 0 : -1;
      if (cut === -1) {
        // A window that is lower than a tile's head shows the beginning of each tile.
        if (isEmpty) {
          put(0, { tile, from, to: rows });
          break;
        }
        begin();
        continue;
      }
      const count = cuts ? Math.floor(((free[cut] ?? 0) - sizes.head) / sizes.row) : rows - from;
      put(cut, { tile, from, to: from + count });
      from += count;
      if (from >= rows) break;
    }
  }
  return pages;
}

/**
 * Puts each tile, the highest first, into the column with the most room. The most urgent tile is then at the top of the
 * first column. Returns null if they do not fit.
 */
function fit(tiles: readonly number[], columns: number, height: number, { head, row, gap }: Sizes): Part[][] | null {
  const filled = Array.from({ length: columns }, () => ({ left: height, parts: new Array<Part>() }));
  for (const [tile, rows] of [...tiles.entries()].toSorted(([, a], [, b]) => b - a)) {
    const emptiest = filled.reduce((best, one) => (one.left > best.left ? one : best));
    const high = head + rows * row;
    if (emptiest.left < high) return null;
    emptiest.left -= high + gap;
    emptiest.parts.push({ tile, from: 0, to: rows });
  }
  const sorted = filled.map(({ parts }) => parts.toSorted((a, b) => a.tile - b.tile));
  return sorted.toSorted((a, b) => (a[0]?.tile ?? Infinity) - (b[0]?.tile ?? Infinity));
}

/** @param tiles the number of lines of each tile, the most urgent tile first */
export function layOut(tiles: readonly number[], width: number, height: number): WallLayout {
  if (width < SCROLLS_BELOW_PX) {
    const pages = pack(tiles, 1, Infinity, sizesOf(SCROLLING_UNIT_PX), false);
    return { unitPx: SCROLLING_UNIT_PX, isWide: false, scrolls: true, wraps: false, pages };
  }
  const base = baseUnit(width, height);
  const room = height - barHeight(base) - 2 * GAP_UNITS * base;
  const attempt = ({ scale, columns }: (typeof TRIES)[number], cuts: boolean): WallLayout => {
    const unitPx = base * scale;
    const isWide = width / columns / unitPx >= WIDE_UNITS;
    return { unitPx, isWide, scrolls: false, wraps: false, pages: pack(tiles, columns, room, sizesOf(unitPx), cuts) };
  };
  for (const one of TRIES) {
    const tried = attempt(one, false);
    const [first = []] = tried.pages;
    const isFilled = first.every((column) => column.length > 0);
    const packed = tried.pages.length === 1 && isFilled && isWithin(tried, tiles, room) ? first : null;
    const fitted = fit(tiles, one.columns, room, sizesOf(tried.unitPx));
    const wraps = (columns: readonly (readonly Part[])[] | null) =>
      columns !== null && canWrap(columns, sizesOf(tried.unitPx), room);
    const best = packed && (wraps(packed) || !wraps(fitted)) ? packed : fitted;
    if (best) return { ...tried, pages: [best], wraps: wraps(best) };
  }
  const [largest, ...smaller] = TRIES;
  let cut = attempt(largest, true);
  for (const one of smaller) {
    if (cut.pages.length === 1) break;
    cut = attempt(one, true);
  }
  return cut;
}

/** Whether the columns of the only page have room for lines that are higher. */
const canWrap = (columns: readonly (readonly Part[])[], { head, note, row, gap }: Sizes, room: number): boolean =>
  columns.every((parts) => {
    const heights = parts.map(({ from, to }) => WRAPPED * (head - note + (to - from) * row) + NOTE_LINES * note);
    return heights.reduce((sum, height) => sum + height + gap, -gap) <= room;
  });

/** Whether no tile is higher than a column. */
const isWithin = ({ unitPx }: WallLayout, tiles: readonly number[], room: number): boolean => {
  const { head, row } = sizesOf(unitPx);
  return tiles.every((rows) => head + rows * row <= room);
};
