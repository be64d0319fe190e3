import { createScheduledController } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { vi } from 'vitest';
import * as z from 'zod/mini';
import worker from '../../../src/index';
import { MINUTE_MS } from '../../../src/shared/durations';

const MESSAGE = z.strictObject({
  text: z.string().check(z.minLength(1)),
  alarm: z.string(),
  state: z.enum(['began', 'over']),
  since: z.iso.datetime(),
  environment: z.nullable(z.string()),
  origin: z.nullable(z.string()),
});
const MAIL = z.strictObject({
  from: z.string(),
  to: z.tuple([z.email()]),
  subject: z.string().check(z.regex(/^[^\r\n]+$/)),
  text: z.string().check(z.minLength(1)),
});

const WEBHOOK = 'https://chat.headroom.test/hooks/secret';
/** Google Chat's own address: it refuses fields that it does not know. */
export const GOOGLE_CHAT = 'https://chat.googleapis.com/v1/spaces/A/messages?key=k';
const HEARTBEAT = 'https://switch.headroom.test/ping/secret';
const MAILS = 'https://mails.headroom.test/emails';
const passTime = (ms: number) => vi.setSystemTime(Date.now() + ms);

type Way = 'webhook' | 'google' | 'heartbeat' | 'mail';
const WAYS = new Map<string, Way>([
  [WEBHOOK, 'webhook'],
  [GOOGLE_CHAT, 'google'],
  [HEARTBEAT, 'heartbeat'],
  [MAILS, 'mail'],
]);

/**
 * The operator with a chat, a mailbox and a dead man's switch. Each refuses a call that it would not understand. Other
 * calls reach their server.
 */
export class Operator {
  readonly messages: z.infer<typeof MESSAGE>[] = [];
  /** The texts in Google Chat. */
  readonly chat: string[] = [];
  readonly mails: z.infer<typeof MAIL>[] = [];
  /** In the minutes since the last look. */
  private beats = 0;
  /** The ways that do not work. */
  readonly broken = new Set<Way>();

  constructor() {
    const { fetch } = globalThis;
    vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
      const request = new Request(input, init);
      const way = WAYS.get(request.url);
      return way === undefined ? await fetch(input, init) : await this.answer(way, request);
    });
    Object.assign(env, {
      ALARM_WEBHOOK_URL: WEBHOOK,
      HEARTBEAT_URL: HEARTBEAT,
      ALARM_EMAIL: 'operator@headroom.test',
      MAIL_API_URL: MAILS,
      MAIL_API_KEY: 'key',
      MAIL_FROM: 'Headroom <no-reply@headroom.test>',
      PUBLIC_ORIGIN: 'http://headroom.test',
      ENVIRONMENT: 'staging',
    });
  }

  private async answer(way: Way, request: Request): Promise<Response> {
    const body = await request.text();
    if (request.redirect !== 'manual') return new Response('A redirect must not be followed', { status: 400 });
    if (this.broken.has(way)) return new Response('no', { status: 403 });
    if (way === 'heartbeat') {
      if (request.method !== 'GET' || body !== '') return new Response('Only GET', { status: 405 });
      this.beats += 1;
    } else {
      if (request.method !== 'POST' || request.headers.get('content-type') !== 'application/json')
        return new Response('Only JSON', { status: 415 });
      if (way === 'webhook') this.messages.push(z.parse(MESSAGE, JSON.parse(body)));
      else if (way === 'google') this.chat.push(z.parse(z.strictObject({ text: z.string() }), JSON.parse(body)).text);
      else this.mails.push(z.parse(MAIL, JSON.parse(body)));
    }
    return new Response('ok');
  }

  /** The alarms that the chat has shown, like `rooms began`. */
  get told(): string[] {
    return this.messages.map(({ alarm, state }) => `${alarm} ${state}`);
  }

  /** Lets minutes pass. Returns in which of them the heartbeat came, like `♥-♥`. */
  async pass(minutes: number, move: (ms: number) => unknown = passTime): Promise<string> {
    let seen = '';
    for (let i = 0; i < minutes; i += 1) {
      await move(MINUTE_MS);
      this.beats = 0;
      await worker.scheduled(createScheduledController({ cron: '* * * * *', scheduledTime: new Date() }), env);
      seen += this.beats === 1 ? '♥' : '-'.repeat(1 + this.beats);
    }
    return seen;
  }
}
