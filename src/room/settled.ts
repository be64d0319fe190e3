import type { Calendar } from './day-rules';
import type { EventState } from './state';

/** A room past its queues: all that it has taken is counted. */
export interface Settled {
  event: EventState;
  days: Calendar;
  /** Epoch ms. */
  now: number;
}
