import { generateKeyPairSync } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openOutbound } from '../../../src/http/outbound/outbound';
import { readPushKey, sendPush } from '../../../src/notifications/send/push';
import type { AlertContent } from '../../../src/notifications/message';
import { startFakePushService } from '../../support/notifications/push-service';
import type { Answer } from '../../support/notifications/receiver';
import { addressee, fact, LONG, outgoing } from './messages';

/** Tests pushes against a strict service on loopback that verifies the sender and decrypts. */

function newKey(): string {
  const {
    x = '',
    y = '',
    d = '',
  } = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' });
  return `${Buffer.concat([Buffer.of(4), Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')]).toString('base64url')}.${d}`;
}
const KEY = readPushKey(newKey(), 'support@headroom.example');

let service: Awaited<ReturnType<typeof startFakePushService>>;
beforeEach(async () => {
  service = await startFakePushService(KEY?.publicKey ?? '');
});
afterEach(() => service.close());

const sendTo = (
  { endpoint, keys }: { endpoint: string; keys: object },
  content?: AlertContent,
  { key = KEY, timeoutMs = 30_000 }: { key?: typeof KEY; timeoutMs?: number } = {},
) =>
  sendPush(
    openOutbound({ testHosts: service.testHosts, timeoutMs }),
    key,
    addressee({ kind: 'push', address: endpoint, secret: JSON.stringify(keys) }),
    outgoing(content),
  );

test('a browser shows the alert, and a click opens the event', async () => {
  const browser = service.subscribe();
  expect(await sendTo(browser)).toEqual({ type: 'sent', answer: '201' });
  expect(service.refusals).toEqual([]);
  expect(browser.shown.map((text) => JSON.parse(text) as unknown)).toEqual([
    {
      title: 'Summer Fest: Main Stage has reached 90%',
      body: 'Main Stage has reached 90%\n450 of 500 people when it was reached',
      tag: 'e/stage',
      path: '/app?event=e',
      isUrgent: true,
    },
  ]);
});

test('a newer message about an area replaces the earlier one, and another area does not', async () => {
  const browser = service.subscribe();
  await sendTo(browser);
  await sendTo(browser, { type: 'cleared', alerts: [fact({ type: 'cleared', alertId: 'b' })] });
  await sendTo(browser, { type: 'raised', alerts: [fact({ areaId: 'bar' })] });
  const [first, second, third] = service.topics;
  expect(second).toBe(first);
  expect(third).not.toBe(first);
});

test('the longest summary fits', async () => {
  const browser = service.subscribe();
  expect(await sendTo(browser, LONG)).toEqual({ type: 'sent', answer: '201' });
  expect(browser.shown[0]).toContain('130 alerts');
});

test('a subscription that has ended is gone', async () => {
  const browser = service.subscribe();
  browser.end();
  expect(await sendTo(browser)).toEqual({ type: 'gone', answer: '410' });
  service.answers({ status: 404 });
  expect(await sendTo(browser)).toEqual({ type: 'gone', answer: '404' });
});

test('another key is refused, and not tried again', async () => {
  const other = readPushKey(newKey(), 'support@headroom.example');
  expect(await sendTo(service.subscribe(), undefined, { key: other })).toEqual({ type: 'refused', answer: '403' });
  expect(service.refusals).toEqual(['another key']);
});

test.each<[Answer, object]>([
  [
    { status: 429, headers: { 'retry-after': '30' } },
    { type: 'again', answer: '429', afterMs: 30_000 },
  ],
  [{ status: 503 }, { type: 'again', answer: '503' }],
  ['never answers', { type: 'again', answer: 'timeout' }],
  [{ status: 413 }, { type: 'refused', answer: '413' }],
])('the answer %j', async (answer, expected) => {
  service.answers(answer);
  const timeoutMs = answer === 'never answers' ? 500 : 30_000;
  expect(await sendTo(service.subscribe(), undefined, { timeoutMs })).toMatchObject(expected);
});

test.each(['', 'a.b', `${'x'.repeat(87)}.${'y'.repeat(42)}`, 'no key'])('%j is no key', (text) => {
  expect(readPushKey(text, 'a@b.example')).toBeNull();
});
