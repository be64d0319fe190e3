import type { Calendar } from '../days/day-rules';
import type { EventState } from '../state';

/** A room with an empty queue: all taps that it has taken are counted. */
export interface FlushedState {
  event: EventState;
  days: Calendar;
  /** Epoch ms. */
  now: number;
}
