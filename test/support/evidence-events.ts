import { DayEvents } from '../../src/reports/sealed/day-events';
import { journalSpanOf } from '../../src/reports/sealed/sealed-day';
import { HOUR_MS, MINUTE_MS } from '../../src/shared/durations';
import { IDS_PER_MS } from '../../src/shared/reports/limits';
import { EXAMPLE_DAY } from './evidence-example';

/** What happened on the example's day, as rows of the journal. */

const AT = EXAMPLE_DAY.startsAt + 17 * HOUR_MS;

export const entry = (id: number, at: number, changes: object = {}) => ({
  id,
  at,
  actor: 'admin:1234',
  kind: 'capacity_changed',
  area_id: 'bar',
  before: '0',
  after: '100',
  note: null,
  crossings: null,
  ...changes,
});

const night = (minutes: number) => AT + minutes * MINUTE_MS;
const order = (orderId: string, fields: object = {}) =>
  JSON.stringify({ orderId, kind: 'hold', target: { type: 'event' }, deviceName: null, devices: 3, ...fields });

/** What the control room did on the example's day, as the journal has it, with what began or ended on other days. */
const ACTS: [minute: number, kind: string, fields: object][] = [
  [-2_000, 'order_given', { after: order('too-early') }],
  [0, 'evacuation_ended', { after: JSON.stringify({ evacuationId: 'v0', isDrill: true, people: 4 }) }],
  [1, 'order_given', { after: order('o1'), before: null, note: 'Spill <at> the bar' }],
  [2, 'order_confirmed', { after: '"o1"', note: 'North gate' }],
  [3, 'order_confirmed', { after: '"o1"' }],
  [5, 'order_given', { before: order('o1'), after: order('o2', { kind: 'one_in_one_out' }) }],
  [6, 'order_given', { after: order('o3', { kind: 'stop', target: { type: 'area', areaId: 'bar' }, devices: 1 }) }],
  [7, 'order_given', { after: order('o4', { kind: 'open', target: { type: 'device', deviceId: 'd1' } }) }],
  [8, 'order_ended', { before: order('o4', { target: { type: 'device', deviceId: 'd1' }, deviceName: 'Side door' }) }],
  [9, 'order_ended', { before: order('o0', { target: { type: 'area', areaId: 'yard' } }) }],
  [10, 'occupancy_recounted', { area_id: 'bar', before: '44', after: '40', note: 'By <eye>' }],
  [11, 'occupancy_reset', { area_id: 'bar', before: '40', after: '0', actor: 'code:7' }],
  [20, 'evacuation_started', { after: JSON.stringify({ evacuationId: 'v1', isDrill: false, people: 122 }) }],
  [32, 'evacuation_ended', { after: JSON.stringify({ evacuationId: 'v1', isDrill: false, people: 1 }) }],
  [40, 'evacuation_started', { after: JSON.stringify({ evacuationId: 'v2', isDrill: true, people: 90 }) }],
  [44, 'drill_made_real', { after: JSON.stringify({ evacuationId: 'v2', isDrill: false, people: 85 }) }],
  [
    47,
    'evacuation_ended',
    { after: JSON.stringify({ evacuationId: 'v2', isDrill: false, people: 3, isMistake: true }) },
  ],
];

/** The events of the day. The first rows are not its end, and a row after the span is. */
export function exampleEvents(): DayEvents {
  const events = new DayEvents(EXAMPLE_DAY, journalSpanOf(EXAMPLE_DAY, night(50) * IDS_PER_MS));
  const none = { before: null, after: null };
  const rows = ACTS.map(([minute, kind, fields]) =>
    entry(night(minute) * IDS_PER_MS, night(minute), { kind, area_id: null, ...none, ...fields }),
  );
  events.add(rows.slice(0, 3));
  events.add([...rows.slice(3), entry(night(60) * IDS_PER_MS, night(60))]);
  return events;
}
