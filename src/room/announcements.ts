import { writeDownFrame } from '../shared/protocol/codec';
import type { DownFrame } from '../shared/protocol/down';
import type { Alert } from '../shared/schemas/alert';
import type { Event } from '../shared/schemas/event';
import type { Connection } from './connection';
import type { Connections } from './connections';
import { fanOut, News } from './fan-out';

export interface AnnouncementsDeps {
  connections: Connections;
  event(): Event;
  alerts(): Alert[];
}

/**
 * What all who count are told at once, besides counts. Displays are told in their own terms: these frames hold access
 * codes, and more than the public may know.
 */
export class Announcements {
  readonly event: News<Connection>;
  readonly alerts: News<Connection>;

  constructor(private readonly deps: AnnouncementsDeps) {
    this.event = this.news(() => ({ type: 'event_updated', event: deps.event() }));
    this.alerts = this.news(() => {
      return { type: 'alerts_changed', eventId: deps.event().eventId, alerts: deps.alerts() };
    });
  }

  tell(frame: DownFrame): void {
    fanOut(this.deps.connections.inTier('counting'), toEach(frame));
  }

  private news(frame: () => DownFrame): News<Connection> {
    return new News(
      () => this.deps.connections.inTier('counting'),
      () => toEach(frame()),
    );
  }
}

function toEach(frame: DownFrame): (connection: Connection) => void {
  const text = writeDownFrame(frame);
  return (connection) => connection.send(text);
}
