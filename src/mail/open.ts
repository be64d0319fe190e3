import type { Env } from '../env';
import { bindingMail } from './binding-mail';
import { httpMail } from './http-mail';
import { type SendMail, withOneLineSubjects } from './mail';

/** Prints mails to the log, with the links in them. This is only for a developer's machine. */
const consoleMail: SendMail = async ({ to, subject, text }) => {
  console.log(`Mail to ${to}\n${subject}\n\n${text}`);
};

/**
 * Returns how the installation sends mails; null if it cannot. A provider comes before Cloudflare's Email Sending, and both
 * before the console.
 */
export function openMail(env: Env): SendMail | null {
  const send = openProvider(env);
  return send && withOneLineSubjects(send);
}

function openProvider({ EMAIL, MAIL_API_KEY, MAIL_API_URL, MAIL_FROM, MAIL_TO_CONSOLE }: Env): SendMail | null {
  if (MAIL_API_KEY && MAIL_API_URL && MAIL_FROM) {
    return httpMail({ url: MAIL_API_URL, apiKey: MAIL_API_KEY, from: MAIL_FROM });
  }
  if (EMAIL && MAIL_FROM) return bindingMail(EMAIL, MAIL_FROM);
  return MAIL_TO_CONSOLE === 'true' ? consoleMail : null;
}

/** Whether a link that resets a password can be mailed. This needs a way to send mails, and an origin for the link. */
export const canResetPasswords = (env: Env, publicOrigin: string | null): boolean =>
  publicOrigin !== null && openMail(env) !== null;
