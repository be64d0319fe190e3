import { beforeEach, expect, test, vi } from 'vitest';
import { PROTOCOL_VERSION } from '../../../src/shared/protocol/version';
import { onUnauthenticated } from '../../../web/src/api/api-client';
import { browserEffects } from '../../../web/src/realtime/browser-effects';

const { signal } = new AbortController();
const sessionEnded = vi.fn<() => void>();
const PAGE = '<html>Not here</html>';
const body = (code: string) => JSON.stringify({ error: 'No.', code });
const POLL = { clientId: 'client-000000000001', seq: 1, sentAt: 0, taps: [] };
const LATER = { ok: false, failure: 'later' };

beforeEach(() => {
  sessionEnded.mockClear();
  return onUnauthenticated(sessionEnded);
});

test.each([
  [404, body('not_found'), 'gone'],
  [403, body('forbidden'), 'later'],
  [401, body('unauthenticated'), 'unauthenticated'],
  [403, body('client_id_taken'), 'client_id_taken'],
  [400, body('invalid_input'), 'refused'],
  [400, body('reload_needed'), 'reload_needed'],
  [503, body('unavailable'), 'later'],
  [404, PAGE, 'later'],
  [403, PAGE, 'later'],
  [401, PAGE, 'later'],
  [404, JSON.stringify({ error: 'No such route', code: 'nope' }), 'later'],
])('a poll with the response %i %s fails with “%s”', async (status, answer, failure) => {
  vi.stubGlobal('fetch', async () => new Response(answer, { status }));
  expect(await browserEffects.poll('e1', POLL, signal)).toEqual({ ok: false, failure });
  expect(sessionEnded).toHaveBeenCalledTimes(failure === 'unauthenticated' ? 1 : 0);
});

test.each([
  [
    'watches the event',
    { role: 'viewer', memberRole: 'viewer', eventIds: ['e1'] },
    { ok: true, value: 'admin:a@b.co' },
  ],
  ['may not see the event any more', { role: 'viewer', memberRole: 'viewer', eventIds: ['e2'] }, LATER],
  ['has all events', { role: 'admin', memberRole: 'manager', accountId: 'p2' }, { ok: true, value: 'admin:a@b.co p2' }],
  ['is at its door', { role: 'user', eventId: 'e1' }, { ok: true, value: 'code:e1' }],
])('who is logged in and %s keeps the principal, or hides what a 404 says', async (_who, member, outcome) => {
  const user = { username: 'a@b.co', subscriptionStatus: 'active', ...member };
  vi.stubGlobal('fetch', async () => Response.json({ success: true, user }));
  expect(await browserEffects.verify('e1')).toEqual(outcome);
});

test('a poll with the response 429 says when to try again', async () => {
  const headers = { 'Retry-After': '7' };
  vi.stubGlobal('fetch', async () => new Response(body('too_fast'), { status: 429, headers }));
  expect(await browserEffects.poll('e1', POLL, signal)).toEqual({ ...LATER, retryAfterMs: 7_000 });
});

test('a poll names its protocol version, and sends transfers as they are', async () => {
  const fetched = vi.fn<typeof fetch>(async () => new Response(PAGE));
  vi.stubGlobal('fetch', fetched);
  const taps = [{ areaId: 'a1', change: -2, at: 0, to: 'a2' }];
  await browserEffects.poll('e1', { ...POLL, taps }, signal);
  const [address, request] = fetched.mock.calls[0] ?? [];
  expect(address).toBe(`/api/events/e1/occupancy?v=${PROTOCOL_VERSION}`);
  const sent: unknown = await new Request('http://room/', request).json();
  expect(sent).toHaveProperty('taps', taps);
});

test('a call without any answer differs from one that may succeed later, such as a page in place of the list', async () => {
  vi.stubGlobal('fetch', async () => Promise.reject(new TypeError('Failed to fetch')));
  expect(await browserEffects.fetchAreas('e1', 'client-000000000001', signal)).toEqual({
    ok: false,
    failure: 'unanswered',
  });
  vi.stubGlobal('fetch', async () => new Response(PAGE, { status: 200 }));
  expect(await browserEffects.fetchAreas('e1', 'client-000000000001', signal)).toEqual(LATER);
});

test('the browser signals a good moment to retry when it comes online, and when the page becomes visible or comes back from the cache', () => {
  const listener = vi.fn<() => void>();
  const becomes = (state: DocumentVisibilityState) => {
    vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state);
    document.dispatchEvent(new Event('visibilitychange'));
  };
  const stop = browserEffects.onWake(listener);
  becomes('hidden');
  expect(listener).not.toHaveBeenCalled();
  window.dispatchEvent(new Event('online'));
  becomes('visible');
  for (const persisted of [false, true]) window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted }));
  expect(listener).toHaveBeenCalledTimes(3);
  stop();
});
