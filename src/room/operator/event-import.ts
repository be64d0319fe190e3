import * as z from 'zod/mini';
import type { AlarmJob } from '../../durable-object/alarm-scheduler';
import type { Clock } from '../ports';
import type { EventDefinition } from '../../rpc/definition';
import type { Refusal, Result } from '../../rpc/result';
import {
  EVENT_EXISTS,
  EVENT_FILE_VERSION,
  type EventFileHead,
  EventFileHeadSchema,
  EventFileLineSchema,
  hashWith,
  type ImportProgress,
  NO_LINES,
} from '../../rpc/event-file';
import { logError } from '../../observability/log';
import { STORED_TABLES, type StoredTable } from '../../stored/tables';
import { HOUR_MS } from '../../shared/durations';
import { DeviceRows } from '../storage/device-rows';
import { OVERDUE_DELAY_MS } from '../limits';
import { checkTexts } from './check-texts';
import { tellAllAlertsFrom } from '../storage/alert-outbox';
import { Meta } from '../storage/meta';
import { MIGRATIONS } from '../storage/migrations';
import { OF_ANOTHER_EVENT } from '../storage/active-days';
import type { RoomSql } from '../ports';
import { readEventState, readLockState } from '../storage/row-schemas';
import type { EventState, LockState } from '../state/room-state';
import type { TableDump } from '../storage/table-dump';

const IMPORTED = 'The event has been imported: there is nothing to give up.';

const IMPORTING = 'This event is being imported. Give that import up first, or wait for an hour.';

/** The progress of an import, as stored. */
const ProgressSchema = z.object({
  /** Maps ids of the file to the new ids in this installation. */
  ids: z.record(z.string(), z.string()),
  /** The file's first line as JSON, as the call `beginImport` announced it. */
  head: z.string(),
  ownerId: z.string(),
  /** How many bytes of the file were taken. */
  received: z.int(),
  hash: z.string(),
  rows: z.record(z.string(), z.int()),
  /** Active days that the file's room had not delivered to D1. */
  due: z.array(z.string()),
  /** The content of the file's last line; null before that line has arrived. */
  end: z.nullable(z.object({ rows: z.record(z.string(), z.int()), hash: z.string() })),
  /** The file has passed its check. D1 may already have the event, even if the answer was lost. */
  isChecked: z.boolean(),
  /** When the last part arrived, epoch ms. */
  touchedAt: z.int(),
});
type Progress = z.infer<typeof ProgressSchema>;

/**
 * Keys in the table `meta`: the progress, the beginning of a line whose end has not arrived, and the prefix of the
 * file's own meta keys.
 */
const PROGRESS = 'import';
const TAIL = 'import_tail';
const HELD = 'import:';

/**
 * The keys of the file's meta that are imported. The other keys describe the installation where the file was written.
 */
const KEPT_META: ReadonlySet<string> = new Set([
  'event',
  'account',
  'opening_state',
  'ledger_from',
  'reports_outdated',
  'seals_mailed',
]);

/** An import to which nothing was added for this long is given up. */
const IMPORT_PATIENCE_MS = HOUR_MS;

const isTable = (name: string): name is StoredTable => Object.hasOwn(STORED_TABLES, name);

const refused = (message: string): Refusal => ({ ok: false, code: 'invalid_input', message });

const idOf = (head: string): string => z.parse(EventFileHeadSchema, JSON.parse(head)).eventId;

const same = (a: Record<string, number>, b: Record<string, number>): boolean =>
  Object.keys({ ...a, ...b }).every((table) => a[table] === b[table]);

export interface EventImportDeps {
  /** Reads D1's definition; resolves to null if D1 has no such event. Rejects if D1 does not answer. */
  loadDefinition(eventId: string): Promise<EventDefinition | null>;
  finish(definition: EventDefinition): Promise<unknown>;
  /** Empties the room's storage. */
  eraseStorage(): Promise<void>;
  now: Clock;
}

/**
 * Receives an event's file in parts into an empty room. The room stays closed until the whole file has arrived and is
 * correct.
 */
export class EventImport implements AlarmJob {
  readonly name = 'import';
  readonly overdueDelayMs = OVERDUE_DELAY_MS;
  private readonly meta: Meta;
  /** Undefined in a room that is not importing an event. */
  private progress: Progress | undefined;

  constructor(
    private readonly sql: RoomSql,
    private readonly stored: TableDump,
    private readonly deps: EventImportDeps,
  ) {
    this.meta = new Meta(sql);
    const text = this.meta.get(PROGRESS);
    this.progress = text === undefined ? undefined : z.parse(ProgressSchema, JSON.parse(text));
  }

  get isOpen(): boolean {
    return this.progress !== undefined;
  }

  /** The outcome of the last import: not_found if it left no event in the room, or if there was no import. */
  get outcome(): Result<null> {
    return this.meta.get('event') === undefined ? { ok: false, code: 'not_found' } : { ok: true, value: null };
  }

  dueAt(): number | undefined {
    return this.progress && this.givenUpAt(this.progress);
  }

  /** Gives the import up when nothing has arrived for an hour. Runs again until D1 says whether it has the event. */
  async run(): Promise<void> {
    if (this.progress && this.givenUpAt(this.progress) <= this.deps.now()) await this.giveUp();
  }

  private givenUpAt({ touchedAt }: Progress): number {
    return touchedAt + IMPORT_PATIENCE_MS;
  }

  /** See {@link RoomApi.discardImport}. */
  async giveUp(): Promise<Result<null>> {
    try {
      const { checkedId } = this;
      const known = checkedId === undefined ? null : await this.deps.loadDefinition(checkedId);
      // An import that is no longer open was finished or given up in the meantime.
      if (this.isOpen && known !== null) {
        await this.deps.finish(known);
        return refused(IMPORTED);
      }
      if (this.isOpen) await this.deps.eraseStorage();
      this.progress = undefined;
      return { ok: true, value: null };
    } catch (error) {
      logError('room.import', error, { eventId: this.checkedId });
      return { ok: false, code: 'unavailable' };
    }
  }

  /** The id of the event that D1 may already have; undefined before the file has passed its check. */
  private get checkedId(): string | undefined {
    if (!this.progress?.isChecked) return undefined;
    const eventId = idOf(this.progress.head);
    return this.progress.ids[eventId] ?? eventId;
  }

  begin(head: EventFileHead, ids: Record<string, string>, ownerId: string, now: number): Result<null> {
    if (head.formatVersion !== EVENT_FILE_VERSION || head.roomSchema > MIGRATIONS.length) {
      return refused('The file was written by a newer version. Please upgrade first.');
    }
    if (this.meta.get('event') !== undefined) return refused(EVENT_EXISTS);
    const { progress } = this;
    if (progress !== undefined) {
      const isSame = progress.head === JSON.stringify(head) && progress.ownerId === ownerId && progress.received === 0;
      return isSame ? { ok: true, value: null } : refused(IMPORTING);
    }
    this.save({
      ids,
      head: JSON.stringify(head),
      ownerId,
      received: 0,
      hash: NO_LINES,
      rows: {},
      due: [],
      end: null,
      isChecked: false,
      touchedAt: now,
    });
    return { ok: true, value: null };
  }

  /** Takes the part if `offset` (in bytes) is where the next part begins. Returns how many bytes have been taken. */
  add(offset: number, part: string, now: number): Result<ImportProgress> {
    const { progress } = this;
    if (progress === undefined) return { ok: false, code: 'not_found' };
    const { ownerId } = progress;
    if (offset !== progress.received) return { ok: true, value: { received: progress.received, ownerId } };
    const lines = ((this.meta.get(TAIL) ?? '') + part).split('\n');
    const tail = lines.pop() ?? '';
    const next = structuredClone({ ...progress, received: offset + part.length, touchedAt: now });
    try {
      this.sql.transaction(() => {
        const ledger: unknown[] = [];
        for (const line of lines) this.take(line, next, ledger);
        this.stored.appendToLedger(ledger);
        this.meta.set(TAIL, tail);
        this.meta.set(PROGRESS, JSON.stringify(next));
      });
    } catch (error) {
      return refused(`The file cannot be read after byte ${offset}: ${error instanceof Error ? error.message : ''}`);
    }
    this.progress = next;
    return { ok: true, value: { received: next.received, ownerId } };
  }

  /** Stores the line's row, or adds it to `ledger`. */
  private take(text: string, progress: Progress, ledger: unknown[]): void {
    if (progress.end !== null) throw new Error('there is more after the end');
    const line = z.parse(EventFileLineSchema, JSON.parse(text));
    if (line.type === 'end') {
      progress.end = { rows: line.rows, hash: line.hash };
      return;
    }
    const isFirst = progress.hash === NO_LINES;
    progress.hash = hashWith(progress.hash, text);
    if (line.type === 'head') {
      if (!isFirst || JSON.stringify(line) !== progress.head)
        throw new Error('this is not the head that was announced');
      return;
    }
    if (isFirst) throw new Error('there is no head');
    if (!isTable(line.table)) throw new Error(`there is no table ${line.table}`);
    progress.rows[line.table] = (progress.rows[line.table] ?? 0) + 1;
    this.put(line.table, line.row, progress, ledger);
  }

  private put(table: StoredTable, row: Record<string, unknown>, progress: Progress, ledger: unknown[]): void {
    const renamed: unknown = JSON.parse(
      JSON.stringify(row).replaceAll(/[0-9a-f]{32}/g, (id) => progress.ids[id] ?? id),
    );
    checkTexts(table, row);
    if (table === 'meta') {
      const { key, value } = z.parse(STORED_TABLES.meta.row, renamed);
      if (KEPT_META.has(key)) this.meta.set(HELD + key, value);
    } else if (table === 'days') {
      const day = z.parse(STORED_TABLES.days.row, renamed);
      if (this.isCopy(progress)) return this.stored.insert(table, { ...day, ...OF_ANOTHER_EVENT });
      // This room delivers no active days to D1 before the event exists there.
      if (day.due_at !== null) progress.due.push(day.day);
      this.stored.insert(table, { ...day, due_at: null });
    } else if (table === 'seals' && this.isCopy(progress)) {
      // Another event gets a chain of its own: its files have other ids.
      const link = z.parse(STORED_TABLES.seals.row, renamed);
      this.stored.insert(table, { ...link, body: null, signature: null, fingerprint: null });
    } else if (table === 'ledger') ledger.push(renamed);
    else this.stored.insert(table, renamed);
  }

  /** Whether the file comes from another event. That event is billed for its own days. */
  private isCopy({ head, ids }: Progress): boolean {
    return ids[idOf(head)] !== undefined;
  }

  /**
   * Checks that the whole file has arrived undamaged and that its counts add up. Returns what the event in D1 is made
   * from.
   */
  check(): Result<{ head: string; ids: Record<string, string>; ownerId: string }> {
    const { progress } = this;
    if (progress === undefined) return { ok: false, code: 'not_found' };
    const { end, head, ids, ownerId } = progress;
    if (end === null || (this.meta.get(TAIL) ?? '') !== '') return refused('The file is not complete.');
    if (end.hash !== progress.hash || !same(end.rows, progress.rows)) return refused('The file has been changed.');
    const [event, account] = [this.meta.get(`${HELD}event`), this.meta.get(`${HELD}account`)];
    if (event === undefined || account === undefined) return refused('The file holds no event.');
    const hasWholeLedger = Number(this.meta.get(`${HELD}ledger_from`) ?? 0) === 0;
    if (this.stored.wrongAreas(hasWholeLedger) > 0) return refused('The counts of the file do not add up.');
    this.save({ ...progress, isChecked: true });
    return { ok: true, value: { head, ids, ownerId } };
  }

  /**
   * Opens the room with the imported state and a new epoch. The stored revision is one below the definition's, so that
   * the caller can then apply `definition` as a new one.
   */
  finish(
    { eventId, jurisdiction, ownerId, event, revision, generation, account }: EventDefinition,
    epoch: string,
    now: number,
  ): void {
    const { progress } = this;
    if (progress === undefined) return;
    const held = (key: string) => this.meta.get(HELD + key);
    const state = readEventState(held('event') ?? '');
    const lock = readLockState(held('account') ?? '');
    this.sql.transaction(() => {
      // Sessions from the file's own time have a lower code revision, so their access code opens nothing here.
      const stored = {
        ...state,
        eventId,
        jurisdiction,
        ownerId,
        event,
        codeRevision: revision,
        revision: revision - 1,
        generation,
      };
      this.meta.set('event', JSON.stringify(stored satisfies EventState));
      this.meta.set(
        'account',
        JSON.stringify({ ...lock, ...account, revision: 0, status: lock.status } satisfies LockState),
      );
      this.meta.set('epoch', epoch);
      const mailed = this.isCopy(progress) ? [] : ['seals_mailed'];
      for (const key of ['opening_state', 'ledger_from', 'reports_outdated', ...mailed]) {
        const value = held(key);
        if (value !== undefined) this.meta.set(key, value);
      }
      // No client is connected to a room that was filled just now.
      new DeviceRows(this.sql).endJoins(now);
      // The hub has forgotten the deleted or lost event. Nobody was ever told of a copy's alerts, which may be old.
      if (!this.isCopy(progress)) tellAllAlertsFrom(this.meta, now);
      this.stored.setDue(progress.due, now);
      for (const key of KEPT_META) this.meta.delete(HELD + key);
      for (const key of [PROGRESS, TAIL]) this.meta.delete(key);
    });
    this.progress = undefined;
  }

  private save(progress: Progress): void {
    this.meta.set(PROGRESS, JSON.stringify(progress));
    this.progress = progress;
  }
}
