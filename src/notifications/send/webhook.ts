import { Webhook } from 'standardwebhooks';
import { assertNever } from '../../shared/assert-never';
import { appPaths } from '../../shared/paths';
import type { CallResult, Outbound } from '../../http/outbound/outbound';
import { isoTime, isoTimeOrNull } from '../../time/iso-time';
import type { AlertBody } from '../../rpc/alert-subjects';
import { type Counts, FORMAT_VERSION, type WebhookBody } from '../../rpc/webhook-bodies';
import { kindOf } from '../alert-kinds';
import {
  type Addressee,
  type AlertContent,
  type AlertFact,
  type Outcome,
  type OutgoingMessage,
  totalOf,
} from '../message';
import { fitting } from './fitting';

/** The library signs synchronously, so a body must be small. */
export const WEBHOOK_BODY_MAX_BYTES = 20_480;

function toJson(fact: AlertFact) {
  const { type, alertId, eventId, eventName, acknowledgedBy, about } = fact;
  const times = {
    raisedAt: isoTime(fact.raisedAt),
    acknowledgedAt: isoTimeOrNull(fact.acknowledgedAt),
    clearedAt: isoTimeOrNull(fact.clearedAt),
  };
  return kindOf(about).inWebhook(type, { alertId, eventId, eventName, ...times, acknowledgedBy });
}

/** Returns the message's type. */
const typeOf = ({ type, alerts: [first] }: AlertContent): AlertBody['type'] =>
  type === 'summary' || type === 'test' || first === undefined
    ? `alert.${type}`
    : kindOf(first.about).typeInWebhook(type);

const write = (body: WebhookBody): string => JSON.stringify(body);
const isTooLong = (text: string): boolean => new TextEncoder().encode(text).byteLength > WEBHOOK_BODY_MAX_BYTES;

/** Returns the body of a message, at most {@link WEBHOOK_BODY_MAX_BYTES} long. */
export function webhookBody({ createdAt, content }: OutgoingMessage, publicOrigin: string | null): string {
  const timestamp = isoTime(createdAt);
  if (content.type === 'news') return write({ ...content.news, formatVersion: FORMAT_VERSION, timestamp });
  if (content.type === 'counts') return countsBody(content.counts, timestamp);
  if (content.type === 'mails_paused') throw new Error('A webhook is sent no mails');
  return alertBody(content, timestamp, publicOrigin);
}

/** Returns the alerts that fit into the body, and the number of all. */
function alertBody(content: AlertContent, timestamp: string, publicOrigin: string | null): string {
  const { alerts } = content;
  const page = publicOrigin === null ? null : `${publicOrigin}${appPaths.overview}`;
  return fitting(alerts.length, WEBHOOK_BODY_MAX_BYTES, (count) =>
    write({
      type: typeOf(content),
      timestamp,
      data: { alerts: alerts.slice(0, count).map(toJson), total: totalOf(content), page },
    }),
  );
}

/** All areas, with their names if there is room for them. */
function countsBody(counts: Counts, timestamp: string): string {
  const body = (data: Counts): string =>
    write({ type: 'counts.changed', formatVersion: FORMAT_VERSION, timestamp, data });
  const whole = body(counts);
  if (!isTooLong(whole)) return whole;
  return body({ ...counts, areas: counts.areas.map((area) => ({ ...area, areaName: null })) });
}

export const isSuccess = (status: number): boolean => status >= 200 && status < 300;

/** The outcome of a call that failed in a way that may pass. Answers say nothing of the address. */
export function failedOutcome(result: CallResult): Outcome {
  switch (result.type) {
    case 'refused':
      return { type: 'again', answer: result.fault };
    case 'failed':
      return { type: 'again', answer: result.reason };
    case 'answered':
      return { type: 'again', answer: String(result.status), afterMs: result.retryAfterMs };
    default:
      return assertNever(result);
  }
}

/**
 * Posts a signed message (standardwebhooks.com). The message is sent again after every answer but a success, also after a
 * redirect.
 */
export async function sendWebhook(
  outbound: Outbound,
  { address, secret }: Addressee,
  message: OutgoingMessage,
  { now, publicOrigin }: { now: number; publicOrigin: string | null },
): Promise<Outcome> {
  if (secret === null) return { type: 'refused', answer: 'no_secret' };
  const body = webhookBody(message, publicOrigin);
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'Headroom-Webhook/1',
    'webhook-id': message.id,
    'webhook-timestamp': String(Math.floor(now / 1000)),
    'webhook-signature': new Webhook(secret).sign(message.id, new Date(now), body),
  };
  const result = await outbound.post(address, headers, body);
  if (result.type === 'answered' && isSuccess(result.status)) return { type: 'sent', answer: String(result.status) };
  return failedOutcome(result);
}
