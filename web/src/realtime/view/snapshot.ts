import type { SubscriptionStatus } from '../../../../src/shared/rules/subscription';
import type { Alert } from '../../../../src/shared/schemas/alert';
import type { ShownArea } from './reducer';
import type { UndoableTap } from './undo-history';

/** `connecting` is only the very first attempt, before anything is known. */
export type Connection = 'connecting' | 'connected' | 'disconnected';
/** Closed for good by the room; the person has to do something. */
export type EndReason = 'reload_needed' | 'replaced' | 'refused';

export interface RoomSnapshot {
  readonly areas: readonly ShownArea[] | null;
  /** The open alerts, as the room last said; the same array until they change. */
  readonly alerts: readonly Alert[];
  /**
   * The last attempt to read the areas failed: there are none yet, or an answer came while an earlier visit's are
   * shown.
   */
  readonly loadFailed: boolean;
  readonly connection: Connection;
  /** Null before the room has said so. */
  readonly countingAllowed: boolean | null;
  readonly subscriptionStatus: SubscriptionStatus | null;
  /** Own taps that the room has not acknowledged, and still may. */
  readonly unsentTaps: number;
  /** Identifies the oldest of them: a changed value means that some were delivered. */
  readonly oldestUnsent: string;
  /** What an undo would take back now: this page's newest tap that can be undone; null for none. */
  readonly undoable: UndoableTap | null;
  readonly ended: EndReason | null;
  /**
   * Epoch ms of the room's last message, up to which the areas are right; null before the first. Moves on while
   * connected.
   */
  readonly syncedAt: number | null;
  /** Whether the areas are those of an earlier visit: the room has not answered yet. */
  readonly remembered: boolean;
}

/** The state of a connection: a room's, or the hub's, which has no numbers. */
export type LineFacts = Pick<RoomSnapshot, 'connection' | 'ended' | 'syncedAt' | 'remembered'>;

export const NO_ALERTS: readonly Alert[] = [];

/** A room of which nothing is known. */
export const unknownRoom: RoomSnapshot = {
  areas: null,
  alerts: NO_ALERTS,
  loadFailed: false,
  connection: 'connecting',
  countingAllowed: null,
  subscriptionStatus: null,
  unsentTaps: 0,
  oldestUnsent: '',
  undoable: null,
  ended: null,
  syncedAt: null,
  remembered: false,
};
