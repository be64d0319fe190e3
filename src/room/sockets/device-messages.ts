import type { RoomCore } from '../core/room-core';
import type { DownFrame } from '../../shared/protocol/down';
import { type Connection, frameText } from './connection';
import type { Connections } from './connections';
import { fanOut, LatestBroadcast } from './fan-out';

/**
 * Sends changes of the event, its areas and its account to all counting devices at once. Counts and alerts are sent at
 * a limited rate (broadcast.ts). Displays do not get these frames, which contain access codes and other data that is
 * not public.
 */
export class DeviceMessages {
  readonly event: LatestBroadcast<Connection>;

  constructor(
    core: RoomCore,
    private readonly connections: Connections,
  ) {
    this.event = new LatestBroadcast(
      () => connections.inTier('counting'),
      () => toEach({ type: 'event_updated', event: core.state.event.event }),
    );
  }

  tell(frame: DownFrame): void {
    fanOut(this.connections.inTier('counting'), toEach(frame));
  }
}

function toEach(frame: DownFrame): (connection: Connection) => void {
  const [text, withoutCode] = [frameText(frame, { mayCount: true }), frameText(frame, { mayCount: false })];
  return (connection) => connection.send(connection.mayCount ? text : withoutCode);
}
