import { LruMap } from '../../concurrency/lru-map';
import { pause } from '../../concurrency/pause';
import { readSealingKey } from '../../crypto/evidence-key';
import { newId } from '../../crypto/ids';
import { recordDays } from '../../db/activity-days';
import { openDatabase } from '../../db/client';
import { loadDefinition } from '../../db/definitions';
import { findEnded } from '../../db/ended-sessions';
import type { AlarmJob, AlarmScheduler } from '../../durable-object/alarm-scheduler';
import { UPKEEP_INTERVAL_MS } from '../../durable-object/socket-age';
import { lastPings } from '../../durable-object/socket-host';
import { sqlOf } from '../../durable-object/sql-of';
import {
  type Env,
  isBillingOn,
  relayLimits,
  retentionMonths,
  roomLimits,
  sourceBatchesPerMinute,
  trialLimits,
} from '../../env';
import type { EventDefinition } from '../../rpc/definition';
import { getHub, getRelay, hubPlace } from '../../rpc/objects';
import { RoomCore } from '../core/room-core';
import { finishTimelines } from '../evacuation/timelines';
import { SealJob } from '../evidence/seal-job';
import { MONTH_MS, OVERDUE_DELAY_MS } from '../limits';
import { Inspections } from '../live/inspections';
import { WINDOWS_IN_MEMORY } from '../live/limits';
import type { Window } from '../live/metrics';
import { EventImport } from '../operator/event-import';
import { Recovery } from '../operator/recovery';
import { DailyReportJob } from '../reports/daily-report-job';
import { ReportReader } from '../reports/report-reader';
import { Retention } from '../reports/retention';
import { Connections } from '../sockets/connections';
import { LedgerReader } from '../storage/ledger-reader';
import { migrate } from '../storage/migrations';
import { RoomStore } from '../storage/room-store';
import { TableDump } from '../storage/table-dump';
import { CountsAnnouncer } from '../webhooks/counts-announcer';
import { assembleRoom, type RoomHost } from './assembly';
import { openDeliveryJobs } from './delivery-jobs';
import { noteFailure, noteFreeTaps, noteSlowMinute, pullDefinition, sealSender } from './host';
import { PromptDeliveries } from './prompt-deliveries';
import { Registration } from './registration';
import { Upkeep } from './upkeep';

/** In the isolate's memory, not in a room's: a room loses its own whenever it hibernates or restarts. */
const windows = new LruMap<string, Window>(WINDOWS_IN_MEMORY);

/** The objects that one room consists of. */
export type Parts = ReturnType<typeof assembleParts>;

/** Gives the parts what they need from the Durable Object around them. */
export interface PartsHost {
  alarms: Pick<AlarmScheduler, 'arm' | 'attempt' | 'isWaiting' | 'wakeBy' | 'wakeFor'>;
  finishImport(definition: EventDefinition): Promise<unknown>;
  /** Empties the storage and assembles new parts. */
  eraseStorage(): Promise<void>;
  isCurrent(registration: Registration): boolean;
}

/** Creates the room's objects on its storage and connects them with each other, D1 and the hub. */
export function assembleParts(ctx: DurableObjectState, env: Env, host: PartsHost) {
  const { alarms } = host;
  const now = () => Date.now();
  const hubOf = (ownerId: string) => getHub(env, ownerId);
  const database = openDatabase(env.DB);
  const sql = sqlOf(ctx.storage);
  migrate(sql);
  const store = new RoomStore(sql);
  const tableDump = new TableDump(sql, store);
  const eventImport = new EventImport(sql, tableDump, {
    loadDefinition: (eventId) => loadDefinition(database, eventId),
    finish: (definition) => host.finishImport(definition),
    eraseStorage: () => host.eraseStorage(),
    now,
  });

  const core = new RoomCore({ store, now, newId, wakeBy: (at) => alarms.wakeBy(at) });
  const deliveries = openDeliveryJobs(core, {
    now,
    hubOf,
    isBillingOn: isBillingOn(env),
    recordDays: (event, days) => recordDays(database, event, days),
    mailSeals: sealSender(env, database),
  });
  const promptDeliveries = new PromptDeliveries(alarms, deliveries);
  const counts = new CountsAnnouncer({
    now,
    state: () => core.openState,
    announce: (ownerId, counted) => hubOf(ownerId).announceCounts(ownerId, counted),
    alarms,
  });
  const roomHost: RoomHost = {
    connections: new Connections(roomLimits(env)),
    isBillingOn: isBillingOn(env),
    trialTaps: trialLimits(env).taps,
    batchesPerMinute: sourceBatchesPerMinute(env),
    viewersPerRelay: relayLimits(env).viewers,
    windows,
    synced: () => ctx.storage.sync(),
    relayOf: (event, relay) => getRelay(env, event, relay),
    // While an import fills the room, the room has no event yet, whatever D1 says.
    findDefinition: async (eventId, known) =>
      eventImport.isOpen ? undefined : await pullDefinition(database, eventId, known),
    onOutdatedReports: () => alarms.wakeBy(Date.now() + OVERDUE_DELAY_MS),
    onFailedCommit: (event, failure) => void noteFailure(env, event, failure),
    onFreeTaps: (taps) => void noteFreeTaps(env, taps),
    onSlow: (minute) => void noteSlowMinute(env, minute),
  };
  const modules = assembleRoom(core, roomHost, [counts, promptDeliveries]);
  const { room, connections, admission, orders, machineAlerts, syncs } = modules;

  const ledgerReader = new LedgerReader(sql, store);
  const reportReader = new ReportReader(core, ledgerReader);
  const dailyReports = new DailyReportJob(core, { ledgerReader, yieldTurn: pause, synced: () => ctx.storage.sync() });
  const seals = new SealJob(core, { ledgerReader, tableDump, yieldTurn: pause, sealingKey: () => readSealingKey(env) });
  const retention = new Retention(core, {
    ledgerReader,
    finishTimelines: (at) => finishTimelines(store, at),
    yieldTurn: pause,
    keptForMs: retentionMonths(env) * MONTH_MS,
  });

  const registration = new Registration(core, {
    connections,
    room,
    admission,
    hubOf,
    hubPlace: () => hubPlace(env),
    armUpkeep: () => alarms.wakeBy(Date.now() + UPKEEP_INTERVAL_MS),
    isCurrent: (one) => host.isCurrent(one),
  });
  const upkeep = new Upkeep(core, {
    connections,
    room,
    admission,
    registration,
    now,
    lastPings: () => lastPings(ctx),
    findEnded: (sessionIds, at) => findEnded(database, sessionIds, at),
  });
  const recovery = new Recovery(core, {
    storage: ctx.storage,
    room,
    delivery: promptDeliveries,
    abort: (reason) => ctx.abort(reason),
  });

  /** In the order in which they run. A room that is importing an event runs only the import. */
  const jobs = (): readonly AlarmJob[] =>
    eventImport.isOpen
      ? [eventImport]
      : [
          upkeep,
          machineAlerts,
          deliveries.alerts,
          orders,
          counts,
          deliveries.activeDays,
          dailyReports,
          seals,
          // News of a report and its seal is told by the alarm that makes them.
          deliveries.news,
          deliveries.sealMail,
          retention,
        ];
  return {
    ...modules,
    store,
    inspections: new Inspections(core, syncs),
    activeDays: deliveries.activeDays,
    promptDeliveries,
    reportReader,
    dailyReports,
    seals,
    retention,
    tableDump,
    eventImport,
    registration,
    recovery,
    jobs,
  };
}
