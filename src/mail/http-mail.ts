import * as z from 'zod/mini';
import { type Mail, MailRefusedError, type SendMail } from './mail';

export interface MailProvider {
  url: string;
  apiKey: string;
  from: string;
}

/**
 * The time for one attempt. Two attempts and the pause between them are over before the runtime stops work that
 * continues after the answer (30 s).
 */
const TIMEOUT_MS = 10_000;
const PAUSE_MS = 1_000;
const TOO_MANY_REQUESTS = 429;
const SERVER_ERROR = 500;

const mayPass = (status: number): boolean => status === TOO_MANY_REQUESTS || status >= SERVER_ERROR;

/** Only the kind of the provider's refusal is kept: its text may contain the recipient's address. */
const RefusalSchema = z.object({ name: z.string().check(z.regex(/^\w{1,60}$/)) });

/** These statuses are about the account at the provider, and so is a refusal that names the sender or the key. */
const ABOUT_ACCOUNT = new Set([401, 403, TOO_MANY_REQUESTS]);

async function refusalOf(response: Response): Promise<MailRefusedError> {
  const refusal = z.safeParse(RefusalSchema, await response.json().catch(() => null));
  const name = refusal.success ? refusal.data.name : '';
  const { status } = response;
  const concernsAll = ABOUT_ACCOUNT.has(status) || status >= SERVER_ERROR || /from|key/.test(name);
  return new MailRefusedError(`The mail was refused: ${status}${name && ` ${name}`}`, concernsAll);
}

/**
 * Returns a function that sends mails through a provider's HTTP API in the format of Resend
 * (resend.com/docs/api-reference/emails/send-email). After a temporary failure (no answer, 429, 5xx) it tries once more
 * under the same idempotency key, so that nobody gets a mail twice.
 * @throws {Error} the provider did not accept the mail; the message contains no address
 */
export function httpMail({ url, apiKey, from }: MailProvider, pauseMs = PAUSE_MS, timeoutMs = TIMEOUT_MS): SendMail {
  const request = ({ to, subject, text, headers }: Mail, key: string): Promise<Response | Error> =>
    fetch(url, {
      method: 'POST',
      headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json', 'idempotency-key': key },
      body: JSON.stringify({ from, to: [to], subject, text, ...(headers && { headers }) }),
      // A redirect is not followed, because only this URL may get the key.
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
    }).catch((error: unknown) => new Error(`The mail provider did not answer: ${nameOf(error)}`));

  return async (mail) => {
    const key = mail.key ?? crypto.randomUUID();
    let answer = await request(mail, key);
    if (answer instanceof Error || mayPass(answer.status)) {
      if (answer instanceof Response) await answer.body?.cancel();
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
      answer = await request(mail, key);
    }
    if (answer instanceof Error) throw answer;
    if (!answer.ok) throw await refusalOf(answer);
    await answer.body?.cancel();
  };
}

const nameOf = (error: unknown): string => (error instanceof Error ? error.name : 'Error');
