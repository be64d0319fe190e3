import type { Env } from '../env';
import { mailFailureOf, type SendMail } from '../mail/mail';
import { openMail } from '../mail/open';
import { tryAndLog } from '../observability/log';
import { getMonitor } from '../rpc/objects';

/** Returns how mails are sent: the monitor learns what became of each one. Null if no mails can be sent. */
export function openNotedMail(env: Env): SendMail | null {
  const sendMail = openMail(env);
  const note = async (error: unknown) => {
    const failure = mailFailureOf(error);
    if (failure !== undefined) await tryAndLog('monitor.mail', () => getMonitor(env).noteMail(failure));
  };
  if (sendMail === null) return null;
  return async (mail) => {
    try {
      await sendMail(mail);
    } catch (error) {
      await note(error);
      throw error;
    }
    await note(null);
  };
}
