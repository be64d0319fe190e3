import type { DownFrame } from '../../../src/shared/protocol/down';
import type { Display } from '../../../src/shared/schemas/display';

export type DisplayFrame = Extract<DownFrame, { type: 'display' }>;

/** The state of an event with one area of capacity 100 by default. */
export const display = ({ occupancy = 0, ...fields }: Partial<Display> & { occupancy?: number } = {}): Display => ({
  eventId: 'e1',
  version: 1,
  eventName: 'Open Air',
  venue: null,
  areas: [{ areaId: 'a1', areaName: 'Main Stage', occupancy, capacity: 100 }],
  ...fields,
});

export const displayFrame = (fields: Parameters<typeof display>[0] = {}): DisplayFrame => ({
  type: 'display',
  ...display(fields),
});
