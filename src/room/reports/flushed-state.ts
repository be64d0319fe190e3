import type { Calendar } from '../days/day-rules';
import type { EventState } from '../state';

/** The state of a room whose queue is empty: all taps that have arrived are counted. */
export interface FlushedState {
  event: EventState;
  days: Calendar;
  /** The room's time, epoch ms. */
  now: number;
}
