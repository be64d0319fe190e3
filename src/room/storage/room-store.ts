import type { JournalEntry } from '../state/journal-entry';
import * as z from 'zod/mini';
import { DAY_MS } from '../../shared/durations';
import { TAP_AGE_MAX_MS } from '../../shared/protocol/limits';
import { IDS_PER_MS } from '../../shared/reports/limits';
import type { LedgerFact } from '../../reports/facts';
import { tellAllAlertsFrom } from './alert-outbox';
import { openAlertRows } from './alert-kinds';
import { DeviceRows } from './device-rows';
import { PendingNews } from './pending-news';
import { REMEMBERED_DAYS } from '../state/limits';
import { deliveryBackoffMs } from '../limits';
import { CLIENT_RETENTION_MS, PING_BYTES, UNCOUNTED_DEVICE_RETENTION_MS } from './limits';
import { AREA_COUNTS, type AreaCounts, areaTexts, type Counted } from './flush';
import { FlowRows } from './flow-rows';
import { EvacuationRows } from './evacuation-rows';
import { OrderRows } from './order-rows';
import { FlushLog } from './flush-log';
import { ActiveDays } from './active-days';
import { Ledger } from '../ledger/ledger';
import { Meta } from './meta';
import type { RoomSql } from '../ports';
import { RecentRows } from './recent-rows';
import { SealRows } from './seal-rows';
import { SourceRows } from './source-rows';
import { ReportRows } from './report-rows';
import { assignments, insertInto, selectList, valuesOf } from '../../stored/columns';
import type { LedgerRow } from '../../stored/ledger';
import { AREAS, JOURNAL } from '../../stored/tables';
import type { AreaState, ClientState, EventState, LockState, RoomState } from '../state/room-state';
import { ClientRows, type StoredClient } from './client-rows';
import { readAreaRow, readEventState, readLockState } from './row-schemas';

/** What a batch of a source changes beside counts. `write` runs in the transaction of its flush. */
export interface SourceChange {
  readonly entries: readonly JournalEntry[];
  write(): void;
}

/** The relays that a room has opened, and the number of the next one. */
const OpenRelaysSchema = z.object({ next: z.int(), open: z.array(z.int()) });
export type OpenRelays = z.infer<typeof OpenRelaysSchema>;

const AREA_COLUMNS = selectList(AREAS);
const PUT_AREA = insertInto('areas', AREAS, 'OR REPLACE ');
const INSERT_JOURNAL_ENTRY = insertInto('journal', JOURNAL);
const COUNTS = assignments(AREA_COUNTS);
/**
 * A source that changes its name again and again is one entry, too, and so is the same trouble (MachineTrouble) with other
 * numbers: so many people, or such a clock.
 */
const FIND_EQUAL_ENTRY = `SELECT id FROM journal
  WHERE id >= ? AND source_id = ? AND actor = ? AND kind = ? AND (before IS ? OR kind = 'source_changed'
    OR kind IN ('source_troubled', 'source_recovered') AND json_extract(before, '$.kind', '$.code') = json_extract(?, '$.kind', '$.code'))
  LIMIT 1`;
const COUNT_UP_ENTRY = 'UPDATE journal SET times = coalesce(times, 1) + ?, after = ? WHERE id = ?';

/** Key in the table `meta`: the log's rows of this generation are not in the tables yet. */
const LOG_GENERATION = 'log_generation';

const jsonOrNull = (value: unknown): string | null => (value === undefined ? null : JSON.stringify(value));

/**
 * The SQL on a room's counters, ledger and journal. Log, days, devices, alerts, orders, evacuations, flow and reports
 * have classes of their own.
 */
export class RoomStore {
  private lastLedgerId: number;
  private lastJournalId: number;
  readonly meta: Meta;
  private readonly log: FlushLog;
  private readonly recent = new RecentRows();
  private readonly clients: ClientRows;
  readonly ledger: Ledger;
  readonly days: ActiveDays;
  readonly devices: DeviceRows;
  readonly alerts: ReturnType<typeof openAlertRows>;
  readonly orders: OrderRows;
  readonly evacuations: EvacuationRows;
  readonly flow: FlowRows;
  readonly reports: ReportRows;
  readonly seals: SealRows;
  readonly sources: SourceRows;
  readonly news: PendingNews;

  constructor(private readonly sql: RoomSql) {
    this.ledger = new Ledger(sql);
    this.lastLedgerId = this.ledger.lastId;
    this.lastJournalId = this.lastStoredJournalId();
    this.meta = new Meta(sql);
    this.clients = new ClientRows(sql, this.meta);
    this.log = new FlushLog(sql, Number(this.meta.get(LOG_GENERATION) ?? 0));
    this.days = new ActiveDays(sql);
    this.devices = new DeviceRows(sql);
    this.alerts = openAlertRows(sql);
    this.orders = new OrderRows(sql);
    this.evacuations = new EvacuationRows(sql);
    this.flow = new FlowRows(sql);
    this.reports = new ReportRows(sql, this.meta);
    this.seals = new SealRows(sql);
    this.sources = new SourceRows(sql);
    this.news = new PendingNews(this.meta);
  }

  /** The stored state; undefined in a room that does not know its event yet. */
  load(): RoomState | undefined {
    const meta = this.meta.all();
    const event = meta.get('event');
    const account = meta.get('account');
    const epoch = meta.get('epoch');
    if (event === undefined || account === undefined || epoch === undefined) return undefined;
    const areas = this.sql
      .exec(`SELECT ${AREA_COLUMNS} FROM areas`)
      .map(readAreaRow)
      .map((area) => ({ ...area, ...this.log.pending.areas.get(area.areaId) }));
    return {
      epoch,
      event: readEventState(event),
      account: readLockState(account),
      deleted: meta.has('deleted'),
      version: Math.max(0, ...areas.map((area) => area.version)),
      areas: new Map(areas.map((area) => [area.areaId, area])),
      evacuation: this.evacuations.newest ?? null,
      doubts: this.sources.doubts,
      days: new Map(this.days.newest(REMEMBERED_DAYS).map((day) => [day.day, day])),
    };
  }

  loadClient(clientId: string): ClientState | undefined {
    const pending = this.log.pending.clients.get(clientId);
    const client = pending ?? this.clients.of(clientId);
    this.recent.begin(clientId, client?.lastSeq ?? 0);
    return client;
  }

  /** How many taps the room has taken, counted or refused; see {@link ClientRows.takenTaps}. */
  takenTaps(): number {
    return this.clients.takenTaps(this.log.pending.clients);
  }

  /** Whether an undo of the client's tap `seq` can be judged without reading the ledger. */
  isRecent(clientId: string, seq: number): boolean {
    return this.recent.isCompleteFor(clientId, seq);
  }

  /** The client's ledger rows that were received since `since` (epoch ms), at least the rows from its tap `seq` on. */
  ledgerOf(clientId: string, since: number, seq: number): LedgerRow[] {
    const stored = this.isRecent(clientId, seq)
      ? this.recent.of(clientId, since)
      : this.ledger.of(clientId, since, seq);
    const pending = this.log.pending.rows.filter((row) => row.clientId === clientId && row.receivedAt >= since);
    return [...stored, ...pending];
  }

  /**
   * Commits one flush in one transaction: areas, clients, ledger rows and the days that it makes active, and with a source
   * what else its items change. Returns true if it also marked stored reports as outdated that were not marked before.
   */
  commit({ now, version, areas, clients, rows, days, earliest }: Counted, source?: SourceChange): boolean {
    if (this.log.isFull) this.writeLog();
    const flush = { now, version, areas: [...areas.values()], clients: [...clients.values()], rows };
    const isOutdated = this.reports.isOutdatedBy(earliest);
    if (days.size === 0 && !isOutdated && source === undefined) {
      this.log.append(flush);
      return false;
    }
    let lastId = this.lastJournalId;
    // The caller delivers the days at once. If that fails, the alarm delivers them at this time.
    const dueAt = now + deliveryBackoffMs(1);
    this.log.append(flush, () => {
      for (const day of days.values()) this.days.put(day, dueAt);
      if (isOutdated) this.reports.setOutdated(earliest, now);
      source?.write();
      if (source !== undefined) lastId = this.insertJournal(source.entries, now);
    });
    this.lastJournalId = lastId;
    return isOutdated;
  }

  /** Writes a test value and deletes it again; throws on a full disk. */
  tryToWrite(): void {
    const text = 'x'.repeat(PING_BYTES);
    this.sql.exec("INSERT INTO meta (key, value) VALUES ('ping', ?)", text);
    this.sql.exec("DELETE FROM meta WHERE key = 'ping'");
    // Each commit writes into the log. Slots and generations of flushes are never negative.
    this.sql.exec('INSERT INTO log (slot, generation, body) VALUES (-1, -1, ?)', text);
    this.sql.exec('DELETE FROM log WHERE slot = -1');
  }

  /**
   * The ledger rows that are only in the log, with the ids that they will get in the table. This call ends their runs,
   * so the rows do not change any more. Readers of the table add these rows and write nothing, so that a room with a
   * full disk can be read.
   */
  loggedRows(): LedgerFact[] {
    this.log.pending.endRuns();
    return this.numbered().map(([id, row]) => ({ id, ...row }));
  }

  /** All ledger rows that were received since `at` (epoch ms), in order. Like {@link loggedRows}, it ends runs. */
  *rowsSince(at: number): Generator<LedgerFact, void> {
    // If the clock was set back, a row's id can be later than its time of receipt.
    for (const row of this.ledger.since(at)) if (row.receivedAt >= at) yield row;
    for (const row of this.loggedRows()) if (row.receivedAt >= at) yield row;
  }

  /** The id of the ledger's last row. Like {@link loggedRows}, it ends runs: later taps have higher ids. */
  get lastLedgerRowId(): number {
    return this.loggedRows().at(-1)?.id ?? this.ledger.lastId;
  }

  /** The ledger rows with ids above `after`, up to `upTo`, in order. Like {@link loggedRows}, it ends runs. */
  *rowsBetween(after: number, upTo: number): Generator<LedgerFact, void> {
    yield* this.ledger.rows(after, upTo);
    for (const row of this.loggedRows()) if (row.id > after && row.id <= upTo) yield row;
  }

  /** The clients whose state is newer than in the table. */
  loggedClients(): StoredClient[] {
    return [...new Map([...this.clients.newerThanTable, ...this.log.pending.clients]).values()];
  }

  /** By area id: the counts that are newer in the log than in the table. */
  get loggedCounts(): ReadonlyMap<string, AreaCounts> {
    return this.log.pending.areas;
  }

  private numbered(): [id: number, row: LedgerRow][] {
    let id = this.lastLedgerId;
    return this.log.pending.rows.map((row) => [(id = Math.max(id + 1, row.receivedAt * IDS_PER_MS)), row]);
  }

  writeLogToTables(): void {
    this.writeLog();
  }

  /** Writes the log's flushes into the tables, and makes other changes in the same transaction. */
  private writeLog(alsoChange: () => void = () => {}): void {
    const { pending, nextGeneration } = this.log;
    const rows = this.numbered();
    const written = this.sql.transaction(() => {
      let whenCommitted = () => {};
      if (pending.flushes > 0) {
        for (const area of pending.areas.values()) this.updateCounts(area);
        whenCommitted = this.clients.write(pending.clients.values());
        this.ledger.append(rows.map(([id, row]) => ({ id, ...row })));
        this.meta.set(LOG_GENERATION, String(nextGeneration));
      }
      alsoChange();
      return whenCommitted;
    });
    written();
    this.lastLedgerId = rows.at(-1)?.[0] ?? this.lastLedgerId;
    if (pending.flushes === 0) return;
    this.log.beginNext();
    this.recent.add(rows);
  }

  /** Commits a change that is no tap: writes the changed parts of the state, and the journal entries. */
  commitChange(before: RoomState | undefined, after: RoomState, entries: readonly JournalEntry[], now: number): void {
    let lastId = this.lastJournalId;
    this.writeLog(() => {
      if (before?.epoch !== after.epoch) this.meta.set('epoch', after.epoch);
      if ((before?.event.generation ?? 0) < (after.event.generation ?? 0)) tellAllAlertsFrom(this.meta, now);
      if (before?.event !== after.event) this.meta.set('event', JSON.stringify(after.event satisfies EventState));
      if (before?.account !== after.account)
        this.meta.set('account', JSON.stringify(after.account satisfies LockState));
      if (after.deleted && !before?.deleted) this.meta.set('deleted', String(now));
      for (const area of after.areas.values()) {
        if (before?.areas.get(area.areaId) !== area) this.putArea(area);
      }
      if (after.evacuation !== null && before?.evacuation !== after.evacuation) this.evacuations.put(after.evacuation);
      lastId = this.insertJournal(entries, now);
    });
    this.lastJournalId = lastId;
  }

  /** Writes journal entries, and makes other changes in the same transaction. Counts stay as they are. */
  addToJournal(entries: readonly JournalEntry[], now: number, alsoChange: () => void): void {
    this.lastJournalId = this.sql.transaction(() => {
      alsoChange();
      return this.insertJournal(entries, now);
    });
  }

  /** The jurisdiction of the hub with which this room is registered; undefined if the room is not registered. */
  get registeredAt(): string | undefined {
    return this.meta.get('registered');
  }

  setRegistered(hubPlace: string | undefined): void {
    if (hubPlace === undefined) this.meta.delete('registered');
    else this.meta.set('registered', hubPlace);
  }

  get relays(): OpenRelays {
    return z.parse(OpenRelaysSchema, JSON.parse(this.meta.get('relays') ?? '{"next":1,"open":[]}'));
  }

  set relays(relays: OpenRelays) {
    this.meta.set('relays', JSON.stringify(relays));
  }

  /** Called because of a restore: what storage says about sockets comes from an earlier run and is wrong. */
  forgetConnections(now: number): void {
    this.setRegistered(undefined);
    this.devices.endJoins(now);
  }

  /**
   * Once a day, deletes data that is no longer needed: clients that sent nothing for long, their devices, and past
   * alerts.
   */
  prune(now: number): void {
    const prunedAt = this.meta.get('clients_pruned_at');
    if (prunedAt !== undefined && now - Number(prunedAt) < DAY_MS) return;
    const before = now - CLIENT_RETENTION_MS;
    // A client that has counted may be only in the log, so the log is written into the tables first.
    this.writeLog();
    this.clients.prune(before);
    this.devices.prune(before, now - UNCOUNTED_DEVICE_RETENTION_MS);
    for (const kind of Object.values(this.alerts)) kind.prune(before);
    this.sources.prune(before, now - TAP_AGE_MAX_MS);
    this.meta.set('clients_pruned_at', String(now));
  }

  private lastStoredJournalId(): number {
    const [row] = this.sql.exec('SELECT max(id) AS id FROM journal');
    return z.parse(z.object({ id: z.nullable(z.int()) }), row).id ?? 0;
  }

  private updateCounts(area: AreaCounts): void {
    this.sql.exec(
      `UPDATE areas SET ${COUNTS} WHERE area_id = ?`,
      ...valuesOf(AREA_COUNTS, { ...area, ...areaTexts(area) }),
      area.areaId,
    );
  }

  private putArea(area: AreaState): void {
    this.sql.exec(PUT_AREA, ...valuesOf(AREAS, { ...area, ...areaTexts(area) }));
  }

  /** Returns the id of the last entry. */
  private insertJournal(entries: readonly JournalEntry[], now: number): number {
    let id = Math.max(this.lastJournalId, now * IDS_PER_MS - 1);
    for (const entry of entries) if (!this.countUp(entry)) this.insertJournalEntry(++id, entry, now);
    return id;
  }

  /** Adds an entry about a machine to the equal one that `within` names; false if there is none. */
  private countUp({ actor, kind, before, after, within, times = 1 }: JournalEntry): boolean {
    if (within === undefined) return false;
    const { sourceId, since } = within;
    const value = jsonOrNull(before);
    const about = [since * IDS_PER_MS, sourceId, actor, kind, value, value];
    const [known] = this.sql.exec(FIND_EQUAL_ENTRY, ...about);
    if (known === undefined) return false;
    const { id } = z.parse(z.object({ id: z.int() }), known);
    this.sql.exec(COUNT_UP_ENTRY, times, jsonOrNull(after), id);
    return true;
  }

  private insertJournalEntry(id: number, entry: JournalEntry, now: number): void {
    const { actor, kind, areaId = null, before, after, note = null, crossings = null, within, times = 1 } = entry;
    const about = { sourceId: within?.sourceId ?? null, times: times === 1 ? null : times };
    const texts = { before: jsonOrNull(before), after: jsonOrNull(after), note };
    const fields = { actor, kind, areaId, ...texts, crossings, ...about };
    this.sql.exec(INSERT_JOURNAL_ENTRY, ...valuesOf(JOURNAL, { id, at: now, ...fields }));
  }
}
