import type { Connection, LineFacts } from './view/snapshot';

/** The one state of a connection that the badge, the words beside it and the cards show. */
export interface ConnectionState {
  readonly connection: Connection;
  /** False while the shown numbers may be older than the room's: neither socket nor polling works, or not yet. */
  readonly live: boolean;
  /** Epoch ms at which the shown numbers were right; null while they are live, or when there are none. */
  readonly numbersFrom: number | null;
  /** Own taps that are not delivered yet. */
  readonly unsentTaps: number;
  /** Whether trying again makes sense: not while it works, nor after it has ended for good. */
  readonly canRetry: boolean;
}

/** @param unsentTaps those of all rooms of this device */
export function connectionState(line: LineFacts, unsentTaps: number): ConnectionState {
  const { connection, ended, syncedAt, remembered } = line;
  return {
    connection,
    live: connection !== 'disconnected' && !remembered,
    numbersFrom: connection === 'connected' && !remembered ? null : syncedAt,
    unsentTaps,
    canRetry: connection === 'disconnected' && ended === null,
  };
}
