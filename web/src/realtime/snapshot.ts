import type { SubscriptionStatus } from '../../../src/shared/rules/subscription';
import type { Alert } from '../../../src/shared/schemas/alert';
import type { ShownArea } from './reducer';
import type { UndoableTap } from './undo-history';

/** `connecting` is only the very first attempt, before anything is known. */
export type Connection = 'connecting' | 'connected' | 'disconnected';
/** Closed for good by the room, with something for the person to do. */
export type EndReason = 'reload_needed' | 'replaced' | 'refused';

export interface RoomSnapshot {
  readonly areas: readonly ShownArea[] | null;
  /** Those that are not over, as the room last said; the same array until it says otherwise. */
  readonly alerts: readonly Alert[];
  /** The last attempt to get the areas failed: there are none yet, or an answer came while an earlier visit's are shown. */
  readonly loadFailed: boolean;
  readonly connection: Connection;
  /** null before the room has said so. */
  readonly countingAllowed: boolean | null;
  readonly subscriptionStatus: SubscriptionStatus | null;
  /** Own taps that the room has not acknowledged, and still may. */
  readonly unsentTaps: number;
  /** Names the oldest of them: another value means that some got through. */
  readonly oldestUnsent: string;
  /** What an undo would take back now: this page's newest tap that it can; null where there is none. */
  readonly undoable: UndoableTap | null;
  readonly ended: EndReason | null;
  /** Epoch ms of the room's last word, up to which the areas are right; null before the first. Moves on while connected. */
  readonly syncedAt: number | null;
  /** Whether the areas are those of an earlier visit: the room has not spoken yet. */
  readonly remembered: boolean;
}

/** What is known of a line: a room's, or the hub's, which has no numbers. */
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
