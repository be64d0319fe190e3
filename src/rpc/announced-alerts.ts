import type { Delivery } from '../shared/notifications/schemas';
import type { AlertSubject } from './alert-subjects';
import type { Result } from './result';
import type { EventNewsCalls } from './event-news';

/** The event of an alert, as messages name it. */
export interface AnnouncedEvent {
  eventId: string;
  eventName: string;
}

/**
 * The present state of an alert, which a room tells its account's hub. An alert that gives way to another one about the same
 * ends at the moment at which the other is raised. Times are epoch ms.
 */
export interface AlertState {
  alertId: string;
  about: AlertSubject;
  raisedAt: number;
  acknowledgedAt: number | null;
  acknowledgedBy: string | null;
  clearedAt: number | null;
  /** Whether the event has no higher threshold. */
  isHighest: boolean;
}

/** The calls of a hub about what leaves the app. */
export interface HubAlertCalls extends EventNewsCalls {
  /**
   * A room tells of alerts that were raised, acknowledged or ended. Resolves when the hub has stored them; it tells the
   * account's recipients by itself. Telling it again changes nothing.
   * @param isAll true after the room was restored: `alerts` are all its open alerts, and others are not open any more
   */
  announceAlerts(userId: string, event: AnnouncedEvent, alerts: readonly AlertState[], isAll?: boolean): Promise<void>;
  /**
   * Called when a recipient was added, changed or deleted in D1: it may not know open alerts. `isCountsChange`: events'
   * revisions were raised, because other events' counts are wanted now.
   */
  recipientsChanged(userId: string, isCountsChange?: boolean): Promise<void>;
  /** Sends a test message to a recipient of the account and returns what became of it. Refuses an unknown one (not_found). */
  testRecipient(userId: string, recipientId: string): Promise<Result<Delivery>>;
  /** Returns the newest messages to the account's recipients. */
  listDeliveries(): Promise<Delivery[]>;
}
