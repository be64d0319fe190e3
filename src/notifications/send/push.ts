import { buildPushPayload } from '@block65/webcrypto-web-push';
import * as z from 'zod/mini';
import { PushKeysSchema } from '../../shared/notifications/schemas';
import { toBase64Url } from '../../shared/sealed/sealing';
import { appPaths } from '../../shared/paths';
import type { Outbound } from '../../http/outbound/outbound';
import type { Addressee, Outcome, OutgoingMessage } from '../message';
import { fitting } from './fitting';
import { type ForPeople, forPeople } from './for-people';

import { failedOutcome, isSuccess } from './webhook';

/** The installation's key for pushes (RFC 8292), both halves in base64url, and whom a push service can write to. */
export interface PushKey {
  publicKey: string;
  privateKey: string;
  subject: string;
}

/** Reads PUSH_KEY, `public.private`, as `npm run push:key` prints it; null without one. */
export function readPushKey(text: string | undefined, supportEmail: string): PushKey | null {
  const [publicKey = '', privateKey = '', ...rest] = (text ?? '').split('.');
  if (rest.length > 0 || !/^[\w-]{87}$/.test(publicKey) || !/^[\w-]{43}$/.test(privateKey)) return null;
  return { publicKey, privateKey, subject: `mailto:${supportEmail}` };
}

/** A push service keeps a message this long for a device that is off; later it says nothing new. In seconds. */
const TTL_S = 3_600;
/** The payload's limit (RFC 8291, section 4, less the header and the tag). */
const PAYLOAD_MAX_BYTES = 3_993;

const GONE = new Set([404, 410]);
/** These refusals are about the request itself: it would be refused again. */
const FINAL = new Set([400, 401, 403, 413]);

/** What the service worker gets (web/service-worker/push.ts). */
function pushPayload(messageId: string, { words: { title, lines }, about, eventId, stays }: ForPeople): string {
  return fitting(lines.length, PAYLOAD_MAX_BYTES, (count) =>
    JSON.stringify({
      title: title.slice(0, 200),
      body: lines.slice(0, count).join('\n'),
      tag: about ?? messageId,
      path: eventId === null ? appPaths.overview : `${appPaths.app}?event=${eventId}`,
      isUrgent: stays,
    }),
  );
}

/** A newer message about the same replaces one that a device has not received yet: 32 characters of base64url. */
async function topicOf(messageId: string, { about }: ForPeople): Promise<string> {
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(about ?? messageId)));
  return toBase64Url(hash.subarray(0, 24));
}

/** Sends an encrypted message to a browser (RFC 8030, 8291, 8292). */
export async function sendPush(
  outbound: Outbound,
  key: PushKey | null,
  { address, secret, language }: Addressee,
  message: OutgoingMessage,
): Promise<Outcome> {
  const said = forPeople(message, language);
  if (key === null || said === null) return { type: 'refused', answer: 'not_configured' };
  const keys = z.safeParse(PushKeysSchema, JSON.parse(secret ?? 'null'));
  if (!keys.success) return { type: 'refused', answer: 'no_keys' };
  const { headers, body } = await buildPushPayload(
    {
      data: pushPayload(message.id, said),
      options: { ttl: TTL_S, topic: await topicOf(message.id, said), urgency: 'high' },
    },
    { endpoint: address, expirationTime: null, keys: keys.data },
    key,
  );
  const { 'content-length': _length, ...sent } = headers;
  const result = await outbound.post(address, { ...sent }, body);
  if (result.type !== 'answered') return failedOutcome(result);
  const answer = String(result.status);
  if (isSuccess(result.status)) return { type: 'sent', answer };
  if (GONE.has(result.status)) return { type: 'gone', answer };
  return FINAL.has(result.status) ? { type: 'refused', answer } : failedOutcome(result);
}
