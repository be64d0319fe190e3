import { Webhook } from 'standardwebhooks';
import { afterEach, beforeEach, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { openOutbound } from '../../../src/http/outbound/outbound';
import { sendWebhook, WEBHOOK_BODY_MAX_BYTES, webhookBody } from '../../../src/notifications/send/webhook';
import { type Answer, startReceiver } from '../../support/notifications/receiver';
import { at } from './account';
import { addressee, fact, LONG, outgoing } from './messages';

/** Tests webhooks against a server on loopback. */

let receiver: Awaited<ReturnType<typeof startReceiver>>;
beforeEach(async () => {
  receiver = await startReceiver();
});
afterEach(() => receiver.close());

const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
const ANOTHER = `whsec_${Buffer.alloc(32, 8).toString('base64')}`;

const headersOf = (headers: unknown) => z.parse(z.record(z.string(), z.string()), headers);
const BodySchema = z.object({ data: z.object({ alerts: z.array(z.unknown()), total: z.int() }) });

const send = (content = outgoing().content, timeoutMs = 30_000) =>
  sendWebhook(
    openOutbound({ testHosts: `hook.test=${receiver.origin}`, timeoutMs }),
    addressee({ secret: SECRET }),
    outgoing(content),
    { now: Date.now(), publicOrigin: 'https://headroom.example' },
  );

test('a message arrives with a signature that the library of receivers accepts, and with no secret', async () => {
  expect(await send()).toEqual({ type: 'sent', answer: '200' });
  const [got] = receiver.received;
  const body = got?.body.toString('utf8') ?? '';
  const { about, ...alert } = fact();
  expect(new Webhook(SECRET).verify(body, headersOf(got?.headers))).toEqual({
    type: 'alert.raised',
    timestamp: new Date(at(0)).toISOString(),
    data: {
      alerts: [{ ...about, ...alert, raisedAt: new Date(at(0)).toISOString() }],
      total: 1,
      page: 'https://headroom.example/app/overview',
    },
  });
  expect([got?.path, got?.headers['webhook-id']]).toEqual(['/alerts', 'msg_1']);
  expect(() => new Webhook(ANOTHER).verify(body, headersOf(got?.headers))).toThrow('signature');
  expect(JSON.stringify(got?.headers) + body).not.toContain(SECRET);
});

test.each<[Answer, object]>([
  [{ status: 500 }, { type: 'again', answer: '500' }],
  [{ status: 404 }, { type: 'again', answer: '404' }],
  [
    { status: 429, headers: { 'retry-after': '120' } },
    { type: 'again', answer: '429', afterMs: 120_000 },
  ],
  [
    { status: 302, headers: { location: '/elsewhere' } },
    { type: 'again', answer: '302' },
  ],
  [
    { status: 308, headers: { location: 'http://127.0.0.1:1/' } },
    { type: 'again', answer: '308' },
  ],
  ['hangs up', { type: 'again', answer: 'no_answer' }],
  ['never answers', { type: 'again', answer: 'timeout' }],
])('the answer %j is a failure that is tried again, and no redirect is followed', async (answer, expected) => {
  receiver.answers(answer);
  expect(await send(undefined, answer === 'never answers' ? 500 : 30_000)).toEqual(expected);
  // A call that takes no answer may have ended before it was received.
  expect(receiver.received.length).toBeLessThanOrEqual(1);
});

test('an endless answer is not read to its end', async () => {
  receiver.answers('sends without end');
  expect(await send()).toEqual({ type: 'sent', answer: '200' });
});

test('Retry-After may be a date', async () => {
  receiver.answers({ status: 503, headers: { 'retry-after': new Date(Date.now() + 60_000).toUTCString() } });
  const outcome = await send();
  expect(outcome).toMatchObject({ type: 'again', answer: '503' });
  expect('afterMs' in outcome && outcome.afterMs).toBeGreaterThan(50_000);
});

test('a summary that is too long names as many alerts as there is room for, and says how many there are', async () => {
  const body = webhookBody(outgoing(LONG), null);
  expect(new TextEncoder().encode(body).byteLength).toBeLessThanOrEqual(WEBHOOK_BODY_MAX_BYTES);
  const { data } = z.parse(BodySchema, JSON.parse(body));
  expect(data.total).toBe(130);
  expect(data.alerts.length).toBeGreaterThan(10);
});
