import type { Syncs } from './syncs';
import type { RoomCore } from '../core/room-core';
import type { JoinEvent } from '../../shared/protocol/up';
import { CLOSE } from '../../shared/protocol/version';
import type { Connection } from './connection';
import type { Connections } from './connections';

export interface JoinsDeps {
  connections: Connections;
  devices: {
    /** Called when a connection has joined as `clientId`. The frame says on which device. */
    joined(connection: Connection, clientId: string, frame: JoinEvent): void;
  };
  syncs: Pick<Syncs, 'frame'>;
}

/** Lets devices join over their sockets, and sends them the room's state. */
export class Joins {
  constructor(
    private readonly core: RoomCore,
    private readonly deps: JoinsDeps,
  ) {}

  join(connection: Connection, frame: JoinEvent): void {
    const { core, deps } = this;
    if (frame.eventId !== core.state.event.eventId) return connection.refuse('wrong_event', CLOSE.badFrame);
    core.flush();
    // If the flush failed, it may have closed this socket.
    if (!connection.isOpen) return;
    const clientId = frame.clientId ?? connection.clientId ?? core.newId();
    if (!connection.mayJoinAs(clientId)) return connection.refuse('bad_frame', CLOSE.badFrame);
    const holder = deps.connections.withClientId(clientId);
    const known = core.client(clientId);
    const owner = known?.principal ?? holder?.principal ?? connection.principal;
    if (owner !== connection.principal) return connection.refuse('client_id_taken', CLOSE.notAllowed);
    if (known === undefined && !this.mayBegin(connection)) return connection.refuse('too_fast', CLOSE.tooFast);
    if (holder !== undefined && holder !== connection) {
      // A network can deliver the join of an older socket after the join of the socket that replaced it.
      if (holder.order > connection.order) return connection.close(CLOSE.replaced, 'replaced');
      holder.close(CLOSE.replaced, 'replaced');
    }
    if (clientId !== connection.clientId) deps.connections.join(connection, clientId);
    // A page that only watches is no device of the event, whatever the frame says: it could take the name of a door.
    if (connection.mayCount) deps.devices.joined(connection, clientId, frame);
    this.sync(connection, clientId);
  }

  sync(connection: Connection, clientId: string): void {
    this.core.flush();
    connection.sendFrame(this.deps.syncs.frame(clientId, connection.principal));
  }

  /** Uses up one new client id of the session's allowance; false if none is left. */
  private mayBegin({ sessionId }: Connection): boolean {
    return this.deps.connections.allowances.newClient(sessionId, this.core.now()) === 0;
  }
}
