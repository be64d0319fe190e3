/** The festival that `npm run demo` plays: areas, doors and days. This module does not depend on a server. */

import type { Curve } from './shows/curve';
import type { Show } from './shows/show';

export const AREAS = [
  { name: 'Main Stage', capacity: 2000 },
  { name: 'Club Tent', capacity: 500 },
  { name: 'Food Market', capacity: 600 },
  { name: 'Riverside Garden', capacity: 350 },
] as const;
export const [MAIN, TENT, MARKET, GARDEN] = [0, 1, 2, 3] as const;

/** The venue's capacity, which its license sets, and settings that a careful organizer would choose. */
const VENUE = { capacity: 3300, staffAllowance: 120, safetyMarginPercent: 5, alertThresholds: [75, 90, 100] };

const DEVICES: Show['devices'] = [
  { name: 'North gate 1', direction: 'in' },
  {
    name: 'North turnstile',
    direction: 'in',
    machine: { sourceId: 'north-turnstile', kind: 'turnstile', door: 'North gate 2', areas: [MAIN] },
  },
  { name: 'North exit', direction: 'out' },
  { name: 'East gate', direction: 'both' },
  { name: 'East gate, step-free', direction: 'both' },
  { name: 'River gate', direction: 'both' },
  { name: 'Tent door left', direction: 'both' },
  { name: 'Tent door right', direction: 'both' },
  { name: 'Market passage', direction: 'both' },
  { name: 'Garden path', direction: 'both' },
  {
    name: 'Bridge camera',
    direction: 'both',
    machine: { sourceId: 'bridge-camera', kind: 'camera', door: 'Stage bridge', areas: [GARDEN, MAIN] },
  },
  { name: 'Control desk', direction: 'both' },
];
export const EAST_GATE = 3;
export const STEP_FREE_GATE = 4;
export const RIVER_GATE = 5;
export const CONTROL_DESK = 11;

export const isMachine = (device: number): boolean => DEVICES[device]?.machine !== undefined;

/**
 * Doors to the outside. `ins` and `outs` are a gate's share of the people; they add up to 1 for each area. The control
 * desk corrects a count now and then.
 */
const GATES: Show['gates'] = [
  { device: 0, area: MAIN, ins: 0.55, outs: 0 },
  { device: 1, area: MAIN, ins: 0.45, outs: 0 },
  { device: 2, area: MAIN, ins: 0, outs: 1 },
  { device: EAST_GATE, area: MARKET, ins: 0.75, outs: 0.7 },
  { device: STEP_FREE_GATE, area: MARKET, ins: 0.25, outs: 0.3 },
  { device: RIVER_GATE, area: GARDEN, ins: 1, outs: 1 },
  ...[MAIN, MARKET, GARDEN].map((area) => ({ device: CONTROL_DESK, area, ins: 0.004, outs: 0.004 })),
];

/** Doors between two areas: one tap counts a person out of one area and into the other. */
const PASSAGES: Show['passages'] = [
  { device: 6, areas: [MAIN, TENT] },
  { device: 7, areas: [MARKET, TENT] },
  { device: 8, areas: [MAIN, MARKET] },
  { device: 9, areas: [MARKET, GARDEN] },
  { device: 10, areas: [MAIN, GARDEN] },
];

export interface Day {
  /** The local hour at which the doors open. */
  opensAt: number;
  /** One curve for each area, in the order of AREAS. The last point of a curve is the time when the doors close. */
  curves: readonly Curve[];
}

/** Headliners play on the Main Stage from 21:30 to 23:00; afterwards the tent fills. */
const FRIDAY: Day = {
  opensAt: 17,
  curves: [
    [
      [0, 0],
      [1, 8],
      [2.5, 34],
      [3, 30],
      [4, 58],
      [4.5, 84],
      [5.6, 88],
      [6.1, 52],
      [7, 20],
      [8, 6],
      [9, 0.2],
    ],
    [
      [0, 0],
      [2, 15],
      [4, 34],
      [5, 24],
      [6.2, 72],
      [7, 91],
      [8, 74],
      [8.6, 30],
      [9, 0.5],
    ],
    [
      [0, 0],
      [1, 25],
      [2, 52],
      [3.5, 72],
      [4.6, 36],
      [6.1, 58],
      [7, 30],
      [8.5, 10],
      [9, 0.2],
    ],
    [
      [0, 0],
      [1.5, 30],
      [3, 62],
      [4.6, 30],
      [6, 42],
      [7, 16],
      [8, 4],
      [9, 0],
    ],
  ],
};

/** Two big sets start at 18:00 and 21:30. After the second one the tent is over its capacity for a while. */
const SATURDAY: Day = {
  opensAt: 13,
  curves: [
    [
      [0, 0],
      [1, 6],
      [3, 28],
      [4.5, 50],
      [5.2, 74],
      [6.2, 70],
      [6.8, 44],
      [8, 66],
      [8.6, 93],
      [9.8, 96],
      [10.2, 58],
      [11.2, 22],
      [12.5, 6],
      [13.5, 0.3],
    ],
    [
      [0, 0],
      [2, 18],
      [4, 40],
      [5.4, 28],
      [7, 52],
      [8.6, 34],
      [9.9, 62],
      [10.45, 101],
      [10.6, 102],
      [10.8, 95],
      [12, 84],
      [13, 34],
      [13.5, 0.6],
    ],
    [
      [0, 0],
      [1, 30],
      [3, 58],
      [5.2, 44],
      [6.8, 84],
      [8.6, 42],
      [10.2, 66],
      [11.2, 34],
      [12.8, 10],
      [13.5, 0.3],
    ],
    [
      [0, 0],
      [2, 40],
      [4, 66],
      [5.2, 42],
      [7, 78],
      [8.6, 36],
      [10.2, 46],
      [11.4, 18],
      [13, 4],
      [13.5, 0],
    ],
  ],
};

/** Families come in the afternoon, and a headliner plays from 20:30 to 22:00. */
const SUNDAY: Day = {
  opensAt: 12,
  curves: [
    [
      [0, 0],
      [1, 5],
      [3, 22],
      [5, 46],
      [6, 40],
      [8, 62],
      [8.5, 82],
      [9.8, 84],
      [10.3, 40],
      [11, 8],
      [11.5, 0.2],
    ],
    [
      [0, 0],
      [2, 30],
      [4, 52],
      [5.5, 44],
      [7, 66],
      [8.5, 28],
      [10, 34],
      [11, 10],
      [11.5, 0.4],
    ],
    [
      [0, 0],
      [1, 34],
      [2, 60],
      [4, 56],
      [6.5, 78],
      [8.5, 34],
      [10.2, 46],
      [11, 10],
      [11.5, 0.2],
    ],
    [
      [0, 0],
      [1.5, 46],
      [3.5, 74],
      [5, 60],
      [7, 70],
      [8.5, 34],
      [10, 28],
      [11, 5],
      [11.5, 0],
    ],
  ],
};

/** The days from Friday to Sunday. */
export const WEEKEND: readonly Day[] = [FRIDAY, SATURDAY, SUNDAY];

/** The demo opens shortly before the big set. */
const TODAY: readonly Curve[] = [
  [
    [0, 0],
    [1, 6],
    [2.5, 26],
    [4, 44],
    [5, 46],
    [6.7, 86],
  ],
  [
    [0, 0],
    [1.5, 16],
    [3, 36],
    [4.5, 30],
    [6.7, 44],
  ],
  [
    [0, 0],
    [1, 28],
    [2.5, 58],
    [4.2, 74],
    [5, 84],
    [6.7, 74],
  ],
  [
    [0, 0],
    [1.5, 34],
    [3, 60],
    [4.5, 52],
    [6.7, 58],
  ],
];

export const FESTIVAL = {
  key: 'harbor-lights',
  eventName: 'Harbor Lights Festival',
  areas: AREAS,
  venue: VENUE,
  devices: DEVICES,
  gates: GATES,
  passages: PASSAGES,
  curves: TODAY,
  openFor: 6,
  pauseMs: 800,
  waves: [
    { minutes: 47, percent: 9 },
    { minutes: 31, percent: 6 },
    { minutes: 23, percent: 5 },
    { minutes: 37, percent: 8 },
  ],
  controlDesk: CONTROL_DESK,
  offline: STEP_FREE_GATE,
} satisfies Show;
