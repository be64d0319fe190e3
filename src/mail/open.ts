import * as z from 'zod/mini';
import type { Env } from '../env';
import { httpMail } from './http-mail';
import { MailRefusedError, type SendMail } from './mail';

/** The part of Cloudflare's binding that is used (developers.cloudflare.com/email-service/api/send-emails/workers-api). */
type EmailBinding = Pick<SendEmail, 'send'>;

const FailureSchema = z.object({ code: z.string().check(z.regex(/^E_\w{1,60}$/)) });

/** These codes are about this one mail, and every other mail could be sent. */
const ABOUT_MAIL = new Set([
  'E_RECIPIENT_NOT_ALLOWED',
  'E_RECIPIENT_SUPPRESSED',
  'E_VALIDATION_ERROR',
  'E_FIELD_MISSING',
]);

/** `Headroom <no-reply@headroom.example>`, or an address alone. */
const SENDER = /^\s*(?:"?([^"<>]*?)"?\s*<([^<>\s]+)>|([^<>\s]+))\s*$/;

function readSender(from: string): string | { name: string; email: string } {
  const [, name = '', address, alone] = SENDER.exec(from) ?? [];
  const email = address ?? alone ?? from;
  return name === '' ? email : { name, email };
}

/**
 * Returns a function that sends mails through Cloudflare's Email Sending. It knows no idempotency keys: a mail whose answer
 * is lost can arrive twice.
 * @throws {MailRefusedError} Cloudflare did not accept the mail; the message contains no address
 */
function bindingMail(binding: EmailBinding, from: string): SendMail {
  return async ({ to, subject, text, headers }) => {
    try {
      await binding.send({ from: readSender(from), to, subject, text, ...(headers && { headers: { ...headers } }) });
    } catch (error) {
      const failure = z.safeParse(FailureSchema, error);
      const code = failure.success ? failure.data.code : 'unknown';
      throw new MailRefusedError(`The mail was refused: ${code}`, !ABOUT_MAIL.has(code));
    }
  };
}

/** Prints mails to the log, with the links in them. This is only for a developer's machine. */
const consoleMail: SendMail = async ({ to, subject, text }) => {
  console.log(`Mail to ${to}\n${subject}\n\n${text}`);
};

/**
 * Returns how the installation sends mails; null if it cannot. A provider comes before Cloudflare's Email Sending, and both
 * before the console.
 */
export function openMail({ EMAIL, MAIL_API_KEY, MAIL_API_URL, MAIL_FROM, MAIL_TO_CONSOLE }: Env): SendMail | null {
  if (MAIL_API_KEY && MAIL_API_URL && MAIL_FROM) {
    return httpMail({ url: MAIL_API_URL, apiKey: MAIL_API_KEY, from: MAIL_FROM });
  }
  if (EMAIL && MAIL_FROM) return bindingMail(EMAIL, MAIL_FROM);
  return MAIL_TO_CONSOLE === 'true' ? consoleMail : null;
}

/** Whether a link that resets a password can be mailed. This needs a way to send mails, and an origin for the link. */
export const canResetPasswords = (env: Env, publicOrigin: string | null): boolean =>
  publicOrigin !== null && openMail(env) !== null;
