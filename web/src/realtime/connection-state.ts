import type { Connection, LineFacts } from './view/snapshot';

/** The state of a connection, as the badge, the text beside it and the area cards show it. */
export interface ConnectionState {
  readonly connection: Connection;
  /** False while the shown counts can be old: neither socket nor polling works, or they are of an earlier visit. */
  readonly live: boolean;
  /** When the shown counts were right, epoch ms. The time is null while they are live, or if there are none. */
  readonly numbersFrom: number | null;
  /** How many of this device's taps are not delivered yet. */
  readonly unsentTaps: number;
  /** Whether a retry makes sense: not while the connection works, and not after it has ended for good. */
  readonly canRetry: boolean;
}

/** @param unsentTaps the unsent taps of all events on this device */
export function connectionState(line: LineFacts, unsentTaps: number): ConnectionState {
  const { connection, ended, syncedAt, remembered } = line;
  const live = connection !== 'disconnected' && !remembered;
  return {
    connection,
    live,
    numbersFrom: live ? null : syncedAt,
    unsentTaps,
    canRetry: connection === 'disconnected' && ended === null,
  };
}
