import { runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import type { EventRoom } from '../../../src/room/event-room';
import type { RecoverableStorage } from '../../../src/room/operator/recovery';
import { bookmarkOf, copyOf, type RoomCopy, putBack } from '../../workers/room-copy';

/** A history of an event's room at marked moments, because workerd keeps none as Cloudflare does. */
export class History {
  private readonly copies: { at: number; copy: RoomCopy }[] = [];
  private next: RoomCopy | undefined;
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
