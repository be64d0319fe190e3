import { type Env, publicOrigin } from '../../env';
import { openOutbound, type Outbound } from '../../http/outbound/outbound';
import { openNotedMail } from '../../monitor/noted-mail';
import { logError } from '../../observability/log';
import { assertNever } from '../../shared/assert-never';
import type { Outcome, Send } from '../message';
import { sendAlertMail } from './mail';
import { type PushKey, readPushKey, sendPush } from './push';
import { sendWebhook } from './webhook';

/** Returns how this installation calls addresses that users have entered. */
export const outboundOf = ({ OUTBOUND_TEST_HOSTS: testHosts }: Env): Outbound => openOutbound({ testHosts });

/** Returns the key with which this installation sends pushes; null if it sends none. */
export const pushKeyOf = (env: Env): PushKey | null => readPushKey(env.PUSH_KEY, env.SUPPORT_EMAIL);

/** Returns how messages leave this installation. */
export function openSend(env: Env): Send {
  const outbound = outboundOf(env);
  const origin = publicOrigin(env);
  const pushKey = pushKeyOf(env);
  return async (addressee, message): Promise<Outcome> => {
    try {
      if (addressee.kind === 'webhook')
        return await sendWebhook(outbound, addressee, message, { now: Date.now(), publicOrigin: origin });
      switch (addressee.kind) {
        case 'mail':
          return await sendAlertMail(openNotedMail(env), origin, addressee, message);
        case 'push':
          return await sendPush(outbound, pushKey, addressee, message);
        default:
          return assertNever(addressee.kind);
      }
    } catch (error) {
      logError('hub.send', error, { recipientId: addressee.recipientId });
      return { type: 'again', answer: 'error' };
    }
  };
}
