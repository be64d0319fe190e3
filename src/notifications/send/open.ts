import { type Env, publicOrigin } from '../../env';
import { openOutbound } from '../../http/outbound/outbound';
import { openNotedMail } from '../../monitor/noted-mail';
import { logError } from '../../observability/log';
import { assertNever } from '../../shared/assert-never';
import type { Outcome, Send } from '../message';
import { sendAlertMail } from './mail';
import { sendPush } from './push';
import { readPushKey } from './push-key';
import { sendWebhook } from './webhook';

/** Returns how messages leave this installation. */
export function openSend(env: Env): Send {
  const outbound = openOutbound({ testHosts: env.OUTBOUND_TEST_HOSTS });
  const origin = publicOrigin(env);
  const pushKey = readPushKey(env.PUSH_KEY, env.SUPPORT_EMAIL);
  return async (addressee, message): Promise<Outcome> => {
    try {
      switch (addressee.kind) {
        case 'mail':
          return await sendAlertMail(openNotedMail(env), origin, addressee, message);
        case 'push':
          return await sendPush(outbound, pushKey, addressee, message);
        case 'webhook':
          return await sendWebhook(outbound, addressee, message, { now: Date.now(), publicOrigin: origin });
        default:
          return assertNever(addressee.kind);
      }
    } catch (error) {
      logError('hub.send', error, { recipientId: addressee.recipientId });
      return { type: 'again', answer: 'error' };
    }
  };
}
