import type { Calendar } from '../days/day-rules';
import type { EventState } from '../state';

/** What reports need to know of a room whose queue is empty: all taps that have arrived are counted. */
export interface FlushedState {
  /** The event's definition, without its counts. */
  event: EventState;
  days: Calendar;
  /** The room's time, epoch ms. */
  now: number;
}
