import type { AnswerCount } from '../rpc/monitor-api';
import { MINUTE_MS } from '../shared/durations';
import { ERROR_WINDOW_MINUTES, TELL_INTERVAL_MS } from './thresholds';

/**
 * Counts this isolate's answers by the minute. While one of the last minutes has a 5xx, the monitor is told: of the
 * first at once, then every few seconds, of good answers, too.
 */
export class AnswerCounter {
  private untold = new Map<number, AnswerCount>();
  private errorMinute = -Infinity;
  private notedAt = -Infinity;

  /** Counts one answer. Returns what the monitor must be told; null if nothing. `now` is in epoch ms. */
  count(isError: boolean, now: number): AnswerCount[] | null {
    const minute = Math.floor(now / MINUTE_MS);
    const { answers, errors } = this.untold.get(minute) ?? { answers: 0, errors: 0 };
    this.untold.set(minute, { minute, answers: answers + 1, errors: errors + Number(isError) });
    if (isError) this.errorMinute = minute;
    const isRecent = (counted: number) => Math.abs(minute - counted) < ERROR_WINDOW_MINUTES;
    for (const counted of this.untold.keys()) if (!isRecent(counted)) this.untold.delete(counted);
    if (!isRecent(this.errorMinute) || Math.abs(now - this.notedAt) < TELL_INTERVAL_MS) return null;
    this.notedAt = now;
    const counts = [...this.untold.values()];
    this.untold = new Map();
    return counts;
  }
}
