import { createServer, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import * as z from 'zod/mini';
import { listen } from './loopback';

const API_KEY = 're_test_key';

/** A mail as Resend accepts it (resend.com/docs/api-reference/emails/send-email); an unknown field is an error. */
const SentMailSchema = z.strictObject({
  from: z.string().check(z.regex(/^[^<>]+ <[^<>@\s]+@[^<>@\s]+>$/)),
  to: z.array(z.string().check(z.regex(/^[^\s@]+@[^\s@]+$/))).check(z.minLength(1), z.maxLength(50)),
  subject: z.string().check(z.minLength(1), z.regex(/^[^\r\n]+$/)),
  text: z.string().check(z.minLength(1)),
  headers: z.optional(z.record(z.string(), z.string().check(z.regex(/^[^\r\n]+$/)))),
});
type SentMail = z.infer<typeof SentMailSchema>;

const isAsked = ({ method, url, headers }: IncomingMessage): boolean =>
  method === 'POST' &&
  url === '/emails' &&
  headers['content-type'] === 'application/json' &&
  /^[\w-]{16,256}$/.test(String(headers['idempotency-key'] ?? ''));

const refusal = (statusCode: number, name: string) => ({ statusCode, name, message: `${name}: nobody@headroom.test` });

/** A fault for the next calls; after these, calls are answered normally. */
export type Trouble = number | 'hangs up' | 'never answers' | 'leads elsewhere';

/**
 * A mail provider on loopback. It refuses whatever Resend would refuse, and it does not deliver a mail again that
 * repeats an idempotency key.
 */
export async function startFakeMailProvider() {
  const delivered = new Map<string, SentMail>();
  const troubles: Trouble[] = [];
  let calls = 0;

  const server = createServer((request, response) => {
    void (async () => {
      calls += 1;
      const body = await text(request);
      const answer = (status: number, value: object, headers = {}) =>
        response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(value));
      const trouble = troubles.shift();
      if (trouble === 'hangs up') return request.socket.destroy();
      if (trouble === 'never answers') return undefined;
      if (trouble === 'leads elsewhere') return answer(307, {}, { location: '/emails' });
      if (trouble !== undefined) return answer(trouble, refusal(trouble, 'some_error'));
      if (request.headers.authorization !== `Bearer ${API_KEY}`) return answer(401, refusal(401, 'missing_api_key'));
      const mail = z.safeParse(SentMailSchema, JSON.parse(body));
      if (!isAsked(request) || !mail.success) return answer(422, refusal(422, 'validation_error'));
      const key = String(request.headers['idempotency-key']);
      delivered.set(key, mail.data);
      return answer(200, { id: key });
    })();
  });
  const port = await listen(server);
  return {
    url: `http://127.0.0.1:${port}/emails`,
    apiKey: API_KEY,
    /** Each mail once, in order. */
    mails: () => [...delivered.values()],
    calls: () => calls,
    meets: (...next: Trouble[]) => void troubles.push(...next),
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
