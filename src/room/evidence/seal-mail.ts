import type { AlarmJob } from '../../durable-object/alarm-scheduler';
import { logError } from '../../observability/log';
import type { StoredSeal } from '../../reports/plan';
import { OVERDUE_DELAY_MS, reportBackoffMs, SEAL_MAIL_ATTEMPTS_MAX, SEAL_MAIL_LINKS_MAX } from '../limits';
import type { FlushedState } from '../reports/flushed-state';
import type { SealRows } from './seal-rows';

export interface SealMailDeps {
  seals: SealRows;
  /** Undefined in a room without an event or with a deleted event. */
  flushNow: () => FlushedState | undefined;
  /** Mails the fingerprints of these links, oldest first, to the event's admin; null if this installation does not. */
  send: ((links: readonly StoredSeal[], room: FlushedState) => Promise<void>) | null;
}

/**
 * Mails the fingerprint of the newest link to the event's admin, so that it is outside before anybody could make another
 * chain. The fingerprint also covers all links before: days that are sealed together make one mail.
 */
export class SealMail implements AlarmJob {
  readonly name = 'seal mail';
  readonly overdueDelayMs = OVERDUE_DELAY_MS;
  private running: Promise<void> | undefined;

  constructor(private readonly deps: SealMailDeps) {}

  dueAt(): number | undefined {
    const { seals, send, flushNow } = this.deps;
    if (send === null) return undefined;
    const room = flushNow();
    // While links are open, the newest one is still to come.
    if (room === undefined || seals.nextOpen !== undefined) return undefined;
    const { seq, retryAt } = seals.mailed;
    return (seals.head?.seq ?? 0) > seq ? Math.max(room.now, retryAt) : undefined;
  }

  /** Never rejects: after a failure it tries again later, and gives the mail up after many. */
  async run(): Promise<void> {
    this.running ??= this.mail().finally(() => {
      this.running = undefined;
    });
    await this.running;
  }

  private async mail(): Promise<void> {
    const { seals, send, flushNow } = this.deps;
    const room = flushNow();
    if (send === null || room === undefined || (this.dueAt() ?? Infinity) > room.now) return;
    const { seq, attempts } = seals.mailed;
    const links = seals
      .list({ before: Number.MAX_SAFE_INTEGER, limit: SEAL_MAIL_LINKS_MAX })
      .filter((link) => link.seq > seq)
      .toReversed();
    const newest = links.at(-1)?.seq ?? seq;
    try {
      await send(links, room);
      if (flushNow() !== undefined) seals.mailed = { seq: newest, attempts: 0, retryAt: 0 };
    } catch (error) {
      logError('room.seal_mail', error, { eventId: room.event.eventId });
      if (flushNow() === undefined) return;
      const failed = attempts + 1;
      const isGivenUp = failed >= SEAL_MAIL_ATTEMPTS_MAX;
      seals.mailed = isGivenUp
        ? { seq: newest, attempts: 0, retryAt: 0 }
        : { seq, attempts: failed, retryAt: room.now + reportBackoffMs(failed) };
    }
  }
}
