import { loadDefinition } from '../db/definitions';
import { markOpened, wasOpened } from '../db/opened-events';
import { Calendar } from '../room/days/day-rules';
import { diffDefinition, firstState } from '../room/definition';
import { FlowWindow } from '../room/live/flow-window';
import { liveNumbers } from '../room/live/inspections';
import { liveFigures } from '../room/live/live-figures';
import { areaList, DisplayText, NO_ALERTS_NOR_ORDERS } from '../room/sockets/frames';
import { liveAreas, type RoomState } from '../room/state';
import { ok, refuse, type Result, type RoomApi, type RoomRef } from '../rpc/contract';
import { checkDayRange, type DayRange } from '../shared/rules/report-query';
import { checkMoment } from '../shared/rules/report-query';
import { isCountingAllowed } from '../shared/rules/subscription';
import { EMPTY_OPENING } from '../reports/figures';
import type { MomentPlan, ReportPlan } from '../reports/plan';
import { toSqlRow } from '../stored/columns';
import { AREAS, type StoredRow, type StoredTable } from '../stored/tables';
import { isoTime } from '../time/iso-time';
import type { RoomCaller } from './context';

const NOT_FOUND: Result<never> = { ok: false, code: 'not_found' };

/** An event as it is set up in D1, as a room would know it; or why there is none. */
type SetUp = RoomState | 'opened' | 'missing';

/**
 * Stands for the room of an event that nobody has opened yet (docs/decisions/0029). What can be answered without counts
 * is answered from D1, and changes stay there. Everything else opens the event, which places its room near the caller.
 */
export class UnopenedRoom implements RoomApi {
  constructor(
    private readonly ctx: RoomCaller,
    private readonly ref: RoomRef,
  ) {}

  /** Notes in D1 that the event is opened before the room is called: whoever reads D1 afterwards calls the room, too. */
  private async open<T>(call: (room: RoomApi) => Promise<T>): Promise<T> {
    await markOpened(this.ctx.db, this.ref.eventId, this.ctx.now());
    return await call(this.ctx.room(this.ref));
  }

  private async setUp(): Promise<SetUp> {
    const { db, now } = this.ctx;
    const { eventId } = this.ref;
    const definition = await loadDefinition(db, eventId, now());
    if (definition === null) return 'missing';
    if (definition.isOpened !== false) return 'opened';
    const made = { epoch: '' };
    return diffDefinition(firstState(definition, made.epoch), definition, 'system', now(), made).state;
  }

  private async answer<T>(
    ask: (room: RoomApi) => Promise<Result<T>>,
    of: (state: RoomState) => Result<T>,
  ): Promise<Result<T>> {
    const found = await this.setUp();
    if (found === 'opened') return await ask(this.ctx.room(this.ref));
    return found === 'missing' ? NOT_FOUND : of(found);
  }

  /** A room loads the newest definition when it is opened. */
  readonly applyDefinition: RoomApi['applyDefinition'] = async () => {};
  readonly setAccount: RoomApi['setAccount'] = async () => {};

  /** The event may have been opened just before it was deleted. Afterwards it cannot be opened any more. */
  readonly deleteEvent: RoomApi['deleteEvent'] = async () => {
    if (await wasOpened(this.ctx.db, this.ref.eventId)) await this.ctx.room(this.ref).deleteEvent();
  };

  readonly endSessions: RoomApi['endSessions'] = async (...args) => {
    if (await wasOpened(this.ctx.db, this.ref.eventId)) await this.ctx.room(this.ref).endSessions(...args);
  };

  readonly listAreas: RoomApi['listAreas'] = (...args) =>
    this.answer(
      (room) => room.listAreas(...args),
      (state) =>
        ok({ ...areaList(state, NO_ALERTS_NOR_ORDERS, !isCountingAllowed(state.account.status)), isOpened: false }),
    );

  readonly listDevices: RoomApi['listDevices'] = (...args) =>
    this.answer(
      (room) => room.listDevices(...args),
      () => ok([]),
    );

  readonly listSources: RoomApi['listSources'] = (...args) =>
    this.answer(
      (room) => room.listSources(...args),
      () => ok([]),
    );

  readonly readSource: RoomApi['readSource'] = (...args) =>
    this.answer(
      (room) => room.readSource(...args),
      () => NOT_FOUND,
    );

  readonly deleteSource: RoomApi['deleteSource'] = (...args) =>
    this.answer(
      (room) => room.deleteSource(...args),
      () => NOT_FOUND,
    );

  readonly readLiveFigures: RoomApi['readLiveFigures'] = (...args) =>
    this.answer(
      (room) => room.readLiveFigures(...args),
      (state) => ok(liveFigures(areaList(state, NO_ALERTS_NOR_ORDERS, false), [])),
    );

  readonly readFlow: RoomApi['readFlow'] = (...args) =>
    this.answer(
      (room) => room.readFlow(...args),
      (state) => ok(new FlowWindow().read(state.event.eventId, this.ctx.now(), liveAreas(state))),
    );

  readonly acknowledgeAlert: RoomApi['acknowledgeAlert'] = (...args) =>
    this.answer(
      (room) => room.acknowledgeAlert(...args),
      () => NOT_FOUND,
    );

  readonly settleDoubt: RoomApi['settleDoubt'] = (...args) =>
    this.answer(
      (room) => room.settleDoubt(...args),
      () => NOT_FOUND,
    );

  readonly listOrders: RoomApi['listOrders'] = (...args) =>
    this.answer(
      (room) => room.listOrders(...args),
      () => ok({ readAt: isoTime(this.ctx.now()), orders: [] }),
    );

  readonly endOrder: RoomApi['endOrder'] = (...args) =>
    this.answer(
      (room) => room.endOrder(...args),
      () => NOT_FOUND,
    );

  readonly confirmOrder: RoomApi['confirmOrder'] = (...args) =>
    this.answer(
      (room) => room.confirmOrder(...args),
      () => NOT_FOUND,
    );

  readonly listEvacuations: RoomApi['listEvacuations'] = (...args) =>
    this.answer(
      (room) => room.listEvacuations(...args),
      () => ok({ points: [], evacuations: [] }),
    );

  readonly endEvacuation: RoomApi['endEvacuation'] = (...args) =>
    this.answer(
      (room) => room.endEvacuation(...args),
      () => NOT_FOUND,
    );

  readonly showNumbers: RoomApi['showNumbers'] = (...args) =>
    this.answer(
      (room) => room.showNumbers(...args),
      () => NOT_FOUND,
    );

  readonly listAlerts: RoomApi['listAlerts'] = (...args) =>
    this.answer(
      (room) => room.listAlerts(...args),
      () => ok({ alerts: [], machineAlerts: [] }),
    );

  readonly planReport: RoomApi['planReport'] = (...args) =>
    this.answer(
      (room) => room.planReport(...args),
      (state) => emptyPlan(state, args[1], this.ctx.now()),
    );

  readonly planMoment: RoomApi['planMoment'] = (...args) =>
    this.answer(
      (room) => room.planMoment(...args),
      (state) => emptyMoment(state, args[1], this.ctx.now()),
    );

  readonly readFigures: RoomApi['readFigures'] = (...args) =>
    this.answer(
      (room) => room.readFigures(...args),
      () => NOT_FOUND,
    );

  readonly readLedger: RoomApi['readLedger'] = (...args) =>
    this.answer(
      (room) => room.readLedger(...args),
      () => ok({ rows: [], clients: [], next: null }),
    );

  readonly readJournal: RoomApi['readJournal'] = (...args) =>
    this.answer(
      (room) => room.readJournal(...args),
      () => ok({ facts: [], next: null }),
    );

  readonly listReports: RoomApi['listReports'] = (...args) =>
    this.answer(
      (room) => room.listReports(...args),
      () => ok([]),
    );

  readonly readSeals: RoomApi['readSeals'] = (...args) =>
    this.answer(
      (room) => room.readSeals(...args),
      () => ok([]),
    );

  readonly readStored: RoomApi['readStored'] = (...args) =>
    this.answer(
      (room) => room.readStored(...args),
      (state) => ok({ rows: storedRows(state, args[1]), next: null }),
    );

  readonly readDisplay: RoomApi['readDisplay'] = (...args) =>
    this.answer(
      (room) => room.readDisplay(...args),
      (state) => ok(new DisplayText().of(state, 'body')),
    );

  /** The journal begins when the room is opened. */
  readonly noteInspection: RoomApi['noteInspection'] = (...args) =>
    this.answer(
      (room) => room.noteInspection(...args),
      () => ok(null),
    );

  readonly readInspection: RoomApi['readInspection'] = (...args) =>
    this.answer(
      (room) => room.readInspection(...args),
      (state) => ok(liveNumbers(areaList(state, NO_ALERTS_NOR_ORDERS, false), state.event, this.ctx.now())),
    );

  /** Nothing was counted that could be restored. */
  readonly findRestorePoint: RoomApi['findRestorePoint'] = (...args) =>
    this.answer(
      (room) => room.findRestorePoint(...args),
      () => NOT_FOUND,
    );

  readonly fetch: RoomApi['fetch'] = (...args) => this.open((room) => room.fetch(...args));
  readonly poll: RoomApi['poll'] = (...args) => this.open((room) => room.poll(...args));
  readonly countFromSource: RoomApi['countFromSource'] = (...args) =>
    this.open((room) => room.countFromSource(...args));
  readonly resetArea: RoomApi['resetArea'] = (...args) => this.open((room) => room.resetArea(...args));
  readonly giveOrder: RoomApi['giveOrder'] = (...args) => this.open((room) => room.giveOrder(...args));
  readonly startEvacuation: RoomApi['startEvacuation'] = (...args) =>
    this.open((room) => room.startEvacuation(...args));
  readonly setAssemblyPoints: RoomApi['setAssemblyPoints'] = (...args) =>
    this.open((room) => room.setAssemblyPoints(...args));
  readonly recountArea: RoomApi['recountArea'] = (...args) => this.open((room) => room.recountArea(...args));
  readonly snapshot: RoomApi['snapshot'] = (...args) => this.open((room) => room.snapshot(...args));
  readonly beginImport: RoomApi['beginImport'] = (...args) => this.open((room) => room.beginImport(...args));
  readonly addToImport: RoomApi['addToImport'] = (...args) => this.open((room) => room.addToImport(...args));
  readonly checkImport: RoomApi['checkImport'] = () => this.open((room) => room.checkImport());
  readonly finishImport: RoomApi['finishImport'] = (...args) => this.open((room) => room.finishImport(...args));
  readonly discardImport: RoomApi['discardImport'] = () => this.open((room) => room.discardImport());
  readonly restoreTo: RoomApi['restoreTo'] = (...args) => this.open((room) => room.restoreTo(...args));
  readonly restart: RoomApi['restart'] = () => this.open((room) => room.restart());
  readonly subscribe: RoomApi['subscribe'] = (...args) => this.open((room) => room.subscribe(...args));
  readonly erase: RoomApi['erase'] = () => this.open((room) => room.erase());
  readonly ping: RoomApi['ping'] = () => this.open((room) => room.ping());
}

/** The rows that an opened room would have beside its journal, which begins when it is opened. */
const storedRows = (state: RoomState, table: StoredTable): StoredRow[] =>
  table === 'areas' ? liveAreas(state).map((area) => toSqlRow(AREAS, { ...area, categories: null, floors: null })) : [];

/** The plan of a report in which nothing was counted. */
function emptyPlan({ event }: RoomState, range: DayRange | null, now: number): Result<ReportPlan> {
  const calendar = new Calendar(event.dayRules);
  const today = calendar.dayOf(now);
  const { from, to } = range ?? { from: today, to: today };
  if (!checkDayRange({ from, to }).ok) return { ok: false, code: 'invalid_input' };
  const { timeZone, reportTime } = event.dayRules[0];
  const { eventName } = event.event;
  const nothing = { days: [], build: null, journal: null, ledgerFrom: 0 };
  return ok({ eventName, timeZone, reportTime, today, from, to, ...nothing, now });
}

/** The plan of a moment at which nothing was counted yet. */
function emptyMoment({ event }: RoomState, given: string, now: number): Result<MomentPlan> {
  const { timeZone } = event.dayRules[0];
  const checked = checkMoment(given, timeZone, now);
  if (!checked.ok) return refuse('invalid_input', checked.error);
  const at = checked.value;
  const day = new Calendar(event.dayRules).businessDayOf(at);
  const steps = { after: 0, upTo: 0, before: 0 };
  const build = { standing: EMPTY_OPENING, days: [day], now: at, after: 0, upTo: 0, steps };
  return ok({ at, timeZone, day, stored: null, build, ledgerFrom: 0, now });
}
