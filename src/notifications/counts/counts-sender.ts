import { LateError, within } from '../../concurrency/within';
import type { AnnouncedCounts } from '../../rpc/event-news';
import { MINUTE_MS } from '../../shared/durations';
import { COUNTS_INTERVAL_MS } from '../../shared/notifications/limits';
import type { Delivery } from '../../shared/notifications/schemas';
import type { Send } from '../message';
import { type Recipient, wants } from '../recipients';
import { type CountsRow, toCountsDelivery } from './counts-row';
import type { CountsRows } from './counts-rows';
import { afterAttempt, nextAttemptAt } from './next-attempt';

export interface CountsSenderDeps {
  rows: Pick<CountsRows, 'of' | 'all' | 'begin' | 'note' | 'tidy'>;
  now: () => number;
  /** Loads the account's confirmed recipients. */
  loadRecipients(userId: string): Promise<Recipient[]>;
  send: Send;
}

/** The hub hears of changed recipients. In case it missed that, it loads them again after this time. */
const RECIPIENTS_KNOWN_MS = MINUTE_MS;

/**
 * A room that comes each second can be early by as much as its calls vary. It waits here instead of coming again a second
 * later.
 */
const EARLY_MAX_MS = 100;

/**
 * Sends the newest counts of events to webhooks (docs/decisions/0045). It keeps no counts: a room whose counts somebody
 * could not get yet is told when to come again, and then it brings the counts of that moment.
 */
export class CountsSender {
  /** Recipients and events for which an attempt is on its way. */
  private readonly busy = new Set<string>();
  private known: { at: number; recipients: readonly Recipient[] } | undefined;
  /** Counts changes of recipients: what was loaded before the last one is not kept. */
  private changes = 0;

  constructor(private readonly deps: CountsSenderDeps) {}

  /**
   * Sends the counts to all recipients that want them, do not have them yet, and may get some again. Returns when the room
   * should come again (epoch ms); null if all have these. A slow recipient delays neither the others nor the room.
   * Rejects if D1 does not answer.
   */
  async take(userId: string, announced: AnnouncedCounts): Promise<number | null> {
    const recipients = await this.recipientsOf(userId);
    const wanting = recipients.filter((recipient) => wants(recipient, 'counts', announced.counts.eventId));
    const nexts = await Promise.all(wanting.map((recipient) => this.orLater(this.tell(recipient, announced))));
    const times = nexts.filter((at) => at !== null);
    return times.length === 0 ? null : Math.min(...times);
  }

  /** Called when recipients have changed in D1. */
  recipientsChanged(): void {
    this.known = undefined;
    this.changes += 1;
  }

  list(): Delivery[] {
    return this.deps.rows.all().map(toCountsDelivery);
  }

  private async recipientsOf(userId: string): Promise<readonly Recipient[]> {
    const { now, rows } = this.deps;
    if (this.known !== undefined && now() - this.known.at < RECIPIENTS_KNOWN_MS) return this.known.recipients;
    const { changes } = this;
    const recipients = await this.deps.loadRecipients(userId);
    const wanting = recipients.filter(({ topics }) => topics.includes('counts'));
    rows.tidy(
      wanting.map(({ recipientId }) => recipientId),
      now(),
    );
    if (changes === this.changes) this.known = { at: now(), recipients };
    return recipients;
  }

  /** The attempt goes on when the room does not wait for it any more. */
  private async orLater(attempt: Promise<number | null>): Promise<number | null> {
    try {
      return await within(COUNTS_INTERVAL_MS, attempt);
    } catch (error) {
      if (error instanceof LateError) return this.deps.now() + COUNTS_INTERVAL_MS;
      throw error;
    }
  }

  /** Returns when the room should come again for this recipient. */
  private async tell(recipient: Recipient, { counts, mark }: AnnouncedCounts): Promise<number | null> {
    const { rows, send, now } = this.deps;
    const { recipientId } = recipient;
    const { eventId, eventName } = counts;
    const key = `${recipientId} ${eventId}`;
    const before = rows.of(recipientId, eventId);
    if (before?.mark === mark) return null;
    if (this.busy.has(key)) return now() + COUNTS_INTERVAL_MS;
    const earlyMs = before === undefined ? 0 : nextAttemptAt(before) - now();
    if (before !== undefined && earlyMs > EARLY_MAX_MS) return comeAgainAt(before);
    this.busy.add(key);
    try {
      if (earlyMs > 0) await new Promise((resolve) => setTimeout(resolve, earlyMs));
      const startedAt = now();
      rows.begin(recipientId, eventId, eventName, startedAt);
      const id = `msg_${recipientId}_${eventId}_${mark}`;
      const outcome = await send(recipient, { id, createdAt: startedAt, content: { type: 'counts', counts } });
      const known = rows.of(recipientId, eventId);
      if (known === undefined) return null;
      // What was accepted is followed a second after it was sent, however long the receiver took.
      const at = outcome.type === 'sent' ? startedAt : now();
      const after = afterAttempt({ ...known, eventName }, mark, outcome, at);
      rows.note(after);
      return outcome.type === 'sent' ? null : comeAgainAt(after);
    } finally {
      this.busy.delete(key);
    }
  }
}

/** After a day of failures the room comes by itself when its counts change. */
const comeAgainAt = (row: CountsRow): number | null => (row.state === 'failed' ? null : nextAttemptAt(row));
