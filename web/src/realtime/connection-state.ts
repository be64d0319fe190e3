import type { Connection, LineFacts } from './snapshot';

/** The one state of a line that the badge, the words beside it and the cards show. */
export interface ConnectionState {
  readonly connection: Connection;
  /** False while what is shown may be older than the room: neither socket nor polling gets through, or not yet. */
  readonly live: boolean;
  /** Epoch ms at which the shown numbers were right; null while they are live, or where there are none. */
  readonly numbersFrom: number | null;
  /** Own taps that are not through. */
  readonly unsentTaps: number;
  /** Whether trying again makes sense: not while it works, nor when it is over for good. */
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
