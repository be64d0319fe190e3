import * as z from 'zod/mini';
import type { Mail, SendMail } from './mail';

export interface MailProvider {
  url: string;
  apiKey: string;
  from: string;
}

/**
 * For one attempt. Two attempts and the pause between them end before the runtime stops work that goes on after an
 * answer (30 s).
 */
const TIMEOUT_MS = 10_000;
const PAUSE_MS = 1_000;
const TOO_MANY_REQUESTS = 429;
const SERVER_ERROR = 500;

const mayPass = (status: number): boolean => status === TOO_MANY_REQUESTS || status >= SERVER_ERROR;

/** Of the provider's refusal only its kind is kept: its text may repeat the address. */
const RefusalSchema = z.object({ name: z.string().check(z.regex(/^\w{1,60}$/)) });

async function refusalOf(response: Response): Promise<string> {
  const refusal = z.safeParse(RefusalSchema, await response.json().catch(() => null));
  return `The mail was refused: ${response.status}${refusal.success ? ` ${refusal.data.name}` : ''}`;
}

/**
 * Sends through a provider's HTTP API in the format of Resend (resend.com/docs/api-reference/emails/send-email). A
 * failure that may pass (no answer, 429, 5xx) is tried once more under the same idempotency key, so that nobody gets a
 * mail twice.
 * @throws {Error} the provider did not take it; the message names no address
 */
export function httpMail({ url, apiKey, from }: MailProvider, pauseMs = PAUSE_MS, timeoutMs = TIMEOUT_MS): SendMail {
  const request = ({ to, subject, text }: Mail, key: string): Promise<Response | Error> =>
    fetch(url, {
      method: 'POST',
      headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json', 'idempotency-key': key },
      body: JSON.stringify({ from, to: [to], subject, text }),
      // The key is for this address only.
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
    }).catch((error: unknown) => new Error(`The mail provider did not answer: ${nameOf(error)}`));

  return async (mail) => {
    const key = crypto.randomUUID();
    let answer = await request(mail, key);
    if (answer instanceof Error || mayPass(answer.status)) {
      if (answer instanceof Response) await answer.body?.cancel();
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
      answer = await request(mail, key);
    }
    if (answer instanceof Error) throw answer;
    if (!answer.ok) throw new Error(await refusalOf(answer));
    await answer.body?.cancel();
  };
}

const nameOf = (error: unknown): string => (error instanceof Error ? error.name : 'Error');
