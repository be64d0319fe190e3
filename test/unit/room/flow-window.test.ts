import { expect, test } from 'vitest';
import type { Move } from '../../../src/room/storage/flow-rows';
import { FlowWindow } from '../../../src/room/live/flow-window';
import { MINUTE_MS } from '../../../src/shared/durations';
import { FLOW_MINUTES } from '../../../src/shared/schemas/limits';

const NOW = 30_000_000;
const move = (fields: Partial<Move>): Move => ({
  areaId: 'main',
  minute: NOW,
  isTransfer: false,
  ins: 0,
  outs: 0,
  lateIns: 0,
  lateOuts: 0,
  rise: 0,
  ...fields,
});

/** The newest minutes of the venue and of each area, each as `ins/outs/occupancy`. */
function newest(window: FlowWindow, count: number, areas: Record<string, number>, now = NOW) {
  const people = Object.entries(areas).map(([areaId, occupancy]) => ({ areaId, occupancy }));
  const flow = window.read('event', now * MINUTE_MS + 59_999, people);
  const short = (minutes: typeof flow.venue) =>
    minutes
      .slice(0 - count)
      .map(({ ins, outs, occupancy }) => `${ins}/${outs}/${occupancy}`)
      .join(' ');
  return {
    lastMinuteAt: Date.parse(flow.lastMinuteAt) / MINUTE_MS,
    total: short(flow.venue),
    ...Object.fromEntries(flow.areas.map(({ areaId, minutes }) => [areaId, short(minutes)])),
  };
}

test('the occupancy at the end of each minute follows from the present occupancy', () => {
  const window = new FlowWindow();
  window.add(move({ minute: NOW - 2, ins: 5, rise: 5 }));
  // Six people leave, one of whom was not counted in before.
  window.add(move({ minute: NOW - 1, outs: 6, rise: -5 }));
  window.add(move({ ins: 1, rise: 1 }));
  window.add(move({ ins: 2, outs: 1, rise: 1 }));
  expect(newest(window, 4, { main: 12 }).total).toBe('0/0/10 5/0/15 0/6/10 3/1/12');
});

test("the venue's flow is the sum of its areas, and transfers between areas count in neither direction", () => {
  const window = new FlowWindow();
  window.add(move({ ins: 4, rise: 4 }));
  window.add(move({ areaId: 'bar', ins: 1, rise: 1 }));
  window.add(move({ isTransfer: true, outs: 3, rise: -3 }));
  window.add(move({ areaId: 'bar', isTransfer: true, ins: 3, rise: 3 }));
  const sums = { main: '0/0/0 4/3/1', bar: '0/0/0 4/0/4', total: '0/0/0 5/0/5' };
  expect(newest(window, 2, { main: 1, bar: 4 })).toMatchObject(sums);
  // An undo lowers the minute in which it arrives. A recount is neither in nor out.
  window.add(move({ ins: -2, rise: -2 }));
  window.add(move({ rise: 30 }));
  expect(newest(window, 2, { main: 29, bar: 4 }).total).toBe('0/0/0 3/0/33');
});

test('minutes pass without taps and drop out after an hour', () => {
  const window = new FlowWindow();
  window.add(move({ ins: 2, rise: 2 }));
  expect(newest(window, 2, { main: 2 }, NOW + 1)).toMatchObject({ lastMinuteAt: NOW + 1, total: '2/0/2 0/0/2' });
  const oldest = (now: number, main: number) => newest(window, FLOW_MINUTES, { main }, now).total.split(' ')[0];
  expect(oldest(NOW + FLOW_MINUTES - 1, 2)).toBe('2/0/2');
  expect(oldest(NOW + FLOW_MINUTES, 2)).toBe('0/0/2');
});
