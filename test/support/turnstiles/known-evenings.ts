import type { Plan } from './counter-world';

/** Evenings that were counted wrong once; the property test plays them first. */

const QUIET: Omit<Plan, 'seed' | 'seconds' | 'crowd' | 'start' | 'computers'> = {
  restarts: [],
  lost: 0,
  resent: 0,
  lagging: 0,
  zeros: 0,
  kept: 0,
  isClockChange: false,
};
const RIGHT = { steps: [], isCoarse: true };

export const KNOWN_EVENINGS: Plan[] = [
  // Totals told late, and then a clock that is set back.
  {
    ...QUIET,
    seed: 1529913237,
    seconds: 400,
    crowd: [0, 0, 0, 0, 0, 90],
    start: { ins: 10_000, outs: 9_000 },
    restarts: [{ at: 8, isDark: false }],
    computers: [
      {
        clock: { steps: [{ from: 368, offset: -25_200, isFrozen: false }], isCoarse: false },
        every: 30,
        phase: 7,
        outages: [],
      },
    ],
    lagging: 4,
  },
  // A reading after a silence shows what was before it, and the counter had begun again.
  {
    ...QUIET,
    seed: 2147483621,
    seconds: 1200,
    crowd: [0, 90, 0, 0, 0, 0],
    start: { ins: 0, outs: 90 },
    restarts: [{ at: 293, isDark: true }],
    computers: [{ clock: { steps: [], isCoarse: false }, every: 5, phase: 2, outages: [] }],
    lagging: 4,
  },
  // Totals told late hide how many can have passed.
  {
    ...QUIET,
    seed: 545115666,
    seconds: 1200,
    crowd: [0, 0, 0, 90, 0, 0],
    start: { ins: 0, outs: 90 },
    restarts: [{ at: 10, isDark: false }],
    computers: [{ clock: RIGHT, every: 60, phase: 9, outages: [] }],
    lost: 5,
    lagging: 4,
  },
  // Two old totals, sent again, look like a lower line.
  {
    ...QUIET,
    seed: 1221023929,
    seconds: 120,
    crowd: [0, 0, 0, 0, 90, 0],
    start: { ins: 0, outs: 2 },
    computers: [
      {
        clock: { steps: [{ from: 0, offset: 90, isFrozen: false }], isCoarse: false },
        every: 7,
        phase: 0,
        outages: [{ from: 1, length: 104, isShuffled: false }],
      },
    ],
    lost: 5,
    resent: 10,
  },
  // On lower totals the clock is set back.
  {
    ...QUIET,
    seed: 86086759,
    seconds: 400,
    crowd: [0, 0, 0, 90, 0, 20],
    start: { ins: 10000, outs: 9000 },
    restarts: [{ at: 126, isDark: false }],
    computers: [
      {
        clock: { steps: [{ from: 306, offset: -25200, isFrozen: false }], isCoarse: false },
        every: 60,
        phase: 5,
        outages: [],
      },
    ],
    lost: 30,
  },
  // A call in disorder has a restart in it.
  {
    ...QUIET,
    seed: 704701863,
    seconds: 120,
    crowd: [0, 0, 0, 20, 0, 20],
    start: { ins: 0, outs: 9000 },
    restarts: [{ at: 106, isDark: false }],
    computers: [{ clock: RIGHT, every: 10, phase: 5, outages: [{ from: 4, length: 112, isShuffled: true }] }],
  },
  // Two computers were offline for as long, as if one had a slow clock.
  {
    ...QUIET,
    seed: 913009654,
    seconds: 1200,
    crowd: [0, 0, 0, 0, 0, 90],
    start: { ins: 0, outs: 0 },
    computers: [
      {
        clock: RIGHT,
        every: 5,
        phase: 3,
        outages: [
          { from: 0, length: 49, isShuffled: false },
          { from: 654, length: 210, isShuffled: true },
        ],
      },
      {
        clock: { steps: [], isCoarse: false },
        every: 5,
        phase: 9,
        outages: [
          { from: 161, length: 119, isShuffled: false },
          { from: 950, length: 209, isShuffled: true },
        ],
      },
    ],
    resent: 10,
  },
  // A slow clock, and a restart in the dark.
  {
    ...QUIET,
    seed: 218665956,
    seconds: 1200,
    crowd: [0, 0, 20, 20, 0, 0],
    start: { ins: 480, outs: 0 },
    restarts: [{ at: 326, isDark: true }],
    computers: [
      {
        clock: { steps: [{ from: 6, offset: -25200, isFrozen: false }], isCoarse: false },
        every: 10,
        phase: 5,
        outages: [],
      },
    ],
    lost: 5,
    lagging: 4,
  },
  // By a clock that stands still, old totals that are sent again are not in order.
  {
    ...QUIET,
    seed: 30,
    seconds: 1200,
    crowd: [0, 0, 0, 0, 0, 90],
    start: { ins: 0, outs: 0 },
    computers: [
      {
        clock: { steps: [{ from: 0, offset: 0, isFrozen: true }], isCoarse: false },
        every: 5,
        phase: 0,
        outages: [{ from: 936, length: 253, isShuffled: false }],
      },
    ],
    resent: 10,
    zeros: 4,
  },
];
