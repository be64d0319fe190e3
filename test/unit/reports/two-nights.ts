import { buildReport, type BuildReportOptions } from '../../support/build-report';
import { at, CLOCK, roomWith, type TestRoom } from './support';

const OPTIONS: BuildReportOptions = {
  eventId: 'event',
  eventName: 'Summer night',
  clock: CLOCK,
  from: '2026-07-11',
  to: '2026-07-12',
  interval: 60,
  now: at(48 * 60),
  clients: [],
};

/** Returns the report of a room over two nights. */
export const reportOf = (room: TestRoom, changes: Partial<BuildReportOptions> = {}) =>
  buildReport(room.ledger, room.journal, { ...OPTIONS, ...changes });

/** A room with two areas that counts on two nights; the second area is deleted on the second one. */
export function twoNights(): TestRoom {
  const room = roomWith({ hall: 5, bar: 10 });
  room.tap(at(0), { change: 6 });
  room.tap(at(10), { change: -2, to: 'bar' });
  room.tap(at(11), { change: 4 });
  room.tap(at(13 * 60), { change: 1, client: 'other' });
  room.deleteArea(at(14 * 60), 'bar');
  room.tap(at(15 * 60), { change: -5 });
  return room;
}
