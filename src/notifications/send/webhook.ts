import { Webhook } from 'standardwebhooks';
import { assertNever } from '../../shared/assert-never';
import { appPaths } from '../../shared/paths';
import type { CallResult, Outbound } from '../../http/outbound/outbound';
import { isoTime, isoTimeOrNull } from '../../time/iso-time';
import type { Addressee, AlertFact, Content, Outcome, Outgoing } from '../message';

/** The library signs synchronously, so a body must be small. */
export const WEBHOOK_BODY_MAX_BYTES = 20_480;

function toJson(fact: AlertFact) {
  const times = {
    raisedAt: isoTime(fact.raisedAt),
    acknowledgedAt: isoTimeOrNull(fact.acknowledgedAt),
    clearedAt: isoTimeOrNull(fact.clearedAt),
  };
  const { type, alertId, eventId, eventName, areaId, areaName, acknowledgedBy, heardAt } = fact;
  if (heardAt === undefined) return { ...fact, ...times };
  const source = { sourceId: areaId?.replace(/^source:/, '') ?? null, sourceName: areaName, heardAt: isoTime(heardAt) };
  return { type: `silence.${type}`, alertId, eventId, eventName, ...source, ...times, acknowledgedBy };
}

/** The message's type. One about a silent machine has none of those about crowds, whose receivers expect a threshold. */
function typeOf({ type, alerts: [first] }: Content): string {
  return type !== 'summary' && first?.heardAt !== undefined ? `silence.${type}` : `alert.${type}`;
}

/** Returns the body: as many of the alerts as there is room for, and how many there are. */
export function webhookBody({ createdAt, content }: Outgoing, publicOrigin: string | null): string {
  const { alerts } = content;
  const body = (count: number): string =>
    JSON.stringify({
      type: typeOf(content),
      timestamp: isoTime(createdAt),
      data: {
        alerts: alerts.slice(0, count).map(toJson),
        total: alerts.length,
        page: publicOrigin === null ? null : `${publicOrigin}${appPaths.overview}`,
      },
    });
  let count = alerts.length;
  while (count > 0 && new TextEncoder().encode(body(count)).byteLength > WEBHOOK_BODY_MAX_BYTES) count -= 1;
  return body(count);
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
  message: Outgoing,
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
