import { acknowledgeAlert, listAlerts, NO_LISTED_ALERTS } from './alert-answers';
import { FlowWindow } from '../live/flow-window';
import { liveNumbers } from '../live/inspections';
import { liveFigures, readLiveFigures } from '../live/live-figures';
import type { Parts } from './parts';
import { areaList, DisplayText, NO_ALERTS_NOR_ORDERS } from '../sockets/frames';
import { liveAreas, type RoomState } from '../state/room-state';
import type { TableDump } from '../storage/table-dump';
import { emptyMoment, emptyPlan, storedRows } from './unopened-answers';
import type { RoomCallContext } from '../../rpc/identity';
import { ok, type Result } from '../../rpc/result';
import type { RoomApi } from '../../rpc/room/room-api';
import { isCountingAllowed } from '../../shared/rules/subscription';
import { isoTime } from '../../time/iso-time';

/** The calls that a room answers after making sure that it is not behind D1. A restore can also ask a deleted room. */
export type CallName = Exclude<
  { [Name in keyof RoomApi]: RoomCallContext extends Parameters<RoomApi[Name]>[0] ? Name : never }[keyof RoomApi],
  'findRestorePoint'
>;

/** What such a call has after its context. */
export type CallArguments<Name extends CallName> =
  Parameters<RoomApi[Name]> extends [RoomCallContext, ...infer Rest] ? Rest : never;

type CallAnswer<Name extends CallName> = Awaited<ReturnType<RoomApi[Name]>>;

/** The calls by name, for code that has the name in a variable. */
export type RoomCalls = {
  readonly [Name in CallName]: (context: RoomCallContext, ...args: CallArguments<Name>) => Promise<CallAnswer<Name>>;
};

/** How a room answers a call; and the answer while nobody has opened it, without which the call opens it. */
type Answers<Name extends CallName> = readonly [
  opened: (parts: Parts, ...args: CallArguments<Name>) => CallAnswer<Name> | Promise<CallAnswer<Name>>,
  unopened?: (event: RoomState, now: number, ...args: CallArguments<Name>) => CallAnswer<Name>,
];

const nothing = (): Result<never[]> => ok([]);
const notFound = (): Result<never> => ({ ok: false, code: 'not_found' });

/** The calls by subject. Those that need no event, or a deleted one, are methods of EventRoom. */
export const CALLS: { readonly [Name in CallName]: Answers<Name> } = {
  listAreas: [
    ({ syncs }, reader) => syncs.listAreas(reader),
    (event) =>
      ok({ ...areaList(event, NO_ALERTS_NOR_ORDERS, !isCountingAllowed(event.account.status)), isOpened: false }),
  ],
  poll: [({ taps }, ...poll) => taps.fromCall(...poll)],
  resetArea: [({ occupancies }, ...reset) => occupancies.reset(...reset)],
  recountArea: [({ occupancies }, ...recount) => occupancies.recount(...recount)],
  readDisplay: [({ viewers }) => ok(viewers.body), (event) => ok(new DisplayText().of(event, 'body'))],

  listDevices: [({ devices }) => ok(devices.list()), nothing],
  readFlow: [
    ({ flow }) => ok(flow.read()),
    (event, now) => ok(new FlowWindow().read(event.event.eventId, now, liveAreas(event))),
  ],
  readLiveFigures: [
    ({ core, syncs, devices }) => readLiveFigures(syncs.listAreas(), devices.list(), core.state.event.event),
    (event) => ok(liveFigures(areaList(event, NO_ALERTS_NOR_ORDERS, false), [])),
  ],
  listAlerts: [listAlerts, () => ok(NO_LISTED_ALERTS)],
  acknowledgeAlert: [acknowledgeAlert, notFound],

  listOrders: [({ orders }) => orders.read(), (_, now) => ok({ readAt: isoTime(now), orders: [] })],
  giveOrder: [({ orders }, ...order) => orders.give(...order)],
  endOrder: [({ orders }, ...end) => orders.end(...end), notFound],
  confirmOrder: [({ orders }, ...confirmation) => orders.confirm(...confirmation), notFound],

  listEvacuations: [({ evacuations }, span) => evacuations.list(span), () => ok({ points: [], evacuations: [] })],
  startEvacuation: [({ evacuations }, ...start) => evacuations.start(...start)],
  endEvacuation: [({ evacuations }, ...end) => evacuations.end(...end), notFound],
  showNumbers: [({ evacuations }, ...newest) => evacuations.showNumbers(...newest), notFound],
  setAssemblyPoints: [({ evacuations }, ...points) => evacuations.setPoints(...points)],

  countFromSource: [({ sources }, ...batch) => sources.take(...batch)],
  listSources: [({ sources }) => sources.desk.list(), nothing],
  readSource: [({ sources }, sourceId) => sources.desk.read(sourceId), notFound],
  deleteSource: [({ sources }, ...source) => sources.desk.delete(...source), notFound],
  settleDoubt: [({ sources }, ...settlement) => sources.doubts.settle(...settlement), notFound],

  // The journal begins when the room is opened.
  noteInspection: [({ inspections }, ...note) => inspections.note(...note), () => ok(null)],
  readInspection: [
    ({ inspections }) => inspections.read(),
    (event, now) => ok(liveNumbers(areaList(event, NO_ALERTS_NOR_ORDERS, false), event.event, now)),
  ],

  planReport: [({ reportReader }, range) => reportReader.plan(range), emptyPlan],
  planMoment: [({ reportReader }, given) => reportReader.moment(given), emptyMoment],
  readFigures: [({ reportReader }, read) => reportReader.figures(read), notFound],
  readLedger: [
    ({ reportReader }, ...page) => ok(reportReader.page(...page)),
    () => ok({ rows: [], clients: [], next: null }),
  ],
  readJournal: [({ reportReader }, read) => ok(reportReader.journal(read)), () => ok({ facts: [], next: null })],
  listReports: [({ core }, part) => ok(core.store.reports.list(part)), nothing],
  readSeals: [({ core }, read) => ok(core.store.seals.list(read)), nothing],
  readStored: [
    (parts, ...page) => ok(flushedTables(parts).page(...page)),
    (event, _, table) => ok({ rows: storedRows(event, table), next: null }),
  ],
  snapshot: [(parts) => ok(flushedTables(parts).snapshot())],
};

export const CALL_NAMES = Object.keys(CALLS).filter((name): name is CallName => name in CALLS);

/** Flushes first, so that the tables include everything that was counted until now. */
function flushedTables({ core, tableDump }: Parts): TableDump {
  core.flushNow();
  return tableDump;
}
