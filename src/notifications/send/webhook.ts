import { Webhook } from 'standardwebhooks';
import { assertNever } from '../../shared/assert-never';
import { appPaths } from '../../shared/paths';
import type { CallResult, Outbound } from '../../http/outbound/outbound';
import { isoTime, isoTimeOrNull } from '../../time/iso-time';
import { type Addressee, type AlertFact, type Outcome, type Outgoing, totalOf } from '../message';
import { fitting } from './fitting';

/** The library signs synchronously, so a body must be small. */
export const WEBHOOK_BODY_MAX_BYTES = 20_480;

const toJson = (fact: AlertFact) => ({
  ...fact,
  raisedAt: isoTime(fact.raisedAt),
  acknowledgedAt: isoTimeOrNull(fact.acknowledgedAt),
  clearedAt: isoTimeOrNull(fact.clearedAt),
});

/** Returns the body: as many of the alerts as there is room for, and how many there are. */
export function webhookBody({ createdAt, content }: Outgoing, publicOrigin: string | null): string {
  const { type, alerts } = content;
  return fitting(alerts.length, WEBHOOK_BODY_MAX_BYTES, (count) =>
    JSON.stringify({
      type: `alert.${type}`,
      timestamp: isoTime(createdAt),
      data: {
        alerts: alerts.slice(0, count).map(toJson),
        total: totalOf(content),
        page: publicOrigin === null ? null : `${publicOrigin}${appPaths.overview}`,
      },
    }),
  );
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
