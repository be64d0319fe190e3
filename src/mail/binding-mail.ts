import * as z from 'zod/mini';
import { MailRefusedError, type SendMail } from './mail';

/** The part of Cloudflare's binding that is used (developers.cloudflare.com/email-service/api/send-emails/workers-api). */
export interface EmailBinding {
  send(mail: {
    from: string | { name: string; email: string };
    to: string;
    subject: string;
    text: string;
    headers?: Record<string, string>;
  }): Promise<unknown>;
}

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
export function bindingMail(binding: EmailBinding, from: string): SendMail {
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
