import type { DownFrame } from '../../../src/shared/protocol/down';
import type { Event } from '../../../src/shared/schemas/event';
import type { UncountedTaps, UnsentTaps } from './outbox/uncounted-taps';

/** Frames that concern more than this room. */
export type NewsFrame = Extract<
  DownFrame,
  { type: 'event_created' | 'event_updated' | 'event_deleted' | 'events_changed' | 'force_refresh' }
>;

const NEWS: ReadonlySet<string> = new Set<NewsFrame['type']>([
  'event_created',
  'event_updated',
  'event_deleted',
  'events_changed',
  'force_refresh',
]);

export const isNews = (frame: DownFrame): frame is NewsFrame => NEWS.has(frame.type);

export interface ChannelListeners {
  /** @param byOthers nothing but taps of others: it may be shown a moment later */
  changed(byOthers: boolean): void;
  news(frame: NewsFrame): void;
  /** The event as the room has it now: a rename may have been missed. */
  event(event: Event): void;
  uncounted(taps: readonly UncountedTaps[]): void;
  /** The event is deleted, or not accessible to us. `lostTaps` were never delivered. */
  gone(lostTaps: number): void;
  sessionEnded(unsent: UnsentTaps): void;
}
