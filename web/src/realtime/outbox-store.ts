import { type DBSchema, type IDBPDatabase, type IDBPTransaction, openDB } from 'idb';
import * as z from 'zod/mini';
import type { QueuedTap } from './outbox';
import type { EventUncountedTaps, UncountedTaps } from './uncounted-taps';

/** Whose taps wait under a client id, and for which event. */
export interface OutboxRecord {
  readonly clientId: string;
  readonly eventId: string;
  /** They are sent under no other. */
  readonly principal: string;
  /** Epoch ms of the outbox's beginning: the older ones are delivered first. */
  readonly since: number;
}

/** One transaction: all of it is kept, or nothing. */
interface OutboxChange {
  readonly record: OutboxRecord;
  /** New ones. */
  readonly taps: readonly QueuedTap[];
  /** All up to this seq goes. */
  readonly settledThrough: number;
  /** What is to be told of taps that go uncounted. */
  readonly uncounted: readonly UncountedTaps[];
}

/** A tap on its way to another client id; `storedSeq` is null where it was never stored. */
interface MovingTap {
  readonly tap: Omit<QueuedTap, 'seq'>;
  readonly storedSeq: number | null;
}

interface OutboxMove {
  readonly fromClientId: string;
  /** All up to this seq leaves the old client id: what came later is not known to who moves. */
  readonly through: number;
  readonly record: OutboxRecord;
  readonly taps: readonly MovingTap[];
  readonly uncounted: readonly UncountedTaps[];
}

/** What survives the page. Every call may fail: no storage, a full one, one that was cleared. */
export interface OutboxStore {
  write(change: OutboxChange): Promise<void>;
  /**
   * Gives the taps new numbers from 1 under the record's client id. Answers which of them, by their place in `taps`, are
   * not there any more: another page has moved them.
   */
  move(move: OutboxMove): Promise<ReadonlySet<number>>;
  /** The oldest first. */
  records(principal: string): Promise<readonly OutboxRecord[]>;
  taps(clientId: string): Promise<readonly QueuedTap[]>;
  uncounted(principal: string): Promise<readonly EventUncountedTaps[]>;
  /** Somebody has read of so many. */
  dismiss(principal: string, read: EventUncountedTaps): Promise<void>;
  /** Drops all that is kept for a principal that exists no longer. */
  forget(principal: string): Promise<void>;
}

const RecordSchema = z.object({
  clientId: z.string(),
  eventId: z.string(),
  principal: z.string(),
  since: z.number(),
});
const TapRowSchema = z.object({ seq: z.int(), areaId: z.string(), change: z.int(), at: z.number() });
const UncountedRowSchema = z.object({
  eventId: z.string(),
  areaId: z.nullable(z.string()),
  areaName: z.nullable(z.string()),
  reason: z.nullable(z.string()),
  taps: z.int(),
});

type CaseKey = [principal: string, eventId: string, areaId: string, reason: string];
type TapKey = [clientId: string, seq: number];

interface Schema extends DBSchema {
  outboxes: { key: string; value: unknown };
  taps: { key: TapKey; value: unknown };
  uncounted: { key: CaseKey; value: unknown };
}

const STORES = ['outboxes', 'taps', 'uncounted'] as const;
type Writing = IDBPTransaction<Schema, typeof STORES, 'readwrite'>;

const tapsOf = (clientId: string, through = Number.POSITIVE_INFINITY) =>
  IDBKeyRange.bound([clientId, 0], [clientId, through]);
const casesOf = (principal: string) => IDBKeyRange.bound([principal], [principal, []]);
const caseKey = (principal: string, { eventId, areaId, reason }: EventUncountedTaps): CaseKey => [
  principal,
  eventId,
  areaId ?? '',
  reason ?? '',
];

function open(): Promise<IDBPDatabase<Schema>> {
  return openDB<Schema>('headroom', 1, {
    upgrade(db) {
      for (const name of STORES) db.createObjectStore(name);
    },
  });
}

async function addUncounted(
  tx: Writing,
  { principal, eventId }: OutboxRecord,
  cases: readonly UncountedTaps[],
): Promise<void> {
  const store = tx.objectStore('uncounted');
  for (const more of cases) {
    const taps = { eventId, ...more };
    const key = caseKey(principal, taps);
    const held = z.safeParse(UncountedRowSchema, await store.get(key)).data?.taps ?? 0;
    await store.put({ ...taps, taps: held + taps.taps }, key);
  }
}

/** The record is there exactly as long as taps are. */
async function keepRecord(tx: Writing, record: OutboxRecord): Promise<void> {
  const store = tx.objectStore('outboxes');
  const anyTap = await tx.objectStore('taps').getKey(tapsOf(record.clientId));
  if (anyTap) await store.put(record, record.clientId);
  else await store.delete(record.clientId);
}

/** In IndexedDB. Opens it with the first call. */
export function createOutboxStore(): OutboxStore {
  let opened: Promise<IDBPDatabase<Schema>> | null = null;
  const database = async () => (opened ??= open());

  async function inTransaction<T>(durability: IDBTransactionDurability, work: (tx: Writing) => Promise<T>): Promise<T> {
    const tx = (await database()).transaction(STORES, 'readwrite', { durability });
    const [result] = await Promise.all([work(tx), tx.done]);
    return result;
  }

  return {
    write: ({ record, taps, settledThrough, uncounted }) =>
      // Acknowledged taps that come back after a crash are recognised by their numbers: to delete them may be relaxed.
      inTransaction(taps.length + uncounted.length > 0 ? 'strict' : 'relaxed', async (tx) => {
        const store = tx.objectStore('taps');
        if (settledThrough > 0) await store.delete(tapsOf(record.clientId, settledThrough));
        await Promise.all(taps.map((tap) => store.put(tap, [record.clientId, tap.seq])));
        await keepRecord(tx, record);
        await addUncounted(tx, record, uncounted);
      }),

    move: ({ fromClientId, through, record, taps, uncounted }) =>
      inTransaction('strict', async (tx) => {
        const store = tx.objectStore('taps');
        const stored = new Set((await store.getAllKeys(tapsOf(fromClientId, through))).map(([, seq]) => seq));
        const gone = new Set<number>();
        const puts: Promise<unknown>[] = [];
        for (const [place, { tap, storedSeq }] of taps.entries()) {
          if (storedSeq !== null && !stored.has(storedSeq)) gone.add(place);
          else {
            const seq = puts.length + 1;
            puts.push(store.put({ ...tap, seq }, [record.clientId, seq]));
          }
        }
        await Promise.all(puts);
        await store.delete(tapsOf(fromClientId, through));
        await keepRecord(tx, { ...record, clientId: fromClientId });
        await keepRecord(tx, record);
        await addUncounted(tx, record, uncounted);
        return gone;
      }),

    async records(principal) {
      const rows = await (await database()).getAll('outboxes');
      const records = rows.flatMap((row) => z.safeParse(RecordSchema, row).data ?? []);
      return records.filter((record) => record.principal === principal).toSorted((a, b) => a.since - b.since);
    },

    taps: async (clientId) => z.parse(z.array(TapRowSchema), await (await database()).getAll('taps', tapsOf(clientId))),

    uncounted: async (principal) =>
      z.parse(z.array(UncountedRowSchema), await (await database()).getAll('uncounted', casesOf(principal))),

    dismiss: (principal, read) =>
      inTransaction('strict', async (tx) => {
        const store = tx.objectStore('uncounted');
        const key = caseKey(principal, read);
        const row = z.safeParse(UncountedRowSchema, await store.get(key)).data;
        if (row && row.taps > read.taps) await store.put({ ...row, taps: row.taps - read.taps }, key);
        else await store.delete(key);
      }),

    forget: (principal) =>
      inTransaction('strict', async (tx) => {
        const outboxes = tx.objectStore('outboxes');
        for (const row of await outboxes.getAll()) {
          const record = z.safeParse(RecordSchema, row).data;
          if (record?.principal !== principal) continue;
          await tx.objectStore('taps').delete(tapsOf(record.clientId));
          await outboxes.delete(record.clientId);
        }
        await tx.objectStore('uncounted').delete(casesOf(principal));
      }),
  };
}
