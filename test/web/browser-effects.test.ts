import { beforeEach, expect, test, vi } from 'vitest';
import { onUnauthenticated } from '../../web/src/lib/api-client';
import { browserEffects } from '../../web/src/realtime/browser-effects';

const { signal } = new AbortController();
const sessionEnded = vi.fn<() => void>();
const PAGE = '<html>Not here</html>';
const body = (code: string) => JSON.stringify({ error: 'No.', code });

beforeEach(() => {
  sessionEnded.mockClear();
  return onUnauthenticated(sessionEnded);
});

test.each([
  [404, body('not_found'), 'gone'],
  [403, body('forbidden'), 'gone'],
  [401, body('unauthenticated'), 'unauthenticated'],
  [403, body('client_id_taken'), 'client_id_taken'],
  [400, body('invalid_input'), 'refused'],
  [503, body('unavailable'), 'later'],
  [404, PAGE, 'later'],
  [403, PAGE, 'later'],
  [401, PAGE, 'later'],
  [400, PAGE, 'later'],
  [401, JSON.stringify({ error: 'Proxy authorization needed' }), 'later'],
  [404, JSON.stringify({ error: 'No such route', code: 'nope' }), 'later'],
])('a poll answered %i %s: %s', async (status, answer, failure) => {
  vi.stubGlobal('fetch', async () => new Response(answer, { status }));
  const poll = { clientId: 'client-000000000001', seq: 1, sentAt: 0, taps: [] };
  expect(await browserEffects.poll('e1', poll, signal)).toEqual({ ok: false, failure });
  expect(sessionEnded).toHaveBeenCalledTimes(failure === 'unauthenticated' ? 1 : 0);
});

test('a page in place of the list is no answer', async () => {
  vi.stubGlobal('fetch', async () => new Response(PAGE, { status: 200 }));
  expect(await browserEffects.fetchAreas('e1', signal)).toEqual({ ok: false, failure: 'later' });
});
