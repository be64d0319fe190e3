import type { EventNews } from '../rpc/webhook-bodies';
import type { Delivery } from '../shared/notifications/schemas';
import { isoTime, isoTimeOrNull } from '../time/iso-time';
import { kindOf } from './alert-kinds';
import { type AlertContent, type QueuedContent, totalOf } from './message';
import type { QueuedMessage } from './message-row';

/** The message as the account's admin sees it. */
export const toDelivery = ({ id, recipientId, content, ...message }: QueuedMessage): Delivery => ({
  deliveryId: String(id),
  recipientId,
  ...saidOf(content),
  state: message.state,
  createdAt: isoTime(message.createdAt),
  attempts: message.attempts,
  lastAttemptAt: isoTimeOrNull(message.lastAt),
  nextAt: isoTimeOrNull(message.dueAt),
  answer: message.answer,
});

const NO_ALERTS = { eventName: null, day: null, alerts: [], total: 0 };

function saidOf(content: QueuedContent) {
  if (content.type === 'news') return aboutNews(content.news);
  return content.type === 'mails_paused' ? { type: content.type, ...NO_ALERTS } : aboutAlerts(content);
}

const aboutAlerts = (content: AlertContent) => ({
  type: content.type,
  eventName: null,
  day: null,
  alerts: content.alerts.map(({ eventName, about }) => {
    const kind = kindOf(about);
    return { eventName, threshold: kind.threshold, ...kind.listed() };
  }),
  total: totalOf(content),
});

const aboutNews = ({ type, data }: EventNews) => ({
  type,
  eventName: data.eventName,
  day: 'day' in data ? data.day : null,
  alerts: [],
  total: 0,
});
