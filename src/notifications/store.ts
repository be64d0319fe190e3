import * as z from 'zod/mini';
import { DAY_MS } from '../shared/durations';
import type { Delivery } from '../shared/notifications/schemas';
import type { EventNews } from '../rpc/webhook-bodies';
import type { AlertSubject } from '../rpc/alert-subjects';
import { contentOf, type QueuedContent, storedContent } from './message';
import { COLUMNS, type QueuedMessage, toMessage } from './message-row';
import { changesOf } from './news-queue';
import { orderIdOf } from './order-news';
import {
  aboutKey,
  isUrgentAlert,
  type PlannedAlert,
  type RecipientSettings,
  type Made,
  MADE_LATELY_MS,
  type Plan,
} from './plan';
import { KnownAlertSchema, toStored } from './stored-alert';
import { openThreshold, type KnownAlert, subjectKey } from './known-alert';
import { ToldRows } from './told-rows';

/** Messages that are done are kept for the list: the newest ones, and none for longer than this. */
const KEPT_MAX = 200;
const KEPT_MS = 30 * DAY_MS;
/** The hub forgets an alert after this time without news, for example because its room is out of reach. */
const FORGOTTEN_AFTER_MS = 7 * DAY_MS;

const BodyRowSchema = z.object({ body: z.string() });
const DueRowSchema = z.object({ recipientId: z.string(), at: z.int() });
const RecipientRowSchema = z.object({ recipientId: z.string() });

/** Evacuations go first, then what else is urgent, then the other alerts (docs/product.md, N10, N11). */
const RANK = `CASE WHEN key GLOB 'urgent news * evacuation.*' THEN 0 WHEN key GLOB 'urgent *' THEN 1
  WHEN key GLOB 'news *' THEN 3 ELSE 2 END`;

/** All SQL on what the hub knows of alerts and on the messages to recipients; see {@link ToldRows} for what they know. */
export class NotificationStore {
  readonly told: ToldRows;

  constructor(private readonly storage: Pick<DurableObjectStorage, 'sql' | 'transactionSync'>) {
    this.told = new ToldRows(storage.sql);
  }

  knownAlert(eventId: string, about: AlertSubject): KnownAlert | undefined {
    const query = 'SELECT body FROM alert_subjects WHERE event_id = ? AND area_id = ?';
    return this.readKnownAlerts(query, eventId, subjectKey(about))[0];
  }

  knownAlerts(): KnownAlert[] {
    return this.readKnownAlerts('SELECT body FROM alert_subjects');
  }

  hasKnownAlerts(): boolean {
    return this.storage.sql.exec('SELECT 1 FROM alert_subjects LIMIT 1').toArray().length > 0;
  }

  private readKnownAlerts(query: string, ...bindings: string[]): KnownAlert[] {
    return this.storage.sql
      .exec(query, ...bindings)
      .toArray()
      .map((row) => z.parse(KnownAlertSchema, JSON.parse(z.parse(BodyRowSchema, row).body)));
  }

  putKnownAlert(alert: KnownAlert, now: number): void {
    this.storage.sql.exec(
      'INSERT OR REPLACE INTO alert_subjects (event_id, area_id, body, changed_at) VALUES (?, ?, ?, ?)',
      alert.eventId,
      subjectKey(alert.about),
      JSON.stringify(toStored(alert)),
      now,
    );
  }

  /** Forgets what is known of alerts about this, and that anybody was told of this one: it can be told again. */
  forgetAlert(eventId: string, about: AlertSubject, alertId: string): void {
    const { sql } = this.storage;
    const key = subjectKey(about);
    sql.exec('DELETE FROM alert_subjects WHERE event_id = ? AND area_id = ?', eventId, key);
    this.told.forget(eventId, about);
    sql.exec("UPDATE alert_messages SET key = key || ' ' || id WHERE instr(key, ?) > 0", alertId);
  }

  /** The messages about alerts to this recipient that were made lately. */
  madeLately({ recipientId }: RecipientSettings, now: number): Made[] {
    return this.storage.sql
      .exec(
        `SELECT ${COLUMNS} FROM alert_messages
         WHERE recipient_id = ? AND created_at > ? AND key NOT GLOB 'news *' AND key NOT GLOB 'urgent news *'
           AND key NOT GLOB 'paused *'`,
        recipientId,
        now - MADE_LATELY_MS,
      )
      .toArray()
      .map(toMessage)
      .map(({ createdAt: at, isUrgent, content }) => ({
        at,
        isUrgent,
        about: 'alerts' in content ? content.alerts.map(aboutKey) : [],
      }));
  }

  /** Puts a plan's messages into the queue and notes what the recipient is told with them, in one transaction. */
  carryOut(settings: RecipientSettings, { messages, silent }: Plan, now: number): void {
    const { recipientId } = settings;
    this.storage.transactionSync(() => {
      for (const items of messages) {
        const content = contentOf(items);
        this.insert(recipientId, keyOf(recipientId, items), content, now);
        this.told.putMessage(settings, items, content.alerts.length, now);
      }
      for (const alert of silent) this.told.putSilently(settings, alert, now);
    });
  }

  /**
   * Queues news for recipients. The same news makes one message to a recipient, however often it is put. What waits and is
   * not needed any more is dropped (order-news.ts).
   */
  putNews(all: ReadonlyMap<string, readonly EventNews[]>, now: number): void {
    this.storage.transactionSync(() => {
      for (const [recipientId, news] of all) {
        const { gone, added } = changesOf(this.storage.sql, recipientId, news, now);
        for (const id of gone) this.end(id, null);
        for (const one of added) this.insert(recipientId, one.key, { type: 'news', news: one.news }, now, one.dueAt);
      }
    });
  }

  /** Tells a recipient once a day that the account sends no more mails today. */
  putMailsPaused(recipientId: string, day: number, now: number): void {
    this.insert(recipientId, `paused ${recipientId} ${day}`, { type: 'mails_paused' }, now);
  }

  /** Stores a test message, which the caller sends itself, and returns its id. It is in no queue. */
  insertTest(recipientId: string, now: number): number {
    return this.insert(recipientId, null, { type: 'test', alerts: [] }, now, null);
  }

  private insert(
    recipientId: string,
    key: string | null,
    content: QueuedContent,
    now: number,
    dueAt: number | null = now,
  ): number {
    const [row] = this.storage.sql
      .exec(
        `INSERT INTO alert_messages (key, recipient_id, body, created_at, due_at, attempts, state)
         VALUES (?, ?, ?, ?, ?, 0, 'waiting') ON CONFLICT (key) DO NOTHING RETURNING id`,
        key,
        recipientId,
        storedContent(content),
        now,
        dueAt,
      )
      .toArray();
    return Number(row?.id ?? 0);
  }

  /** The recipients to which messages are due. */
  dueRecipients(now: number): string[] {
    return this.storage.sql
      .exec('SELECT DISTINCT recipient_id AS recipientId FROM alert_messages WHERE due_at <= ?', now)
      .toArray()
      .map((row) => z.parse(RecipientRowSchema, row).recipientId);
  }

  /**
   * The message that is sent to this recipient next, if one is due: the most urgent, and of those the oldest. News of an
   * order waits for what happened to the order before, which takes its turn.
   */
  nextDue(recipientId: string, now: number): QueuedMessage | undefined {
    const query = `SELECT ${COLUMNS} FROM alert_messages WHERE due_at <= ? AND recipient_id = ? ORDER BY ${RANK}, id LIMIT 1`;
    const [row] = this.storage.sql.exec(query, now, recipientId).toArray();
    if (row === undefined) return undefined;
    const message = toMessage(row);
    return this.waitingOfOrder(message)[0] ?? message;
  }

  /** The messages that wait for the same recipient and are about the same order, this one among them, the oldest first. */
  private waitingOfOrder({ recipientId, content }: QueuedMessage): QueuedMessage[] {
    const orderId = content.type === 'news' ? orderIdOf(content.news) : undefined;
    if (orderId === undefined) return [];
    const query = `SELECT ${COLUMNS} FROM alert_messages WHERE due_at IS NOT NULL AND recipient_id = ?
      AND json_extract(body, '$.news.data.order.orderId') = ? ORDER BY id`;
    return this.storage.sql.exec(query, recipientId, orderId).toArray().map(toMessage);
  }

  message(id: number): QueuedMessage | undefined {
    const [row] = this.storage.sql.exec(`SELECT ${COLUMNS} FROM alert_messages WHERE id = ?`, id).toArray();
    return row === undefined ? undefined : toMessage(row);
  }

  /** When the next message is due, except those to the recipients in `busy`; undefined if none waits. */
  nextDueAt(busy: ReadonlySet<string>): number | undefined {
    const dues = this.storage.sql
      .exec(
        `SELECT recipient_id AS recipientId, min(due_at) AS at FROM alert_messages
         WHERE due_at IS NOT NULL GROUP BY recipient_id`,
      )
      .toArray()
      .map((row) => z.parse(DueRowSchema, row))
      .filter(({ recipientId }) => !busy.has(recipientId));
    return dues.length === 0 ? undefined : Math.min(...dues.map(({ at }) => at));
  }

  /**
   * Notes how an attempt ended, and what the recipient knows then. With `dueAt` the message is tried again then, and later
   * news of its order not before.
   */
  note(
    message: QueuedMessage,
    state: Delivery['state'],
    { answer, dueAt, now }: { answer: string; dueAt?: number; now: number },
  ): void {
    this.storage.sql.exec(
      'UPDATE alert_messages SET state = ?, answer = ?, due_at = ?, attempts = attempts + 1, last_at = ? WHERE id = ?',
      state,
      answer,
      dueAt ?? null,
      now,
      message.id,
    );
    if (state === 'sent') this.told.arrived(message);
    else if (state === 'failed') this.told.giveUp(message);
    if (dueAt === undefined) return;
    for (const { id } of this.waitingOfOrder(message))
      this.storage.sql.exec('UPDATE alert_messages SET due_at = max(due_at, ?) WHERE id = ?', dueAt, id);
  }

  /** Drops a message that is not needed, or may not be sent: then `answer` says why. */
  drop(message: QueuedMessage, answer: string | null = null): void {
    this.end(message.id, answer);
    this.told.giveUp(message);
  }

  private end(id: number, answer: string | null): void {
    this.storage.sql.exec(
      "UPDATE alert_messages SET state = 'dropped', due_at = NULL, answer = coalesce(?, answer) WHERE id = ?",
      answer,
      id,
    );
  }

  /** The newest messages first. */
  newest(count: number): QueuedMessage[] {
    return this.storage.sql
      .exec(`SELECT ${COLUMNS} FROM alert_messages ORDER BY id DESC LIMIT ?`, count)
      .toArray()
      .map(toMessage);
  }

  /** Forgets a deleted event: nothing more is said about it, and no message has its name. */
  forgetEvent(eventId: string): void {
    this.storage.sql.exec('DELETE FROM alert_subjects WHERE event_id = ?', eventId);
    this.storage.sql.exec('DELETE FROM alert_told WHERE event_id = ?', eventId);
    this.storage.sql.exec('DELETE FROM alert_messages WHERE body LIKE ?', `%"eventId":"${eventId}"%`);
  }

  /**
   * Deletes what is no longer needed: old messages, alerts that are over once all who knew of them know that, and what
   * deleted recipients were told.
   * @param alerts all that are stored
   */
  tidy(recipientIds: ReadonlySet<string>, alerts: readonly KnownAlert[], now: number): void {
    const { sql } = this.storage;
    this.told.tidy(recipientIds, now);
    sql.exec('DELETE FROM alert_subjects WHERE changed_at < ?', now - FORGOTTEN_AFTER_MS);
    for (const alert of alerts) {
      if (openThreshold(alert) !== null) continue;
      sql.exec(
        `DELETE FROM alert_subjects WHERE event_id = ?1 AND area_id = ?2 AND NOT EXISTS (
           SELECT 1 FROM alert_told WHERE event_id = ?1 AND area_id = ?2 AND threshold > 0)`,
        alert.eventId,
        subjectKey(alert.about),
      );
    }
    this.told.tidyForgotten(now);
    sql.exec(
      `DELETE FROM alert_messages WHERE due_at IS NULL AND (created_at < ? OR coalesce(key, '') NOT GLOB 'paused *'
         AND id NOT IN (SELECT id FROM alert_messages ORDER BY id DESC LIMIT ?))`,
      now - KEPT_MS,
      KEPT_MAX,
    );
  }

  /** Deletes everything, because the account was deleted. */
  forget(): void {
    for (const statement of ['DELETE FROM alert_subjects', 'DELETE FROM alert_told', 'DELETE FROM alert_messages'])
      this.storage.sql.exec(statement);
  }
}

/** The same alerts in the same states make one message to a recipient, however often they are planned. */
const keyOf = (recipientId: string, items: readonly PlannedAlert[]): string =>
  [
    ...(items.every(isUrgentAlert) ? ['urgent'] : []),
    recipientId,
    ...items.map(({ type, alert }) => `${type}:${alert.alertId}`).toSorted(),
  ].join(' ');
