import type {
  Addressee,
  AlertContent,
  AlertFact,
  MessageContent,
  OutgoingMessage,
} from '../../../src/notifications/message';
import { at } from './account';

export const fact = (changes: Partial<AlertFact> = {}): AlertFact => ({
  type: 'raised',
  alertId: 'a',
  eventId: 'e',
  eventName: 'Summer Fest',
  areaId: 'stage',
  areaName: 'Main Stage',
  threshold: 90,
  occupancy: 450,
  capacity: 500,
  raisedAt: at(0),
  acknowledgedAt: null,
  acknowledgedBy: null,
  clearedAt: null,
  ...changes,
});

/** More alerts than a message has room for, with the longest names; it leaves out 30 more. */
export const LONG: AlertContent = {
  type: 'summary',
  total: 130,
  alerts: Array.from({ length: 100 }, (_, i) =>
    fact({ alertId: `a${i}`, areaName: '🎪'.repeat(100), eventName: 'ä'.repeat(100) }),
  ),
};

export const message = <C extends MessageContent>(content: C): OutgoingMessage<C> => ({
  id: 'msg_1',
  createdAt: at(0),
  content,
});

export const outgoing = (content: AlertContent = { type: 'raised', alerts: [fact()] }): OutgoingMessage<AlertContent> =>
  message(content);

export const addressee = (changes: Partial<Addressee>): Addressee => ({
  recipientId: 'r',
  kind: 'webhook',
  address: 'https://hook.test/alerts',
  secret: null,
  mailToken: null,
  language: 'en',
  ...changes,
});
