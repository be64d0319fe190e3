import type { DownFrame } from '../../../src/shared/protocol/down';
import type { Event } from '../../../src/shared/schemas/event';
import type { UncountedTaps, UnsentTaps } from './outbox/uncounted-taps';

/** Frames that concern the whole account or the list of events, and not only this room. */
export type EventListFrame = Extract<
  DownFrame,
  { type: 'event_created' | 'event_updated' | 'event_deleted' | 'events_changed' | 'force_refresh' }
>;

const EVENT_LIST_FRAMES: ReadonlySet<string> = new Set<EventListFrame['type']>([
  'event_created',
  'event_updated',
  'event_deleted',
  'events_changed',
  'force_refresh',
]);

export const isEventListFrame = (frame: DownFrame): frame is EventListFrame => EVENT_LIST_FRAMES.has(frame.type);

export interface ChannelListeners {
  /** Returns whether the event is only on screens on which nobody counts. */
  readonly isWatched: () => boolean;
  /** @param byOthers true if only other devices' taps have changed something, which can be shown a moment later */
  changed(byOthers: boolean): void;
  eventList(frame: EventListFrame): void;
  /** Called with the event as the room has it now: the device may have missed a rename. */
  event(event: Event): void;
  uncounted(taps: readonly UncountedTaps[]): void;
  /** Called when the event is deleted or not accessible to this user. `lostTaps` were never delivered. */
  gone(lostTaps: number): void;
  sessionEnded(unsent: UnsentTaps): void;
}
