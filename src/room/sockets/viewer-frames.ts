import { assertNever } from '../../shared/assert-never';
import type { UpFrame } from '../../shared/protocol/up';
import { CLOSE } from '../../shared/protocol/version';
import type { Connection } from './connection';
import type { Connections } from './connections';

interface ViewerHost {
  eventId: string;
  connections: Connections;
  newId(): string;
  /** Sends the newest frame of the display. */
  sendNewest(viewer: Connection): void;
}

/** Processes one frame of a viewer, which only watches: at a room, and at a relay. */
export function receiveFromViewer(viewer: Connection, frame: UpFrame, host: ViewerHost): void {
  if (frame.type === 'join_event') {
    if (frame.eventId !== host.eventId) return viewer.refuse('wrong_event', CLOSE.badFrame);
    // Viewers have no taps to resume, so they can neither choose a client id nor learn theirs.
    if (viewer.clientId === null) host.connections.join(viewer, host.newId());
    return host.sendNewest(viewer);
  }
  if (viewer.clientId === null) return viewer.refuse('not_joined', CLOSE.badFrame);
  switch (frame.type) {
    case 'request_sync':
      return host.sendNewest(viewer);
    case 'answer':
      if (viewer.hasMissedWhen(frame.word)) host.sendNewest(viewer);
      return;
    case 'update_occupancy':
      if (frame.eventId !== host.eventId) return viewer.refuse('wrong_event', CLOSE.badFrame);
      return viewer.refuse('forbidden', CLOSE.notAllowed);
    default:
      return assertNever(frame);
  }
}
