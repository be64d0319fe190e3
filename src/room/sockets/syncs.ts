import type { Follower, RoomCore, Signal } from '../core/room-core';
import type { Principal } from '../../rpc/identity';
import type { Reader } from '../../rpc/reader';
import type { Result } from '../../rpc/result';
import type { Sync } from '../../shared/protocol/down';
import type { AlertList } from '../../shared/schemas/alert';
import type { AreaList } from '../../shared/schemas/area';
import type { RoomState } from '../state/room-state';
import type { Connections } from './connections';
import { fanOut } from './fan-out';
import { areaList, type OpenAlertsAndOrders, type OrderTeller, syncFrame } from './frames';

export interface SyncsDeps {
  connections: Connections;
  openAlerts: () => AlertList;
  orders: {
    readonly teller: OrderTeller;
    /** The ids of the orders that the client's device has confirmed. */
    confirmedOn(clientId: string): string[];
  };
  locks: {
    /** Whether the account or its trial has a lock. */
    readonly hold: boolean;
    /** Whether a lock stops what devices count now. */
    readonly stop: boolean;
  };
}

/** All that a device or a caller is told of the room at once. */
export class Syncs implements Follower {
  constructor(
    private readonly core: RoomCore,
    private readonly deps: SyncsDeps,
  ) {}

  frame(clientId: string, principal: Principal, device?: Reader['device']): Sync {
    const lastSeq = this.core.client(clientId)?.lastSeq ?? 0;
    const client = { clientId, lastSeq, confirmedOrders: this.deps.orders.confirmedOn(clientId) };
    return syncFrame(this.core.state, client, this.ongoing({ principal, clientId, device }), this.deps.locks.stop);
  }

  /** Each call uses up one frame of the session's allowance, because it counts all queued taps. */
  listAreas(reader: Reader = {}): Result<AreaList> {
    const { sessionId } = reader;
    const { allowances } = this.deps.connections;
    const waitMs = sessionId === undefined ? 0 : allowances.frame(sessionId, this.core.now());
    if (waitMs > 0) return { ok: false, code: 'too_fast', retryAfterMs: waitMs };
    const state = this.core.flushedState();
    return { ok: true, value: areaList(state, this.ongoing(reader), this.deps.locks.stop) };
  }

  /** An evacuation or drill changes what a lock stops. */
  changed(before: RoomState | undefined, after: RoomState): void {
    if (before?.evacuation !== after.evacuation && this.deps.locks.hold) this.sendAll();
  }

  signaled({ type }: Signal): void {
    if (type === 'locks') this.sendAll();
  }

  private sendAll(): void {
    fanOut(this.deps.connections.inTier('counting'), (connection) => {
      if (connection.clientId !== null) connection.sendFrame(this.frame(connection.clientId, connection.principal));
    });
  }

  private ongoing(reader: Reader): OpenAlertsAndOrders {
    return { ...this.deps.openAlerts(), orders: this.deps.orders.teller(reader) };
  }
}
