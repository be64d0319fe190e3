import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { handlingOf } from '../../../../web/service-worker/handling';
import { openShell, patienceFor } from '../../../../web/service-worker/open-shell';

describe('what the worker does with', () => {
  const ORIGIN = 'https://headroom.example';
  const ROOT_FILES = new Set(['/theme.js', '/favicon.svg']);
  const handling = (url: string, mode: RequestMode, method = 'GET') =>
    handlingOf({ url: new URL(url, ORIGIN).href, mode, method }, ORIGIN, ROOT_FILES);

  test('who goes to a page: the app’s is its shell, all others stay untouched', () => {
    const app = ['/app', '/app/', '/app?event=1#areas', '/admin', '/user', '/login', '/login/'];
    expect(app.map((url) => handling(url, 'navigate'))).toEqual(app.map(() => 'shell'));
    const own = ['/', '/?to=/app', '/signup', '/tos', '/App', '/app//', '/app/x', '/apple', '/api/health', '/theme.js'];
    const others = ['//app', '/assets/shell-abc.js', 'https://elsewhere.example/app', 'http://headroom.example/app'];
    const urls = [...own, ...others];
    expect(urls.map((url) => handling(url, 'navigate'))).toEqual(urls.map(() => 'untouched'));
  });

  test.each([
    ['/assets/shell-abc.js', 'cors', 'file'],
    ['/theme.js', 'no-cors', 'file'],
    ['/sw.js', 'same-origin', 'untouched'],
    ['/app', 'cors', 'untouched'],
    ['/api/events/e1/areas', 'cors', 'untouched'],
    ['https://elsewhere.example/theme.js', 'no-cors', 'untouched'],
  ] as const)('a page that asks for %s in mode %s: %s', (url, mode, expected) => {
    expect(handling(url, mode)).toBe(expected);
  });

  test.each(['POST', 'PUT', 'PATCH', 'DELETE', 'HEAD'])('%s: it is left alone, wherever it goes', (method) => {
    expect(handling('/app', 'navigate', method)).toBe('untouched');
    expect(handling('/assets/shell-abc.js', 'cors', method)).toBe('untouched');
  });
});

const KEPT = new Response('kept');
const kept = async () => KEPT;
const nothingKept = async () => undefined;
const patient = () => new Promise<never>(() => {});
const impatient = async () => undefined;
const unreachable = async () => {
  throw new TypeError('Failed to fetch');
};
const answer = (status: number) => new Response('', { status });

/** What a browser makes of a redirect in answer to a navigation: a worker sees no status of it. */
const redirect = Object.defineProperties(Response.error(), { type: { value: 'opaqueredirect' } });

describe('the shell', () => {
  test('is the network’s answer, also when it refuses or redirects', async () => {
    for (const said of [...[200, 404, 401, 403, 429].map(answer), redirect]) {
      expect(await openShell(async () => said, kept, patient)).toBe(said);
    }
  });

  test('is the kept one without a network, without an answer in time, and with a server in trouble', async () => {
    expect(await openShell(unreachable, kept, patient)).toBe(KEPT);
    expect(await openShell(patient, kept, impatient)).toBe(KEPT);
    for (const status of [500, 502, 503, 504, 522]) {
      expect(await openShell(async () => answer(status), kept, patient)).toBe(KEPT);
    }
  });

  test('is the network’s, asked once, however late and whatever it says, where nothing is kept', async () => {
    const network = Promise.withResolvers<Response>();
    const opened = openShell(() => network.promise, nothingKept, impatient);
    const late = new Response('late');
    network.resolve(late);
    expect(await opened).toBe(late);
    const trouble = answer(502);
    const ask = vi.fn<() => Promise<Response>>(async () => trouble);
    expect(await openShell(ask, nothingKept, patient)).toBe(trouble);
    expect(ask).toHaveBeenCalledTimes(1);
    await expect(openShell(unreachable, nothingKept, patient)).rejects.toThrow('Failed to fetch');
  });
});

test('the network is waited for only so long, but for as long as it takes where a new version was asked for', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const over: string[] = [];
  for (const query of ['', '?new-version=']) {
    void patienceFor(`https://headroom.test/app${query}`)().then(() => over.push(query));
  }
  await vi.advanceTimersByTimeAsync(3_600_000);
  expect(over).toEqual(['']);
});
