import * as z from 'zod/mini';
import { answerOf, endOf, openOutboxes, STORES } from './indexed-db';
import type { NewTap, QueuedTap } from './queued-tap';
import { renumbered, withoutGone } from './renumbering';
import type { EventUncountedTaps, UncountedTaps } from './uncounted-taps';

/** The principal and the event of the taps that are stored under one client id. */
export interface OutboxRecord {
  readonly clientId: string;
  readonly eventId: string;
  /** The principal who made the taps. They are sent only in this principal's sessions. */
  readonly principal: string;
  /** When the outbox was begun, epoch ms. Older outboxes are delivered first. */
  readonly since: number;
}

/** One transaction: either all of the change is stored, or nothing. */
interface OutboxChange {
  readonly record: OutboxRecord;
  /** The new taps. */
  readonly taps: readonly QueuedTap[];
  /** Taps up to this seq are deleted. */
  readonly settledThrough: number;
  /** Reports of taps that do not count. */
  readonly uncounted: readonly UncountedTaps[];
}

/**
 * A tap that moves to another client id, where its number is its place in the list, from 1. `storedSeq` is its old
 * number; null if it was never stored.
 */
interface MovingTap {
  readonly tap: NewTap;
  readonly storedSeq: number | null;
}

interface OutboxMove {
  readonly fromClientId: string;
  /** Taps up to this seq are deleted under the old client id. The caller does not know of later ones, so they stay. */
  readonly through: number;
  readonly record: OutboxRecord;
  readonly taps: readonly MovingTap[];
  readonly uncounted: readonly UncountedTaps[];
}

/** Storage that outlives the page. Every call can fail: storage is missing, full, or was cleared. */
export interface OutboxStore {
  write(change: OutboxChange): Promise<void>;
  /**
   * Moves taps to the record's client id, with new numbers from 1. Returns the places in `taps` of those that are
   * missing, because another page has moved them.
   */
  move(move: OutboxMove): Promise<ReadonlySet<number>>;
  /** Returns the principal's outboxes, oldest first. */
  records(principal: string): Promise<readonly OutboxRecord[]>;
  taps(clientId: string): Promise<readonly QueuedTap[]>;
  uncounted(principal: string): Promise<readonly EventUncountedTaps[]>;
  /** Deletes a report after somebody has read it. Taps that were added to it since stay reported. */
  dismiss(principal: string, read: EventUncountedTaps): Promise<void>;
  /** Deletes all data of a principal that no longer exists. */
  forget(principal: string): Promise<void>;
}

const RecordSchema = z.object({
  clientId: z.string(),
  eventId: z.string(),
  principal: z.string(),
  since: z.number(),
});

const UncountedRowSchema = z.object({
  eventId: z.string(),
  areaId: z.nullable(z.string()),
  areaName: z.nullable(z.string()),
  reason: z.nullable(z.string()),
  code: z.optional(z.string()),
  taps: z.int(),
  kind: z.optional(z.enum(['transfer', 'undo'])),
  to: z.optional(z.object({ areaId: z.string(), areaName: z.nullable(z.string()) })),
});

const tapsOf = (clientId: string, through = Number.POSITIVE_INFINITY) =>
  IDBKeyRange.bound([clientId, 0], [clientId, through]);
const casesOf = (principal: string) => IDBKeyRange.bound([principal], [principal, []]);

/** Returns the key of a report. */
const caseKey = (principal: string, { eventId, areaId, reason, kind, to }: EventUncountedTaps) => [
  principal,
  eventId,
  areaId ?? '',
  reason ?? '',
  ...(kind === undefined ? [] : [kind, to?.areaId ?? '']),
];

async function addUncounted(
  tx: IDBTransaction,
  { principal, eventId }: OutboxRecord,
  cases: readonly UncountedTaps[],
): Promise<void> {
  const store = tx.objectStore('uncounted');
  for (const more of cases) {
    const taps = { eventId, ...more };
    const key = caseKey(principal, taps);
    const held = z.safeParse(UncountedRowSchema, await answerOf(store.get(key))).data?.taps ?? 0;
    store.put({ ...taps, taps: held + taps.taps }, key);
  }
}

/** Keeps the outbox's record while it has taps, and deletes it when it has none. */
async function keepRecord(tx: IDBTransaction, record: OutboxRecord): Promise<void> {
  const store = tx.objectStore('outboxes');
  const anyTap = await answerOf(tx.objectStore('taps').getKey(tapsOf(record.clientId)));
  if (anyTap === undefined) store.delete(record.clientId);
  else store.put(record, record.clientId);
}

/** Returns the rows that match the schema. Rows that cannot be read, perhaps from another release, are skipped. */
const readable = <T>(schema: z.ZodMiniType<T>, rows: readonly unknown[]): readonly T[] =>
  rows.flatMap((row) => z.safeParse(schema, row).data ?? []);

/** Reads taps up to the first row that cannot be read, because later taps must not get that row's number. */
async function readTaps(tx: IDBTransaction, range: IDBKeyRange): Promise<readonly QueuedTap[]> {
  const rows: readonly unknown[] = await answerOf(tx.objectStore('taps').getAll(range));
  const taps: QueuedTap[] = [];
  for (const row of rows) {
    const tap = readTapRow(row);
    if (tap === null) break;
    taps.push(tap);
  }
  return taps;
}

async function readRecords(tx: IDBTransaction, principal: string): Promise<readonly OutboxRecord[]> {
  const rows = readable(RecordSchema, await answerOf(tx.objectStore('outboxes').getAll()));
  return rows.filter((row) => row.principal === principal);
}

/**
 * Creates the store in IndexedDB. The first call opens the database; it is opened again after the browser has closed
 * it, which happens in the background.
 */
export function createOutboxStore(): OutboxStore {
  let opened: Promise<IDBDatabase> | null = null;
  const forget = () => {
    opened = null;
  };
  const open = () => (opened ??= openOutboxes(forget));

  async function transact<T>(
    mode: 'readonly' | 'readwrite',
    durability: IDBTransactionDurability,
    work: (tx: IDBTransaction) => Promise<T>,
  ): Promise<T> {
    const database = await open();
    let tx: IDBTransaction;
    try {
      tx = database.transaction(STORES, mode, { durability });
    } catch {
      // Not every browser reports that it has closed the database.
      forget();
      tx = (await open()).transaction(STORES, mode, { durability });
    }
    const [result] = await Promise.all([work(tx), endOf(tx)]);
    return result;
  }
  const read = <T>(work: (tx: IDBTransaction) => Promise<T>) => transact('readonly', 'default', work);

  return {
    write: ({ record, taps, settledThrough, uncounted }) =>
      // Deleting acknowledged taps may be relaxed: if they reappear after a crash, the room recognizes their numbers.
      transact('readwrite', taps.length + uncounted.length > 0 ? 'strict' : 'relaxed', async (tx) => {
        const store = tx.objectStore('taps');
        if (settledThrough > 0) store.delete(tapsOf(record.clientId, settledThrough));
        for (const tap of taps) store.put(tapRow(tap), [record.clientId, tap.seq]);
        await keepRecord(tx, record);
        await addUncounted(tx, record, uncounted);
      }),

    move: ({ fromClientId, through, record, taps, uncounted }) =>
      transact('readwrite', 'strict', async (tx) => {
        const store = tx.objectStore('taps');
        const stored = new Set((await readTaps(tx, tapsOf(fromClientId, through))).map(({ seq }) => seq));
        const gone = new Set<number>();
        for (const [place, { storedSeq }] of taps.entries()) {
          if (storedSeq !== null && !stored.has(storedSeq)) gone.add(place);
        }
        const newSeqOf = withoutGone((place) => gone.has(place));
        const staying = taps.filter((_tap, place) => !gone.has(place));
        for (const [index, { tap }] of staying.entries()) {
          const seq = index + 1;
          store.put(tapRow({ ...renumbered(tap, newSeqOf), seq }), [record.clientId, seq]);
        }
        store.delete(tapsOf(fromClientId, through));
        await keepRecord(tx, { ...record, clientId: fromClientId });
        await keepRecord(tx, record);
        await addUncounted(tx, record, uncounted);
        return gone;
      }),

    async records(principal) {
      const records = await read((tx) => readRecords(tx, principal));
      return records.toSorted((a, b) => a.since - b.since);
    },

    taps: (clientId) => read((tx) => readTaps(tx, tapsOf(clientId))),

    uncounted: (principal) =>
      read(async (tx) =>
        readable(UncountedRowSchema, await answerOf(tx.objectStore('uncounted').getAll(casesOf(principal)))),
      ),

    dismiss: (principal, told) =>
      transact('readwrite', 'strict', async (tx) => {
        const store = tx.objectStore('uncounted');
        const key = caseKey(principal, told);
        const row = z.safeParse(UncountedRowSchema, await answerOf(store.get(key))).data;
        if (row && row.taps > told.taps) store.put({ ...row, taps: row.taps - told.taps }, key);
        else store.delete(key);
      }),

    forget: (principal) =>
      transact('readwrite', 'strict', async (tx) => {
        for (const { clientId } of await readRecords(tx, principal)) {
          tx.objectStore('taps').delete(tapsOf(clientId));
          tx.objectStore('outboxes').delete(clientId);
        }
        tx.objectStore('uncounted').delete(casesOf(principal));
      }),
  };
}

/** A tap as IndexedDB stores it. */
const PlainRowSchema = z.object({
  seq: z.int(),
  areaId: z.string(),
  change: z.int(),
  at: z.number(),
  undoes: z.optional(z.int()),
  category: z.optional(z.string()),
});

/** A transfer has a shape of its own: no reader can take it for people who leave. */
const TransferRowSchema = z.object({
  seq: z.int(),
  ends: z.array(z.string()).check(z.maxLength(2)),
  change: z.int(),
  at: z.number(),
  undoes: z.optional(z.int()),
  category: z.optional(z.string()),
});

function tapRow({ areaId, to, ...tap }: QueuedTap): unknown {
  return to === undefined ? { ...tap, areaId } : { ...tap, ends: [areaId, to] };
}

/** Reads a stored tap; null if it cannot be read, perhaps because another release wrote it. */
function readTapRow(row: unknown): QueuedTap | null {
  const plain = z.safeParse(PlainRowSchema, row);
  if (plain.success) return plain.data;
  const transfer = z.safeParse(TransferRowSchema, row);
  if (!transfer.success) return null;
  const {
    ends: [areaId, to],
    ...tap
  } = transfer.data;
  return areaId === undefined || to === undefined ? null : { ...tap, areaId, to };
}
