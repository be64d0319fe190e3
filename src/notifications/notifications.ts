import { retryDelayMs } from '../concurrency/backoff';
import type { AlarmJob } from '../durable-object/alarm-scheduler';
import { logError } from '../observability/log';
import type { AlertState, AnnouncedEvent } from '../rpc/announced-alerts';
import type { Result } from '../rpc/result';
import { MINUTE_MS } from '../shared/durations';
import type { Delivery, NewsType, Topic } from '../shared/notifications/schemas';
import type { EventNews } from '../rpc/webhook-bodies';
import { type AlertFact, type Outcome, retryAt, type Send, totalOf } from './message';
import { planFor } from './plan';
import { wantsNews, type Recipient } from './recipients';
import { toDelivery } from './listed-delivery';
import type { MailDays } from './mail-days';
import type { QueuedMessage } from './message-row';
import type { NotificationStore } from './store';
import { utcDay } from '../time/utc-day';
import { afterChange, openThreshold, subjectKey } from './known-alert';

export interface NotificationsDeps {
  store: NotificationStore;
  mailDays: MailDays;
  now: () => number;
  /** The account's owner, once the hub knows the account. */
  userId(): string | undefined;
  /** Loads the account's confirmed recipients. */
  loadRecipients(userId: string): Promise<Recipient[]>;
  /** Loads how many mails about alerts the account may send in a day. */
  loadMailsPerDay(userId: string): Promise<number>;
  /** Deletes a recipient that does not exist any more at its provider. */
  removeRecipient(recipient: Recipient): Promise<void>;
  send: Send;
  /** Sets the object's alarm for the job that is due first. */
  arm(): Promise<void>;
}

/** The newest messages that the list has. */
export const LISTED_MAX = 50;

/**
 * Tells an account's recipients of alerts: plans who is told what and when, queues messages durably, and sends them. Times
 * are epoch ms. The hub's storage has everything but the recipients, which are in D1.
 */
export class Notifications implements AlarmJob {
  readonly name = 'notifications';
  /** When to plan again; undefined if only another change can alter that. At the start, stored alerts have no plan yet. */
  private planAt: number | undefined;
  /** Recipients to which a message is being sent. */
  private readonly busy = new Set<string>();
  /** The recipients as they were last loaded. A run that is sending uses them, too, so that it notices a deletion. */
  private recipients: ReadonlyMap<string, Recipient> = new Map();
  private mailsPerDay = 0;
  private loads = 0;
  private newestLoad = 0;

  constructor(private readonly deps: NotificationsDeps) {
    this.planAt = deps.store.hasKnownAlerts() ? 0 : undefined;
  }

  /** Stores the alerts. The caller starts {@link run} afterwards. */
  announce(event: AnnouncedEvent, alerts: readonly AlertState[]): void {
    const { store, now } = this.deps;
    for (const alert of alerts) {
      const before = store.knownAlert(event.eventId, alert.about);
      const after = afterChange(before, event, alert);
      if (after !== undefined && after !== before) store.putKnownAlert(after, now());
    }
    this.planAt = 0;
  }

  /**
   * Queues what has happened at events for the recipients that want it, and returns whether somebody does. Queueing it again
   * changes nothing. The caller starts {@link run} afterwards. Rejects if D1 does not answer: then nothing is queued.
   */
  async queueNews(userId: string, news: readonly EventNews[]): Promise<boolean> {
    const { store, now } = this.deps;
    const recipients = await this.deps.loadRecipients(userId);
    const wanted = new Map(
      recipients
        .map((recipient): [string, EventNews[]] => [
          recipient.recipientId,
          news.filter((one) => wantsNews(recipient, one, TOPIC_OF[one.type])),
        ])
        .filter(([, some]) => some.length > 0),
    );
    if (wanted.size === 0) return false;
    store.putNews(wanted, now());
    store.tidy(new Set(recipients.map(({ recipientId }) => recipientId)), store.knownAlerts(), now());
    return true;
  }

  /**
   * Called before {@link announce} when the event's room was restored. Alerts that the room does not
   * have are over. One that it has again, or in place of another one, is new to everybody.
   * @param open all open alerts of the event
   */
  replaceOpen(eventId: string, open: readonly AlertState[]): void {
    const { store, now } = this.deps;
    const openIn = new Set(open.map(({ about }) => subjectKey(about)));
    for (const known of store.knownAlerts()) {
      if (known.eventId !== eventId || openIn.has(subjectKey(known.about)) || openThreshold(known) === null) continue;
      store.putKnownAlert({ ...known, clearedAt: now() }, now());
    }
    for (const { about, alertId } of open) {
      const known = store.knownAlert(eventId, about);
      if (known?.alertId !== alertId || openThreshold(known) === null) store.forgetAlert(eventId, about, alertId);
    }
  }

  /** Called when recipients have changed in D1. */
  replan(): void {
    if (this.deps.store.hasKnownAlerts() || this.busy.size > 0) this.planAt = 0;
  }

  dueAt(): number | undefined {
    if (this.deps.userId() === undefined) return undefined;
    const times = [this.planAt, this.deps.store.nextDueAt(this.busy)].filter((at) => at !== undefined);
    return times.length === 0 ? undefined : Math.max(this.deps.now(), Math.min(...times));
  }

  /** An alert that came after the failure waits for this, too: it must not be long. */
  postpone(failures: number): number {
    return Math.min(retryDelayMs(failures - 1, 0), MINUTE_MS);
  }

  /** Plans if that is due, and sends what is due. Rejects if D1 does not answer: then nothing is lost. */
  async run(): Promise<void> {
    const userId = this.deps.userId();
    if (userId === undefined || (this.dueAt() ?? Infinity) > this.deps.now()) return;
    await this.load(userId);
    if (this.planAt !== undefined && this.planAt <= this.deps.now()) this.plan([...this.recipients.values()]);
    await this.sendDue();
  }

  /** Loads the recipients. An answer that began before the one that is known is older, and is ignored. */
  private async load(userId: string): Promise<void> {
    const load = (this.loads += 1);
    const recipients = await this.deps.loadRecipients(userId);
    const hasMails = recipients.some(({ kind }) => kind === 'mail');
    const mailsPerDay = hasMails ? await this.deps.loadMailsPerDay(userId) : 0;
    if (load < this.newestLoad) return;
    this.newestLoad = load;
    this.mailsPerDay = mailsPerDay;
    this.recipients = new Map(recipients.map((one) => [one.recipientId, one]));
  }

  /** Sends a test message at once and returns what became of it. */
  async test(userId: string, recipientId: string): Promise<Result<Delivery>> {
    await this.load(userId);
    const recipient = this.recipients.get(recipientId);
    if (recipient === undefined) return { ok: false, code: 'not_found' };
    const { store, now } = this.deps;
    const id = store.insertTest(recipientId, now());
    const message = store.message(id);
    if (message !== undefined) await this.attempt(recipient, message);
    await this.deps.arm();
    const sent = store.message(id);
    return sent === undefined ? { ok: false, code: 'unavailable' } : { ok: true, value: toDelivery(sent) };
  }

  list(): Delivery[] {
    return this.deps.store.newest(LISTED_MAX).map(toDelivery);
  }

  private plan(recipients: readonly Recipient[]): void {
    const { store } = this.deps;
    const now = this.deps.now();
    const alerts = store.knownAlerts();
    let nextAt = Infinity;
    for (const recipient of recipients.filter(({ topics }) => topics.includes('alerts'))) {
      const plan = planFor(recipient, store.told.of(recipient, alerts), store.madeLately(recipient, now), now);
      store.carryOut(recipient, plan, now);
      nextAt = Math.min(nextAt, plan.nextAt ?? Infinity);
    }
    store.tidy(new Set(recipients.map(({ recipientId }) => recipientId)), alerts, now);
    this.planAt = nextAt === Infinity ? undefined : nextAt;
  }

  /** Sends to all recipients at the same time, so that a slow one does not delay the others. */
  private async sendDue(): Promise<void> {
    const due = this.deps.store.dueRecipients(this.deps.now()).filter((recipientId) => !this.busy.has(recipientId));
    await Promise.all(
      due.map(async (recipientId) => {
        this.busy.add(recipientId);
        try {
          await this.sendTo(recipientId);
        } finally {
          this.busy.delete(recipientId);
        }
      }),
    );
  }

  /** Sends what is due until an attempt fails. What is more urgent than the rest goes first, also if it comes meanwhile. */
  private async sendTo(recipientId: string): Promise<void> {
    const { store, now } = this.deps;
    for (;;) {
      const message = store.nextDue(recipientId, now());
      if (message === undefined) return;
      const recipient = this.recipients.get(recipientId);
      if (recipient === undefined) store.drop(message);
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      else if (!(await this.attempt(recipient, message))) return;
    }
  }

  /** Sends one message; returns whether the next one to the same recipient can follow at once. */
  private async attempt(recipient: Recipient, message: QueuedMessage): Promise<boolean> {
    const { store, send, now } = this.deps;
    if (this.isPointless(recipient, message)) {
      store.drop(message);
      this.planAt = 0;
      return true;
    }
    if (!this.mayMail(recipient, message)) {
      store.drop(message, 'mail_limit');
      this.planAt = 0;
      store.putMailsPaused(recipient.recipientId, utcDay(now()), now());
      return true;
    }
    const { id, createdAt, content } = message;
    const outcome = await send(recipient, { id: messageId(recipient, message), createdAt, content });
    const at = now();
    // Meanwhile a newer state may have taken its place.
    const isDropped = store.message(id)?.state === 'dropped';
    const [state, about] = noted(outcome, message, at);
    if (!isDropped || state === 'sent') store.note(message, state, about);
    if (state === 'failed') this.replan();
    if (outcome.type === 'gone') await this.remove(recipient);
    return outcome.type === 'sent' || outcome.type === 'refused';
  }

  /** Counts a mail and returns whether it may be sent. What is urgent is always sent and counts for nothing. */
  private mayMail({ kind }: Recipient, { attempts, content, isUrgent }: QueuedMessage): boolean {
    if (kind !== 'mail' || attempts > 0 || isUrgent || content.type === 'mails_paused') return true;
    return this.deps.mailDays.take(this.mailsPerDay, this.deps.now());
  }

  /** Whether a person needs nothing of the message any more: people want to know how things are now. */
  private isPointless({ kind }: Recipient, { recipientId, content }: QueuedMessage): boolean {
    if (kind === 'webhook' || !('alerts' in content) || content.type === 'test') return false;
    // What a summary does not name may be open.
    if (totalOf(content) > content.alerts.length) return false;
    return content.alerts.every((alert) => this.isSettled(recipientId, alert));
  }

  /** Whether the present state of an alert leaves nothing to tell a person of what a message says about it. */
  private isSettled(recipientId: string, { type, alertId, eventId, about }: AlertFact): boolean {
    const { store } = this.deps;
    const known = store.knownAlert(eventId, about);
    const open = known !== undefined && openThreshold(known) !== null ? known : undefined;
    if (type === 'raised') return open?.alertId !== alertId || open.acknowledgedAt !== null;
    // An urgent alert of the area went before the end of this one, or the message about this one did not arrive.
    const isOutrun = open !== undefined && open.alertId !== alertId;
    return type === 'cleared' && (isOutrun || !store.told.wasSent(recipientId, { eventId, about }));
  }

  private async remove(recipient: Recipient): Promise<void> {
    try {
      await this.deps.removeRecipient(recipient);
    } catch (error) {
      // The next message tries to remove it again.
      logError('hub.recipient', error, { recipientId: recipient.recipientId });
    }
  }
}

const TOPIC_OF: Record<NewsType, Topic> = {
  'order.given': 'orders',
  'order.confirmed': 'orders',
  'order.ended': 'orders',
  'order.unconfirmed': 'orders',
  'evacuation.started': 'evacuations',
  'evacuation.ended': 'evacuations',
  'day.closed': 'days',
  'report.sealed': 'seals',
};

/** The id under which a receiver recognizes a message that arrives again. */
const messageId = ({ recipientId }: Recipient, { id, createdAt }: QueuedMessage): string =>
  `msg_${recipientId}_${createdAt.toString(36)}_${id}`;

type Noted = [state: Delivery['state'], about: { answer: string; dueAt?: number; now: number }];

function noted(outcome: Outcome, { createdAt, attempts, content }: QueuedMessage, now: number): Noted {
  const { answer } = outcome;
  if (outcome.type === 'sent') return ['sent', { answer, now }];
  // Somebody is waiting for the outcome of a test.
  if (outcome.type !== 'again' || content.type === 'test') return ['failed', { answer, now }];
  const dueAt = retryAt(createdAt, attempts + 1, now, outcome.afterMs);
  return dueAt === undefined ? ['failed', { answer, now }] : ['waiting', { answer, dueAt, now }];
}
