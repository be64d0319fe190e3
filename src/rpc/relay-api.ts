/** What a room tells its relays. */
export interface Publication {
  /** The frame for viewers. */
  frame: string;
  /** The session id of the present display link's viewers: see {@link EventDefinition}. */
  displaySession: string | null;
  /** D1's revision of the event, as the room knows it. */
  revision: number;
}

/** The calls of a relay, which holds viewers' sockets for one room. */
export interface RelayApi {
  /**
   * Accepts an upgrade like a room's, with a {@link RelayConnection}. Refuses with IS_FULL_HEADER (headers.ts) if no viewer
   * has a place here.
   */
  fetch(request: Request): Promise<Response>;
  /** Sends the frame to all viewers, closes those of other display links, and returns how many viewers are left. */
  publish(publication: Publication): Promise<number>;
  /** Closes all sockets, because the event was deleted. */
  end(): Promise<void>;
}
