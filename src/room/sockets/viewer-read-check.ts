import { VIEWER_ANSWERS_WITHIN_MS, VIEWER_ASKED_EVERY_MS, VIEWER_ASKED_AFTER, VIEWER_UNREAD_MAX } from './limits';

/**
 * Finds out whether a viewer reads the frames that it gets. The runtime buffers frames that a socket does not take, and
 * anybody can be a viewer. After some frames the room sends a question with a random word that the viewer must send
 * back. Until this answer the viewer gets a limited amount of further frames, and then none.
 */
export class ViewerReadCheck {
  /** UTF-16 units that were sent since the viewer's last answer. */
  private unread = 0;
  private asked: { word: string; at: number; unread: number } | null = null;
  private askedAt = -Infinity;
  private hasMissed = false;

  constructor(private readonly newWord: () => string) {}

  /**
   * Decides what to do with a frame of `size` UTF-16 units. Only frames that are sent count as unread. `now` is in
   * epoch ms.
   */
  admit(size: number, now: number): 'send' | 'skip' | 'close' {
    const isLate = this.asked !== null && now - this.asked.at > VIEWER_ANSWERS_WITHIN_MS;
    if (this.unread + size <= VIEWER_UNREAD_MAX && !isLate) {
      this.unread += size;
      return 'send';
    }
    this.hasMissed = true;
    return isLate ? 'close' : 'skip';
  }

  /** Returns the random word for a question that must be sent now; null if no question is due. */
  question(now: number): string | null {
    const isDue = this.hasMissed || now - this.askedAt >= VIEWER_ASKED_EVERY_MS;
    if (this.asked !== null || this.unread < VIEWER_ASKED_AFTER || !isDue) return null;
    this.asked = { word: this.newWord(), at: now, unread: this.unread };
    this.askedAt = now;
    return this.asked.word;
  }

  /**
   * Called with the word of the viewer's answer. Returns true if the viewer missed a frame since the question and
   * should get the newest frame.
   */
  answered(word: string): boolean {
    if (this.asked?.word !== word) return false;
    this.unread -= this.asked.unread;
    this.asked = null;
    const { hasMissed } = this;
    this.hasMissed = false;
    return hasMissed;
  }
}
