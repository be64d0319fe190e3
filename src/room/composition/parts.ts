import { LruMap } from '../../concurrency/lru-map';
import { pause } from '../../concurrency/pause';
import { readSealingKey } from '../../crypto/evidence-key';
import { newId } from '../../crypto/ids';
import { recordDays } from '../../db/activity-days';
import { type Database, openDatabase } from '../../db/client';
import { findDefinition, loadDefinition } from '../../db/definitions';
import { findEmail } from '../../db/accounts';
import { findEnded } from '../../db/ended-sessions';
import { markOpened } from '../../db/opened-events';
import type { AlarmJob, AlarmScheduler } from '../../durable-object/alarm-scheduler';
import { UPKEEP_INTERVAL_MS } from '../../durable-object/socket-age';
import { lastPings } from '../../durable-object/socket-host';
import { sqlOf } from '../../durable-object/sql-of';
import {
  type Env,
  isBillingOn,
  isSealMailOn,
  publicOrigin,
  relayLimits,
  retentionMonths,
  roomLimits,
  sourceBatchesPerMinute,
  trialLimits,
} from '../../env';
import { sealMail } from '../../mail/seal-mail';
import { noteRoom } from '../../monitor/note-room';
import { openNotedMail } from '../../monitor/noted-mail';
import { tryAndLog, logError } from '../../observability/log';
import type { EventDefinition } from '../../rpc/definition';
import type { RoomRef } from '../../rpc/identity';
import type { SlowMinute } from '../../rpc/monitor-api';
import { getHub, getMonitor, getRelay, hubPlace } from '../../rpc/objects';
import { appPaths } from '../../shared/paths';
import type { FailureCode } from '../state/batch';
import { type DeliveriesDeps, openDeliveries } from './deliveries';
import { deliveryBackoffMs, MONTH_MS, OVERDUE_DELAY_MS } from '../limits';
import { WINDOWS_IN_MEMORY } from '../live/limits';
import { CountsAnnouncer } from '../webhooks/counts-announcer';
import { Inspections } from '../live/inspections';
import type { Window } from '../live/metrics';
import { SealJob } from '../evidence/seal-job';
import { EventImport } from '../operator/event-import';
import { Recovery, type RecoveryDeps } from '../operator/recovery';
import { UnconfirmedOrders } from '../orders/unconfirmed-orders';
import { Registration } from './registration';
import { DailyReportJob } from '../reports/daily-report-job';
import { ReportReader } from '../reports/report-reader';
import { Retention } from '../reports/retention';
import { Room } from './room';
import { Connections } from '../sockets/connections';
import { LedgerReader } from '../storage/ledger-reader';
import { migrate } from '../storage/migrations';
import { RoomStore } from '../storage/room-store';
import { TableDump } from '../storage/table-dump';
import { Upkeep } from './upkeep';

/** In the isolate's memory, not in a room's: a room loses its own whenever it hibernates or restarts. */
const windows = new LruMap<string, Window>(WINDOWS_IN_MEMORY);

/** The objects that one room consists of. */
export interface Parts {
  store: RoomStore;
  connections: Connections;
  room: Room;
  inspections: Inspections;
  /** Delivers the active days. */
  delivery: RecoveryDeps['delivery'];
  activeDays: AlarmJob;
  /** Tells the hub of alerts and of what else has happened. Never rejects. */
  announce(): Promise<unknown>;
  reportReader: ReportReader;
  dailyReports: DailyReportJob;
  seals: SealJob;
  retention: Retention;
  tableDump: TableDump;
  eventImport: EventImport;
  registration: Registration;
  recovery: Recovery;
  /** The alarm jobs, in the order in which they run. A room that is importing an event runs only the import. */
  jobs(): readonly AlarmJob[];
}

/** Gives the parts what they need from the Durable Object around them. */
export interface PartsHost {
  alarms: Pick<AlarmScheduler, 'arm' | 'attempt' | 'isWaiting' | 'wakeBy'>;
  finishImport(definition: EventDefinition): Promise<unknown>;
  /** Empties the storage and assembles new parts. */
  eraseStorage(): Promise<void>;
  isCurrent(registration: Registration): boolean;
}

/** Creates the room's objects on its storage and connects them with each other, D1 and the hub. */
export function assembleParts(ctx: DurableObjectState, env: Env, host: PartsHost): Parts {
  const { alarms } = host;
  const database = openDatabase(env.DB);
  const sql = sqlOf(ctx.storage);
  migrate(sql);
  const store = new RoomStore(sql);
  const tableDump = new TableDump(sql, store);
  const eventImport = new EventImport(sql, tableDump, {
    loadDefinition: (eventId) => loadDefinition(database, eventId),
    finish: (definition) => host.finishImport(definition),
    eraseStorage: () => host.eraseStorage(),
    now: () => Date.now(),
  });
  const connections = new Connections(roomLimits(env));
  const deliverNow = async (...some: readonly (AlarmJob & { deliver(): Promise<void> })[]): Promise<void> => {
    await Promise.all(some.map((one) => alarms.attempt(one, () => one.deliver())));
    await alarms.arm();
  };
  const announce = () => deliverNow(deliveries.crowdAlerts, deliveries.machineAlerts, deliveries.news);
  /** Delivers after the acks, which are sent in this turn of the event loop. The alarm is set in case that fails. */
  const soon = (work: () => Promise<void>): void => {
    alarms.wakeBy(Date.now() + deliveryBackoffMs(1));
    queueMicrotask(() => void work());
  };
  const room: Room = new Room({
    store,
    connections,
    windows,
    now: () => Date.now(),
    newId,
    isBillingOn: isBillingOn(env),
    trialTaps: trialLimits(env).taps,
    batchesPerMinute: sourceBatchesPerMinute(env),
    synced: () => ctx.storage.sync(),
    relayOf: (relay) => getRelay(env, knownEvent(room), relay),
    viewersPerRelay: relayLimits(env).viewers,
    onFreeTaps: (taps) => void noteFreeTaps(env, taps),
    onSlow: (minute) => void noteSlowMinute(env, minute),
    findDefinition: async (eventId) => {
      // While an import fills the room, the room has no event yet, whatever D1 says.
      if (eventImport.isOpen) return undefined;
      try {
        const found = await findDefinition(database, eventId);
        if (found === 'missing' && room.event !== undefined) {
          logError('room.row_missing', new Error('D1 has no row of this event: was it restored?'), { eventId });
        }
        // The room exists, whatever a database says that was restored to an earlier time.
        if (typeof found === 'object' && found.isOpened === false) await markOpened(database, eventId, Date.now());
        return found;
      } catch (error) {
        logError('room.pull', error, { eventId });
        return undefined;
      }
    },
    onFailedCommit: (failure) => void noteFailure(env, room.event, failure),
    announceSoon: () => soon(announce),
    shownChanged: () => counts.touch(),
    wakeBy: (at) => alarms.wakeBy(at),
    onOutdatedReports: () => alarms.wakeBy(Date.now() + OVERDUE_DELAY_MS),
    onActiveDays: () => soon(delivery.deliver),
  });
  const deliveries = openDeliveries({
    store,
    now: () => Date.now(),
    state: () => room.stateOrNone,
    flushNow: () => room.flushNow(),
    hubOf: (ownerId) => getHub(env, ownerId),
    isBillingOn: isBillingOn(env),
    recordDays: (event, days) => recordDays(database, event, days),
    mailSeals: sealSender(env, database),
  });
  const delivery = { deliver: () => deliverNow(deliveries.activeDays), recordAll: deliveries.recordAllDays };
  const counts = new CountsAnnouncer({
    now: () => Date.now(),
    state: () => (room.stateOrNone?.deleted === false ? room.stateOrNone : undefined),
    tell: (ownerId, news) => getHub(env, ownerId).announceCounts(ownerId, news),
    alarms,
  });
  const unconfirmedOrders = new UnconfirmedOrders(() =>
    room.stateOrNone?.deleted === false ? room.orders : undefined,
  );
  const historyDeps = {
    store,
    ledgerReader: new LedgerReader(sql, store),
    flushNow: () => room.flushNow(),
    yieldTurn: pause,
  };
  const reportReader = new ReportReader(historyDeps);
  const dailyReports = new DailyReportJob({ ...historyDeps, synced: () => ctx.storage.sync() });
  const seals = new SealJob({ ...historyDeps, tableDump, sealingKey: () => readSealingKey(env) });
  const retention = new Retention({ ...historyDeps, keptForMs: retentionMonths(env) * MONTH_MS });
  const registration: Registration = new Registration({
    store,
    connections,
    room,
    hubOf: (ownerId) => getHub(env, ownerId),
    hubPlace: () => hubPlace(env),
    armUpkeep: () => alarms.wakeBy(Date.now() + UPKEEP_INTERVAL_MS),
    isErased: () => !host.isCurrent(registration),
  });
  const recovery = new Recovery({ storage: ctx.storage, room, delivery, abort: (reason) => ctx.abort(reason) });
  const upkeep = new Upkeep({
    store,
    connections,
    room,
    registration,
    now: () => Date.now(),
    lastPings: () => lastPings(ctx),
    findEnded: (sessionIds, now) => findEnded(database, sessionIds, now),
  });
  return {
    store,
    connections,
    room,
    inspections: new Inspections({ store, room }),
    delivery,
    activeDays: deliveries.activeDays,
    announce,
    reportReader,
    dailyReports,
    seals,
    retention,
    tableDump,
    eventImport,
    registration,
    recovery,
    jobs: () =>
      eventImport.isOpen
        ? [eventImport]
        : [
            upkeep,
            room.machineAlerts,
            deliveries.crowdAlerts,
            deliveries.machineAlerts,
            unconfirmedOrders,
            counts,
            deliveries.activeDays,
            dailyReports,
            seals,
            // News of a report and its seal is told by the alarm that makes them.
            deliveries.news,
            deliveries.sealMail,
            retention,
          ],
  };
}

/** Only a room with an event has relays. */
function knownEvent({ event }: Room): RoomRef {
  if (event === undefined) throw new Error('A room without an event has no relays');
  return event;
}

/** Returns how fingerprints of seals are mailed to the event's admin; null if this installation mails none. */
function sealSender(env: Env, database: Database): DeliveriesDeps['mailSeals'] {
  const sendMail = isSealMailOn(env) ? openNotedMail(env) : null;
  if (sendMail === null) return null;
  const origin = publicOrigin(env);
  return async (links, { event: { ownerId, event } }) => {
    const to = await findEmail(database, ownerId);
    if (to === null) return;
    const verifyPage = origin === null ? null : `${origin}${appPaths.verify}`;
    await sendMail(sealMail({ to, eventName: event.eventName, links, verifyPage }));
  };
}

/** Tells the monitor that taps were not stored: over sockets, no call of the worker fails. */
async function noteFailure(env: Env, event: RoomRef | undefined, failure: FailureCode): Promise<void> {
  if (event === undefined) return;
  const kind = failure === 'storage_full' ? 'full' : 'unreachable';
  const note = () => noteRoom(getMonitor(env), event, kind, Date.now());
  await tryAndLog('monitor.room', note, { eventId: event.eventId });
}

async function noteSlowMinute(env: Env, minute: SlowMinute): Promise<void> {
  await tryAndLog('monitor.slow_room', () => getMonitor(env).noteSlowRoom(minute), { eventId: minute.eventId });
}

async function noteFreeTaps(env: Env, taps: number): Promise<void> {
  await tryAndLog('monitor.free_taps', () => getMonitor(env).noteFreeTaps(taps));
}
