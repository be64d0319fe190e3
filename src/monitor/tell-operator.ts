import type { Env } from '../env';
import { openMail } from '../mail/open';
import { tryAndLog } from '../observability/log';
import type { AlarmChange } from './alarms';
import { type AlarmMessage, messageOf } from './messages';
import { DELIVERY_TIMEOUT_MS } from './thresholds';

/** Rejects unless the answer is a success. The error names no address, because such addresses are secrets. */
async function call(url: string, init: RequestInit): Promise<void> {
  const answer = await fetch(url, {
    ...init,
    // A redirect is not followed: only this URL may learn of the alarm.
    redirect: 'manual',
    signal: AbortSignal.timeout(DELIVERY_TIMEOUT_MS),
  }).catch((error: unknown) => {
    throw new Error(`No answer: ${error instanceof Error ? error.name : 'Error'}`);
  });
  await answer.body?.cancel();
  if (!answer.ok) throw new Error(`The answer was ${answer.status}`);
}

/**
 * Google Chat refuses a message with fields that it does not know, so it gets the text alone. Slack and Mattermost ignore
 * such fields.
 */
const bodyFor = (url: string, message: AlarmMessage): string =>
  JSON.stringify(url.startsWith('https://chat.googleapis.com/') ? { text: message.text } : message);

/**
 * Tells the operator by mail and by webhook, as far as they are set up. Resolves to whether one way succeeded, or there
 * is none.
 * @param noteMail called with what became of the mail, which is a mail like any other
 */
export async function tellOperator(
  env: Env,
  change: AlarmChange,
  noteMail: (error: unknown) => void,
): Promise<boolean> {
  const { ALARM_EMAIL: to, ALARM_WEBHOOK_URL: url } = env;
  const { subject, message } = messageOf(change, env);
  const sendMail = openMail(env);
  const ways: Promise<boolean>[] = [];
  if (to && sendMail) {
    const mail = sendMail({ to, subject, text: `${message.text}\n` });
    mail.then(() => noteMail(null), noteMail);
    ways.push(tryAndLog('alarm.mail', () => mail));
  }
  if (url) {
    const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: bodyFor(url, message) };
    ways.push(tryAndLog('alarm.webhook', () => call(url, init)));
  }
  return ways.length === 0 || (await Promise.all(ways)).includes(true);
}

/** Tells the dead man's switch that nothing is wrong. A failure is only logged: the switch notices the silence. */
export async function sendHeartbeat({ HEARTBEAT_URL: url }: Env): Promise<void> {
  if (url) await tryAndLog('alarm.heartbeat', () => call(url, { method: 'GET' }));
}
