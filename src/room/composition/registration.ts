import { SingleFlight } from '../../concurrency/single-flight';
import type { HubApi } from '../../rpc/hub-api';
import { logError } from '../../observability/log';
import { endEach } from '../../rpc/ended-sessions';
import type { Connections } from '../sockets/connections';
import type { RoomCore } from '../core/room-core';
import type { Admission } from '../sockets/admission';
import type { Room } from './room';

export interface RegistrationDeps {
  connections: Connections;
  room: Room;
  admission: Admission;
  hubOf: (ownerId: string) => HubApi;
  /**
   * Returns the jurisdiction in which the hub runs now (`anywhere` without one). The room registers again if it has
   * changed.
   */
  hubPlace: () => string;
  /** Sets the alarm for the room's upkeep. */
  armUpkeep: () => void;
  /** False once the storage has been emptied. Then nothing must be written to it any more. */
  isCurrent: (registration: Registration) => boolean;
}

/**
 * Registers the room with its account's hub while the room has sockets. The hub calls registered rooms when the account
 * changes or is deleted, or when a session or a key ends (docs/product.md, S7, P2).
 */
export class Registration {
  private readonly call = new SingleFlight<void>();

  constructor(
    private readonly core: RoomCore,
    private readonly deps: RegistrationDeps,
  ) {}

  /** Whether the hub has something to tell this room. */
  get isNeeded(): boolean {
    return this.deps.connections.size > 0;
  }

  private get isRegistered(): boolean {
    return this.core.store.registeredAt === this.deps.hubPlace();
  }

  async register(): Promise<void> {
    if (!this.isRegistered) await this.call.run(() => this.callHub());
  }

  private async callHub(): Promise<void> {
    const { room, hubOf, hubPlace, armUpkeep } = this.deps;
    const event = this.core.stateOrNone?.event;
    if (event === undefined) return;
    const { eventId, jurisdiction, ownerId } = event;
    try {
      const answer = await hubOf(ownerId).registerRoom({ eventId, jurisdiction });
      if (!this.deps.isCurrent(this)) return;
      this.core.store.setRegistered(hubPlace());
      endEach(answer.ended, (ids, how) => this.deps.admission.endSessions(ids, how));
      if (answer.isAccountDeleted) room.markDeleted();
    } catch (error) {
      logError('room.register', error, { eventId });
    }
    armUpkeep();
  }

  async unregister(): Promise<void> {
    const { store } = this.core;
    const event = this.core.stateOrNone?.event;
    if (event === undefined || store.registeredAt === undefined) return;
    const { eventId, jurisdiction, ownerId } = event;
    store.setRegistered(undefined);
    try {
      await this.deps.hubOf(ownerId).unregisterRoom({ eventId, jurisdiction });
    } catch (error) {
      logError('room.unregister', error, { eventId });
    }
    await this.call.ended();
    // A device may have connected during the call to the hub. Then the room must be registered again.
    if (this.deps.isCurrent(this) && (this.isNeeded || this.isRegistered)) {
      store.setRegistered(undefined);
      await this.register();
    }
  }
}
