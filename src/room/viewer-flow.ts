import { VIEWER_ANSWERS_WITHIN_MS, VIEWER_ASKED_EVERY_MS, VIEWER_ASKED_AFTER, VIEWER_UNREAD_MAX } from './limits';

/**
 * Whether a viewer reads what it is sent: the runtime keeps what it does not, and viewers are strangers. After some frames it
 * is asked to say a word that it only knows from reading; until then it gets so much more, and then nothing.
 */
export class ViewerFlow {
  /** UTF-16 units since the last word that it has said. */
  private unread = 0;
  private asked: { word: string; at: number; unread: number } | null = null;
  private askedAt = -Infinity;
  private hasMissed = false;

  /** @param answers whether its version of the protocol knows the question */
  constructor(
    private readonly answers: boolean,
    private readonly newWord: () => string,
  ) {}

  /** What is to become of a frame of `size` UTF-16 units: only what is sent counts. `now` in epoch ms. */
  take(size: number, now: number): 'send' | 'skip' | 'close' {
    const isLate = this.asked !== null && now - this.asked.at > VIEWER_ANSWERS_WITHIN_MS;
    if (this.unread + size <= VIEWER_UNREAD_MAX && !(isLate && this.answers)) {
      this.unread += size;
      return 'send';
    }
    this.hasMissed = true;
    return isLate || !this.answers ? 'close' : 'skip';
  }

  /** The word that it is to be asked for now; null while there is no need. */
  question(now: number): string | null {
    const isDue = this.hasMissed || now - this.askedAt >= VIEWER_ASKED_EVERY_MS;
    if (!this.answers || this.asked !== null || this.unread < VIEWER_ASKED_AFTER || !isDue) return null;
    this.asked = { word: this.newWord(), at: now, unread: this.unread };
    this.askedAt = now;
    return this.asked.word;
  }

  /** It has said a word. True when it has missed a frame since, and is to get the newest. */
  said(word: string): boolean {
    if (this.asked?.word !== word) return false;
    this.unread -= this.asked.unread;
    this.asked = null;
    const { hasMissed } = this;
    this.hasMissed = false;
    return hasMissed;
  }
}
