import type {
  Addressee,
  AlertContent,
  AlertFact,
  MessageContent,
  OutgoingMessage,
} from '../../../src/notifications/message';
import { at, type Crowd } from './account';

export const fact = ({
  areaName = 'Main Stage',
  areaId = 'stage',
  threshold = 90,
  ...changes
}: Partial<AlertFact> & Partial<Pick<Crowd, 'areaName' | 'areaId' | 'threshold'>> = {}): AlertFact => ({
  type: 'raised',
  alertId: 'a',
  eventId: 'e',
  eventName: 'Summer Fest',
  about: { type: 'crowd', areaId, areaName, threshold, occupancy: 450, capacity: 500 },
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
