import { VIEWER_ANSWERS_WITHIN_MS, VIEWER_ASKED_EVERY_MS, VIEWER_ASKED_AFTER, VIEWER_UNREAD_MAX } from '../limits';

/**
 * Finds out whether a viewer reads what it is sent. The runtime buffers what a socket does not take, and viewers are
 * strangers. After some frames the room asks the viewer for a word that it can only know from reading; until the answer
 * it gets a limited amount more, and then nothing.
 */
export class ViewerFlow {
  /** UTF-16 units since its last answer. */
  private unread = 0;
  private asked: { word: string; at: number; unread: number } | null = null;
  private askedAt = -Infinity;
  private hasMissed = false;

  /** @param answers whether its protocol version knows the question */
  constructor(
    private readonly answers: boolean,
    private readonly newWord: () => string,
  ) {}

  /** Decides what to do with a frame of `size` UTF-16 units; only frames that are sent count. `now` in epoch ms. */
  take(size: number, now: number): 'send' | 'skip' | 'close' {
    const isLate = this.asked !== null && now - this.asked.at > VIEWER_ANSWERS_WITHIN_MS;
    if (this.unread + size <= VIEWER_UNREAD_MAX && !(isLate && this.answers)) {
      this.unread += size;
      return 'send';
    }
    this.hasMissed = true;
    return isLate || !this.answers ? 'close' : 'skip';
  }

  /**
   * Returns the word that the room sends to the viewer now, or null when the room need not ask now. The viewer proves
   * that it reads by sending the word back.
   */
  question(now: number): string | null {
    const isDue = this.hasMissed || now - this.askedAt >= VIEWER_ASKED_EVERY_MS;
    if (!this.answers || this.asked !== null || this.unread < VIEWER_ASKED_AFTER || !isDue) return null;
    this.asked = { word: this.newWord(), at: now, unread: this.unread };
    this.askedAt = now;
    return this.asked.word;
  }

  /** The viewer has answered. Returns true when it missed a frame since, and should get the newest. */
  said(word: string): boolean {
    if (this.asked?.word !== word) return false;
    this.unread -= this.asked.unread;
    this.asked = null;
    const { hasMissed } = this;
    this.hasMissed = false;
    return hasMissed;
  }
}
