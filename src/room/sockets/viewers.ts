import type { RoomCore } from '../core/room-core';
import type { RoomConnection } from '../../rpc/connections';
import type { Publication } from '../../rpc/relay-api';
import type { Result } from '../../rpc/result';
import type { UpFrame } from '../../shared/protocol/up';
import { CLOSE } from '../../shared/protocol/version';
import { type Connection, isStream } from './connection';
import type { Connections } from './connections';
import { fanOut } from './fan-out';
import { DisplayText } from './frames';
import { Relays, type RelaysDeps } from './relays';
import { receiveFromViewer } from './viewer-frames';

export interface ViewersDeps extends Pick<RelaysDeps, 'relayOf' | 'viewersPerRelay'> {
  connections: Connections;
}

/** What a room does for public displays: it serves some itself, and through relays any number. */
export class Viewers {
  readonly relays: Relays;
  private readonly texts = new DisplayText();

  constructor(
    private readonly core: RoomCore,
    private readonly deps: ViewersDeps,
  ) {
    const { relayOf, viewersPerRelay } = deps;
    this.relays = new Relays({
      store: core.store,
      now: core.now,
      relayOf,
      viewersPerRelay,
      touch: () => core.signal({ type: 'display' }),
      eventId: () => core.state.event.eventId,
      publicationOf: (frame) => this.publicationOf(frame),
      moveViewers: () => {
        const move = (viewer: Connection): void => viewer.close(CLOSE.goingAway, 'moved');
        const displays = [...deps.connections.inTier('viewer')].filter((viewer) => !isStream(viewer));
        fanOut(displays, move);
      },
    });
  }

  /** The newest frame for the room's own viewers. */
  get frame(): string {
    return this.texts.of(this.core.state, 'frame');
  }

  /** The newest frame for viewers of relays. */
  get relayedFrame(): string {
    return this.texts.of(this.core.state, 'relayed');
  }

  /** What a display gets by a call, as JSON. */
  get body(): string {
    return this.texts.of(this.core.state, 'body');
  }

  private publicationOf(frame: string): Publication {
    const { displaySession, revision } = this.core.state.event;
    return { frame, displaySession, revision };
  }

  /**
   * Where a viewer has a place: here, or at the relay with this number; null if there is none. While a room has relays,
   * it has no displays of its own.
   */
  placeFor(caller: RoomConnection): 'here' | number | null {
    const { connections } = this.deps;
    if (this.relays.isOpen || connections.isFullOfViewers) return this.relays.placeFor(caller.notRelay);
    return connections.hasPlaceFor(caller) ? 'here' : null;
  }

  /** Adds the relay to those that the room publishes to, and returns what it would publish now. */
  subscribe(relay: number, viewers: number): Result<Publication> {
    if (!this.relays.subscribe(relay, viewers)) return { ok: false, code: 'unavailable' };
    return { ok: true, value: this.publicationOf(this.relayedFrame) };
  }

  receive(viewer: Connection, frame: UpFrame): void {
    receiveFromViewer(viewer, frame, {
      connections: this.deps.connections,
      newId: () => this.core.newId(),
      eventId: this.core.state.event.eventId,
      sendNewest: (to) => to.send(this.frame),
    });
  }
}
