import type { Env } from '../env';
import { httpMail } from './http-mail';
import type { SendMail } from './mail';

/** Only on a developer's machine: the log then contains the links of the mails. */
const consoleMail: SendMail = async ({ to, subject, text }) => {
  console.log(`Mail to ${to}\n${subject}\n\n${text}`);
};

/** Returns how the installation sends mails, or null if it cannot. A configured provider is used before the console. */
export function openMail({ MAIL_API_KEY, MAIL_API_URL, MAIL_FROM, MAIL_TO_CONSOLE }: Env): SendMail | null {
  if (MAIL_API_KEY && MAIL_API_URL && MAIL_FROM) {
    return httpMail({ url: MAIL_API_URL, apiKey: MAIL_API_KEY, from: MAIL_FROM });
  }
  return MAIL_TO_CONSOLE === 'true' ? consoleMail : null;
}

/** Whether a link to reset a password can reach its account: by mail, and with an address for the link. */
export const canResetPasswords = (env: Env, publicOrigin: string | null): boolean =>
  publicOrigin !== null && openMail(env) !== null;
