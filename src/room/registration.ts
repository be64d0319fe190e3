import type { HubApi } from '../rpc/contract';
import { logError } from '../observability/log';
import { endEach } from '../rpc/ended-sessions';
import type { Connections } from './sockets/connections';
import type { RoomStore } from './storage/room-store';
import type { Room } from './room';

export interface RegistrationDeps {
  store: RoomStore;
  connections: Connections;
  room: Room;
  hubOf: (ownerId: string) => HubApi;
  /** The place of the hub as it is now. The room registers again when the hub is in another place. */
  hubPlace: () => string;
  /** Makes the host wake the room again for its sockets. */
  armUpkeep: () => void;
  /** True when the storage was emptied: then nothing is written to it any more. */
  isErased: () => boolean;
}

/**
 * While a room holds sockets it is registered with its owner's hub, which passes news on to it (docs/product.md, S7).
 */
export class Registration {
  constructor(private readonly deps: RegistrationDeps) {}

  async register(): Promise<void> {
    const { room, store, hubOf, hubPlace, armUpkeep, isErased } = this.deps;
    if (room.event === undefined || store.registeredAt === hubPlace()) return;
    const { eventId, jurisdiction, ownerId } = room.event;
    try {
      const news = await hubOf(ownerId).registerRoom({ eventId, jurisdiction });
      if (isErased()) return;
      store.setRegistered(hubPlace());
      endEach(news.ended, (ids, how) => room.endSessions(ids, how));
      if (news.isAccountDeleted) room.delete();
    } catch (error) {
      logError('room.register', error, { eventId });
    }
    armUpkeep();
  }

  async unregister(): Promise<void> {
    const { room, store, connections, hubOf, isErased } = this.deps;
    if (room.event === undefined || store.registeredAt === undefined) return;
    const { eventId, jurisdiction, ownerId } = room.event;
    store.setRegistered(undefined);
    try {
      await hubOf(ownerId).unregisterRoom({ eventId, jurisdiction });
    } catch (error) {
      logError('room.unregister', error, { eventId });
    }
    // A device may have connected while the hub was told: it must stay registered.
    if (!isErased() && connections.size > 0) {
      store.setRegistered(undefined);
      await this.register();
    }
  }
}
