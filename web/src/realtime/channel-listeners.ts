import type { DownFrame } from '../../../src/shared/protocol/down';
import type { Event } from '../../../src/shared/schemas/event';
import type { UncountedTaps, UnsentTaps } from './uncounted-taps';

/** Frames that are about more than this room. */
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
  /** @param byOthers nothing but what others have counted: it may be shown a moment later */
  changed(byOthers: boolean): void;
  news(frame: NewsFrame): void;
  /** As the room has its event now: a rename may have been missed. */
  event(event: Event): void;
  uncounted(taps: readonly UncountedTaps[]): void;
  /** The event is not there any more, or not for us. `lostTaps` were never delivered. */
  gone(lostTaps: number): void;
  sessionEnded(unsent: UnsentTaps): void;
}
