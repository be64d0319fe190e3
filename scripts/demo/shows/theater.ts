import type { Show } from './show';

/** Where people gather, and the device that counts them there. */
export const DRILL = { points: ['Theatre Garden', 'Quay'], steward: 3 } as const;

/** A theater that has had a drill today, and has another one when the demo opens. */
export const THEATER: Show = {
  key: 'harbor-theatre',
  eventName: 'Harbor Theatre',
  areas: [
    { name: 'Stalls', capacity: 420 },
    { name: 'Balcony', capacity: 220 },
    { name: 'Foyer', capacity: 180 },
  ],
  venue: { capacity: 780, staffAllowance: 30, safetyMarginPercent: 0, alertThresholds: [90, 100] },
  devices: [
    { name: 'Main entrance', direction: 'both' },
    { name: 'Stalls door left', direction: 'both' },
    { name: 'Balcony stairs', direction: 'both' },
    { name: 'Garden steward', direction: 'both' },
    { name: 'Front of house', direction: 'both' },
  ],
  gates: [{ device: 0, area: 2, ins: 1, outs: 1 }],
  passages: [
    { device: 1, areas: [2, 0] },
    { device: 2, areas: [2, 1] },
  ],
  curves: [
    [
      [0, 0],
      [1, 24],
      [2, 62],
    ],
    [
      [0, 0],
      [1, 18],
      [2, 48],
    ],
    [
      [0, 0],
      [0.5, 46],
      [1.4, 38],
      [2, 30],
    ],
  ],
  openFor: 2,
  pauseMs: 4_500,
  controlDesk: 4,
  drill: DRILL,
};
