import { runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import type { EventRoom } from '../../../src/room/event-room';
import type { RecoverableStorage } from '../../../src/room/operator/recovery';

const TABLES = `SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT GLOB '_cf_*' AND name NOT GLOB 'sqlite_*'`;

type Copy = [table: string, rows: Record<string, SqlStorageValue>[]][];

const copyOf = ({ sql }: DurableObjectStorage): Copy =>
  sql
    .exec<{ name: string }>(TABLES)
    .toArray()
    .map(({ name }) => [name, sql.exec(`SELECT * FROM ${name}`).toArray()]);

const putBack = (storage: DurableObjectStorage, copy: Copy): void =>
  storage.transactionSync(() => {
    for (const [table, rows] of copy) {
      storage.sql.exec(`DELETE FROM ${table}`);
      for (const row of rows) {
        const columns = Object.keys(row);
        const marks = columns.map(() => '?').join(', ');
        const names = columns.map((column) => `"${column}"`).join(', ');
        storage.sql.exec(`INSERT INTO ${table} (${names}) VALUES (${marks})`, ...Object.values(row));
      }
    }
  });

const bookmarkOf = (index: number): string => index.toString(16).padStart(8, '0');

/** A history of an event's room at marked moments, because workerd keeps none as Cloudflare does. */
export class History {
  private readonly copies: { at: number; copy: Copy }[] = [];
  private next: Copy | undefined;
  /** When it is set, restores fail with this error. */
  failure: Error | undefined;

  constructor(private readonly eventId: string) {}

  /** Marks the present moment. */
  async mark(): Promise<void> {
    const stub = env.ROOMS.get(env.ROOMS.idFromName(this.eventId));
    await runInDurableObject(stub, (room, { storage }) => {
      this.install(room, storage);
      this.copies.push({ at: Date.now(), copy: copyOf(storage) });
    });
  }

  private install(room: EventRoom, storage: DurableObjectStorage): void {
    const fake: RecoverableStorage = {
      getCurrentBookmark: async () => bookmarkOf(this.copies.length),
      getBookmarkForTime: async (at) => {
        const index = this.copies.findLastIndex((copy) => copy.at <= at);
        if (index === -1) throw new Error('no history of that time');
        return bookmarkOf(index);
      },
      onNextSessionRestoreBookmark: async (bookmark) => {
        if (this.failure) throw this.failure;
        this.next = this.copies[Number.parseInt(bookmark, 16)]?.copy;
        this.copies.push({ at: Date.now(), copy: copyOf(storage) });
        return bookmarkOf(this.copies.length - 1);
      },
    };
    const abort = () => {
      if (!this.next) return;
      putBack(storage, this.next);
      this.next = undefined;
      room['parts'] = room['assemble']();
      this.install(room, storage);
    };
    Object.assign(room['parts'].recovery['deps'], { storage: fake, abort });
  }
}
