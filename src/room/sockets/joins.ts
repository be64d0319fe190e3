import type { Sync } from '../../shared/protocol/down';
import type { JoinEvent } from '../../shared/protocol/up';
import { CLOSE } from '../../shared/protocol/version';
import type { Principal } from '../../rpc/identity';
import type { DeviceTracker } from '../live/devices';
import type { Clock } from '../ports';
import type { ClientState, RoomState } from '../state/room-state';
import type { Connection } from './connection';
import type { Connections } from './connections';

export interface JoinsDeps {
  connections: Connections;
  devices: DeviceTracker;
  now: Clock;
  /** Returns a random id for a client that joins without one. */
  newId(): string;
  state(): RoomState;
  client(clientId: string): ClientState | undefined;
  flush(): void;
  syncFrame(clientId: string, principal: Principal): Sync;
}

/** Lets devices join over their sockets, and sends them the room's state. */
export class Joins {
  constructor(private readonly deps: JoinsDeps) {}

  join(connection: Connection, frame: JoinEvent): void {
    const { deps } = this;
    if (frame.eventId !== deps.state().event.eventId) return connection.refuse('wrong_event', CLOSE.badFrame);
    deps.flush();
    // If the flush failed, it may have closed this socket.
    if (!connection.isOpen) return;
    const clientId = frame.clientId ?? connection.clientId ?? deps.newId();
    if (!connection.mayJoinAs(clientId)) return connection.refuse('bad_frame', CLOSE.badFrame);
    const holder = deps.connections.withClientId(clientId);
    const known = deps.client(clientId);
    const owner = known?.principal ?? holder?.principal ?? connection.principal;
    if (owner !== connection.principal) return connection.refuse('client_id_taken', CLOSE.notAllowed);
    if (known === undefined && !this.mayBegin(connection)) return connection.refuse('too_fast', CLOSE.tooFast);
    if (holder !== undefined && holder !== connection) {
      // A network can deliver the join of an older socket after the join of the socket that replaced it.
      if (holder.order > connection.order) return connection.close(CLOSE.replaced, 'replaced');
      holder.close(CLOSE.replaced, 'replaced');
    }
    if (clientId !== connection.clientId) deps.connections.join(connection, clientId);
    deps.devices.joined(connection, clientId, frame);
    this.sync(connection, clientId);
  }

  sync(connection: Connection, clientId: string): void {
    this.deps.flush();
    connection.sendFrame(this.deps.syncFrame(clientId, connection.principal));
  }

  /** Uses up one new client id of the session's allowance; false if none is left. */
  private mayBegin({ sessionId }: Connection): boolean {
    return this.deps.connections.allowances.newClient(sessionId, this.deps.now()) === 0;
  }
}
