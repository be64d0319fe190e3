import * as z from 'zod/mini';
import { DAY_MS, MINUTE_MS } from '../shared/durations';
import { type KnownAlert, subjectKey, thresholdOf } from './known-alert';
import type { AlertFact } from './message';
import type { QueuedMessage } from './message-row';
import {
  aboutKey,
  knownThreshold,
  type PlannedAlert,
  type RecipientSettings,
  type Told,
  type ToldOfAlert,
} from './plan';

/** An end that was never sent is forgotten after this time. */
const UNSENT_KEPT_MS = 7 * DAY_MS;

const ToldRowSchema = z.object({
  eventId: z.string(),
  areaId: z.string(),
  alertId: z.string(),
  threshold: z.int(),
  isAcknowledged: z.int(),
  isGivenUp: z.int(),
  at: z.int(),
});

/** What an alert is about. */
type Subject = Pick<KnownAlert, 'eventId' | 'about'>;

/** The part of a Durable Object's storage that is needed here. */
interface Sql {
  exec: (query: string, ...bindings: (string | number)[]) => { toArray: () => unknown[] };
}

/** A message and whom it tells. */
type Telling = Pick<QueuedMessage, 'recipientId' | 'content'>;

/** What a message says of alerts; nothing if it is about something else. */
const alertsOf = ({ content }: Telling): readonly AlertFact[] => ('alerts' in content ? content.alerts : []);

/**
 * All SQL on what recipients know of alerts. `threshold` is what a recipient knows once the messages that wait have arrived,
 * `sent` what it knows without them. A message that is given up leaves `sent`, and `threshold` returns to it.
 */
export class ToldRows {
  constructor(private readonly sql: Sql) {}

  /** What this recipient was told about each of the alerts' subjects. */
  of({ recipientId }: RecipientSettings, alerts: readonly KnownAlert[]): ToldOfAlert[] {
    const told = new Map(
      this.sql
        .exec(
          `SELECT event_id AS eventId, area_id AS areaId, alert_id AS alertId, threshold,
             is_acknowledged AS isAcknowledged, is_given_up AS isGivenUp, at FROM alert_told WHERE recipient_id = ?`,
          recipientId,
        )
        .toArray()
        .map((row) => z.parse(ToldRowSchema, row))
        .map(({ eventId, areaId, isAcknowledged, isGivenUp, ...rest }): [string, Told] => [
          `${eventId} ${areaId}`,
          { ...rest, isAcknowledged: isAcknowledged === 1, isGivenUp: isGivenUp === 1 },
        ]),
    );
    return alerts.map((alert) => ({ alert, told: told.get(aboutKey(alert)) }));
  }

  /**
   * Notes that a message about these alerts was queued. It names the first ones and only counts the others: the recipient
   * is told of none of those again, but of what follows, and not that an alert that no message has named is over.
   */
  putMessage(settings: RecipientSettings, items: readonly PlannedAlert[], named: number, now: number): void {
    for (const { alert } of items) this.put(settings, alert, now);
    for (const { type, alert } of items.slice(named)) {
      this.passOver(settings.recipientId, alert);
      // The message with the end names it nowhere, so its arrival cannot note it.
      if (type === 'cleared') this.lowerSent(settings.recipientId, alert);
    }
  }

  private put(settings: RecipientSettings, alert: KnownAlert, now: number): void {
    this.sql.exec(
      `INSERT INTO alert_told (recipient_id, event_id, area_id, alert_id, threshold, is_acknowledged, at)
       VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET alert_id = excluded.alert_id, threshold = excluded.threshold,
         is_acknowledged = excluded.is_acknowledged, at = excluded.at, is_given_up = 0`,
      settings.recipientId,
      alert.eventId,
      subjectKey(alert.about),
      alert.alertId,
      knownThreshold(settings, alert),
      alert.acknowledgedAt === null ? 0 : 1,
      now,
    );
  }

  /** Notes that the recipient needs no message about the alert, which has fallen. */
  putSilently(settings: RecipientSettings, alert: KnownAlert, now: number): void {
    this.put(settings, alert, now);
    this.lowerSent(settings.recipientId, alert);
  }

  private lowerSent(recipientId: string, { eventId, about }: Subject): void {
    this.sql.exec(
      'UPDATE alert_told SET sent = min(sent, threshold) WHERE recipient_id = ? AND event_id = ? AND area_id = ?',
      recipientId,
      eventId,
      subjectKey(about),
    );
  }

  /** Notes that a message has reached its recipient. */
  arrived(message: Telling): void {
    for (const { type, eventId, about, alertId } of alertsOf(message)) {
      const isOver = type === 'cleared';
      // The end of an earlier alert, told late, takes nothing from what the recipient knows of the present one.
      this.sql.exec(
        `UPDATE alert_told SET sent = ? WHERE recipient_id = ? AND event_id = ? AND area_id = ?
           AND (? OR alert_id = ? OR threshold > sent)`,
        isOver ? 0 : thresholdOf(about),
        message.recipientId,
        eventId,
        subjectKey(about),
        isOver ? 0 : 1,
        alertId,
      );
    }
  }

  /**
   * Notes that a message does not reach its recipient. The recipient is not told of the same alert again, but of what
   * follows; and not of the end of an alert of which no message has told it.
   */
  giveUp(message: Telling): void {
    for (const alert of alertsOf(message)) this.passOver(message.recipientId, alert);
  }

  private passOver(recipientId: string, { eventId, about, alertId }: Subject & Pick<KnownAlert, 'alertId'>): void {
    this.sql.exec(
      `UPDATE alert_told SET threshold = min(sent, threshold), is_given_up = 1
       WHERE recipient_id = ? AND event_id = ? AND area_id = ? AND alert_id = ?`,
      recipientId,
      eventId,
      subjectKey(about),
      alertId,
    );
  }

  /** Whether a message has told the recipient of an alert about this, and none that it is over. */
  wasSent(recipientId: string, { eventId, about }: Subject): boolean {
    const query = 'SELECT 1 FROM alert_told WHERE recipient_id = ? AND event_id = ? AND area_id = ? AND sent > 0';
    return this.sql.exec(query, recipientId, eventId, subjectKey(about)).toArray().length > 0;
  }

  /** Forgets what anybody was told of alerts about this. */
  forget(eventId: string, about: KnownAlert['about']): void {
    this.sql.exec('DELETE FROM alert_told WHERE event_id = ? AND area_id = ?', eventId, subjectKey(about));
  }

  /** Deletes what deleted recipients were told, and alerts of which a recipient knows that they are over. */
  tidy(recipientIds: ReadonlySet<string>, now: number): void {
    const kept = JSON.stringify([...recipientIds]);
    this.sql.exec('DELETE FROM alert_told WHERE recipient_id NOT IN (SELECT value FROM json_each(?))', kept);
    const over = 'DELETE FROM alert_told WHERE threshold = 0 AND sent = 0 AND is_given_up = 0 AND at < ?';
    this.sql.exec(over, now - MINUTE_MS);
  }

  /** A recipient that was told of a forgotten alert must be told of the area's next alert. */
  tidyForgotten(now: number): void {
    this.sql.exec(
      `DELETE FROM alert_told WHERE (threshold > 0 OR is_given_up OR at < ?) AND NOT EXISTS (
         SELECT 1 FROM alert_subjects WHERE event_id = alert_told.event_id AND area_id = alert_told.area_id)`,
      now - UNSENT_KEPT_MS,
    );
  }
}
