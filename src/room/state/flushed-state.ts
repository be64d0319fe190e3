import type { Calendar } from './day-rules';
import type { EventState } from './room-state';

/** The facts about a room that reports need. Its queue is empty: all taps that have arrived are counted. */
export interface FlushedState {
  /** The event's definition, without its counts. */
  event: EventState;
  days: Calendar;
  /** The room's time, epoch ms. */
  now: number;
}
