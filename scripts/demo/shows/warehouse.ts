import type { Show } from './show';

/** A club night that is nearly full: the newest alert is open, and the doors let one in for each one who leaves. */
export const WAREHOUSE: Show = {
  key: 'warehouse-friday',
  eventName: 'Warehouse Friday',
  areas: [
    { name: 'Ground Floor', capacity: 700 },
    { name: 'Upper Floor', capacity: 320 },
    { name: 'Courtyard', capacity: 160 },
  ],
  venue: {
    capacity: 1200,
    staffAllowance: 40,
    safetyMarginPercent: 0,
    alertThresholds: [75, 90, 100],
    limits: [
      { kind: 'license', capacity: 1150, condition: 'Premises license 12/0417, condition 9' },
      { kind: 'fire', capacity: 1180, condition: 'Fire risk assessment of March, table 3' },
    ],
  },
  devices: [
    { name: 'Front door left', direction: 'in' },
    { name: 'Front door right', direction: 'in' },
    { name: 'Front exit', direction: 'out' },
    { name: 'Courtyard gate', direction: 'both' },
    { name: 'Stairs', direction: 'both' },
    { name: 'Yard door', direction: 'both' },
    { name: 'Night manager', direction: 'both' },
  ],
  gates: [
    { device: 0, area: 0, ins: 0.55, outs: 0 },
    { device: 1, area: 0, ins: 0.45, outs: 0 },
    { device: 2, area: 0, ins: 0, outs: 1 },
    { device: 3, area: 2, ins: 1, outs: 1 },
  ],
  passages: [
    { device: 4, areas: [0, 1] },
    { device: 5, areas: [0, 2] },
  ],
  curves: [
    [
      [0, 0],
      [1, 30],
      [2.4, 78],
      [3.4, 93],
    ],
    [
      [0, 0],
      [1.5, 22],
      [3.4, 86],
    ],
    [
      [0, 0],
      [1.5, 60],
      [3.4, 80],
    ],
  ],
  openFor: 3.5,
  pauseMs: 3_400,
  controlDesk: 6,
};

/** The door whose staff have not confirmed the order. */
export const UNCONFIRMED_DOOR = 3;
