import { writeDownFrame } from '../../shared/protocol/codec';
import type { DownFrame } from '../../shared/protocol/down';
import type { Event } from '../../shared/schemas/event';
import type { Connection } from './connection';
import type { Connections } from './connections';
import { fanOut, LatestBroadcast } from './fan-out';

export interface DeviceMessagesDeps {
  connections: Connections;
  event(): Event;
}

/**
 * Sends changes of the event, its areas and its account to all counting devices at once. Counts and alerts are sent at
 * a limited rate (broadcast.ts). Displays do not get these frames, which contain access codes and other data that is
 * not public.
 */
export class DeviceMessages {
  readonly event: LatestBroadcast<Connection>;

  constructor(private readonly deps: DeviceMessagesDeps) {
    this.event = new LatestBroadcast(
      () => deps.connections.inTier('counting'),
      () => toEach({ type: 'event_updated', event: deps.event() }),
    );
  }

  tell(frame: DownFrame): void {
    fanOut(this.deps.connections.inTier('counting'), toEach(frame));
  }
}

function toEach(frame: DownFrame): (connection: Connection) => void {
  const text = writeDownFrame(frame);
  return (connection) => connection.send(text);
}
